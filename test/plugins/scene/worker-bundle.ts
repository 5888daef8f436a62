import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { type Extractor } from '../../../src/plugins/document/extract/extract-types.ts'
import { openExtractor } from '../../../src/plugins/document/open-extractor.ts'

/** The real worker, bundled as `scripts/build.mjs` does, in a folder of its own that goes with the process. */
async function bundleWorker(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pkuh-worker-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const outfile = join(folder, 'extract-worker.cjs')
  await build({
    entryPoints: ['src/plugins/document/worker.ts'], outfile, bundle: true, platform: 'node', target: 'node20.19', format: 'cjs', logLevel: 'error',
    alias: { 'pku-harness/sdk': './src/sdk/index.ts' },
  })
  return outfile
}

let path: Promise<string> | undefined
export const workerPath = (): Promise<string> => (path ??= bundleWorker())

export const openRealExtractor = async (): Promise<Extractor> => openExtractor(await workerPath())
