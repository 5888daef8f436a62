// Builds `dist/`: each process's bundle, and the SDK with its types. Bundles hold every dependency but the two
// native ones and zod, so an installed harness starts fast and pulls in few packages.
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

const quiet = process.argv.includes('--quiet')
export const external = ['libsql', 'keytar', 'react-devtools-core']

const shared = {
  bundle: true, platform: 'node', target: 'node20.19', minify: true, keepNames: true, legalComments: 'none',
  logLevel: 'warning', metafile: true, external, alias: { 'pku-harness/sdk': './src/sdk/index.ts' },
}
// ESM bundles that hold CommonJS packages need a require of their own.
const esmBanner = { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" }

/** Every bundle by its name in `dist/`. The import-direction test builds the same list. */
export const bundles = [
  { entry: 'src/terminal/cli/main.ts', out: 'dist/cli.cjs', format: 'cjs' },
  { entry: 'src/daemon/main.ts', out: 'dist/daemon.cjs', format: 'cjs' },
  { entry: 'src/host/keystore/helper.ts', out: 'dist/keystore-helper.cjs', format: 'cjs' },
  { entry: 'src/plugins/document/worker.ts', out: 'dist/extract-worker.cjs', format: 'cjs' },
  { entry: 'fixtures/campus/main.ts', out: 'dist/sim.js', format: 'esm', banner: esmBanner },
  { entry: 'src/sdk/index.ts', out: 'dist/sdk/index.js', format: 'esm', external: [...external, 'zod'] },
]

export async function buildAll() {
  rmSync('dist', { recursive: true, force: true })
  const present = bundles.filter(({ entry }) => existsSync(entry))
  await Promise.all(present.map(({ entry, out, ...own }) => build({ ...shared, ...own, entryPoints: [entry], outfile: out })))
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.sdk.json'], { stdio: 'inherit' })
}

if (process.argv[1] === import.meta.filename) {
  const started = performance.now()
  await buildAll()
  if (!quiet) console.log(`dist/ built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
