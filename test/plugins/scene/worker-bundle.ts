import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Extractor } from '../../../src/plugins/document/extract/extract-types.ts'
import { openExtractor } from '../../../src/plugins/document/open-extractor.ts'

/** The worker's code, bundled as `scripts/build.mjs` does. */
async function bundleWorker(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: ['src/plugins/document/worker.ts'], write: false, bundle: true, platform: 'node', target: 'node20.19', format: 'cjs', logLevel: 'error',
    alias: { 'pku-harness/sdk': './src/sdk/index.ts' },
  })
  const [file] = outputFiles
  if (!file) throw new Error('esbuild gave nothing')
  return file.contents
}

let bundle: Promise<Uint8Array> | undefined

/** The real extractor over the real worker, in a folder that goes when it is closed. */
export async function openRealExtractor(): Promise<Extractor> {
  const code = await (bundle ??= bundleWorker())
  const folder = mkdtempSync(join(tmpdir(), 'pkuh-worker-'))
  const path = join(folder, 'extract-worker.cjs')
  writeFileSync(path, code)
  const extractor = openExtractor(path)
  return { ...extractor, close: async () => { await extractor.close(); rmSync(folder, { recursive: true, force: true }) } }
}
