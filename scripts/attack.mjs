// `npm run attack`: bundles the attack suite (test/attack) and runs it. Arguments go to it: `--json`, `--every N`, `--seed N`, `--runs N`, `--depth N`.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const cache = join('node_modules', '.cache')
mkdirSync(cache, { recursive: true })
// Inside the project, so that the packages which stay outside the bundle are found.
const folder = mkdtempSync(join(cache, 'attack-'))
try {
  const main = join(folder, 'main.mjs')
  await build({
    entryPoints: ['test/attack/main.ts'], outfile: main, bundle: true, platform: 'node', target: 'node20.19', format: 'esm', external: ['libsql', 'keytar', 'esbuild'],
    // What it holds of CommonJS packages needs a require of its own.
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url),__dirname=import.meta.dirname;" }, logLevel: 'warning', sourcemap: 'inline',
    alias: { 'pku-harness/sdk': './src/sdk/index.ts' },
  })
  // A model that makes a dozen calls at once has as many listeners on its turn's one signal, which Node warns of.
  const child = spawn(process.execPath, ['--enable-source-maps', '--disable-warning=MaxListenersExceededWarning', main, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exitCode = await new Promise((resolve) => { child.on('exit', (code) => resolve(code ?? 1)).on('error', () => resolve(1)) })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
