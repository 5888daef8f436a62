// Builds `dist/`: each process's bundle, and the SDK with its types. Bundles hold every dependency but the two
// native ones and zod, so an installed harness starts fast and pulls in few packages.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { build } from 'esbuild'

const quiet = process.argv.includes('--quiet')
export const external = ['libsql', 'keytar', 'react-devtools-core']

/** zod brings its messages in fifty languages, an eighth of the daemon's bundle; ours come from `rules/words`. */
const withoutZodLocales = {
  name: 'without-zod-locales',
  setup: (builder) => { builder.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: '' })) },
}

/** The hot bundle leaves a line that is wrong to the other one, which has the words for it. */
const withoutUsageWords = {
  name: 'without-usage-words',
  setup: (builder) => { builder.onLoad({ filter: /words\/usage\.ts$/ }, () => ({ contents: 'const none={zh:"",en:""};export const problemWords=new Proxy({},{get:()=>none})' })) },
}

const shared = {
  bundle: true, platform: 'node', target: 'node20.19', minify: true, legalComments: 'none',
  logLevel: 'warning', metafile: true, define: { pkuhVersion: JSON.stringify(JSON.parse(readFileSync('package.json', 'utf8')).version) }, external, alias: { 'pku-harness/sdk': './src/sdk/index.ts' },
  plugins: [withoutZodLocales],
}

// ESM bundles that hold CommonJS packages need a require of their own.
const esmBanner = { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url),__dirname=import.meta.dirname;" }

/** Every bundle by its name in `dist/`. The import-direction test builds the same list. */
export const bundles = [
  // What a prompt asks at every line is small and by itself; every other command is in the second.
  { entry: 'src/terminal/cli/hot.ts', out: 'dist/cli.cjs', format: 'cjs', plugins: [withoutZodLocales, withoutUsageWords] },
  { entry: 'src/terminal/cli/main.ts', out: 'dist/commands.cjs', format: 'cjs' },
  { entry: 'src/daemon/main.ts', out: 'dist/daemon.mjs', format: 'esm', splitting: true, banner: esmBanner },
  { entry: 'src/host/keystore/helper.ts', out: 'dist/keystore-helper.cjs', format: 'cjs' },
  { entry: 'src/plugins/document/worker.ts', out: 'dist/extract-worker.cjs', format: 'cjs' },
  { entry: 'fixtures/campus/main.ts', out: 'dist/sim.js', format: 'esm', banner: esmBanner },
  { entry: 'src/sdk/index.ts', out: 'dist/sdk/index.js', format: 'esm', external: [...external, 'zod'] },
]

/**
 * Builds beside `dist/` and then takes its place. Whoever runs from it meets the old one or the new one; where they come in
 * the instant between the two renames, `bin/pkuh.js` waits for it.
 */
export async function buildAll() {
  const next = `dist.${process.pid}`
  try {
    await Promise.all(bundles.map(({ entry, out, ...own }) => build({
      ...shared, ...own, entryPoints: [{ in: entry, out: basename(out, extname(out)) }], outdir: join(next, dirname(out).slice('dist'.length)),
      outExtension: { '.js': extname(out) }, chunkNames: '[name]-[hash]',
    })))
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.sdk.json', '--outDir', `${next}/sdk`], { stdio: 'inherit' })
    if (existsSync('dist')) renameSync('dist', `${next}.old`)
    renameSync(next, 'dist')
  } finally {
    for (const folder of [next, `${next}.old`]) rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) {
  const started = performance.now()
  await buildAll()
  if (!quiet) console.log(`dist/ built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
