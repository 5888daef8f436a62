// `npm run fuzz -- --minutes N`: bundles test/fuzz and runs it. What it takes is told in test/fuzz/main.ts.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const cache = join('node_modules', '.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'fuzz-'))
try {
  const main = join(folder, 'main.mjs')
  await build({
    entryPoints: ['test/fuzz/main.ts'], outfile: main, bundle: true, platform: 'node', target: 'node20.19', format: 'esm', external: ['libsql', 'keytar'],
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url),__dirname=import.meta.dirname;" }, logLevel: 'warning', sourcemap: 'inline',
    alias: { 'pku-harness/sdk': './src/sdk/index.ts' },
  })
  const child = spawn(process.execPath, ['--enable-source-maps', main, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exitCode = await new Promise((resolve) => { child.on('exit', (code) => resolve(code ?? 1)).on('error', () => resolve(1)) })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
