#!/usr/bin/env node
const find = () => ['cli.cjs', 'commands.cjs'].find((name) => !require('node:fs').existsSync(`${__dirname}/../dist/${name}`))
let missing = find()
// A build renames the old folder away and the new one into its place: between the two there is none. No rename of Node's exchanges them.
for (let tries = 0; missing && tries < 25; tries++) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  missing = find()
}
if (missing) require('./not-built.js')(`dist/${missing}`)
else require('../dist/cli.cjs')
