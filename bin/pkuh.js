#!/usr/bin/env node
const missing = ['cli.cjs', 'commands.cjs'].find((name) => !require('node:fs').existsSync(`${__dirname}/../dist/${name}`))
if (missing) require('./not-built.js')(`dist/${missing}`)
else require('../dist/cli.cjs')
