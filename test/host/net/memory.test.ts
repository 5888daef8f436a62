import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BombReport, BombTask } from './bomb-process.ts'
import { startTlsServer, type TlsServer } from './tls-server.ts'

const host = 'a.campus.test'
const folder = mkdtempSync(join(tmpdir(), 'pkuh-bombs-'))
const client = join(folder, 'client.mjs')
let server: TlsServer
beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('bomb-process.ts', import.meta.url))], outfile: client, bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'silent',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
  })
  server = await startTlsServer([host])
})
afterAll(async () => { await server.close(); rmSync(folder, { recursive: true, force: true }) })

const mib = 1024 * 1024
/** Long enough that a decoder which took it whole would stand out many times over. */
const zeros = Buffer.alloc(50 * mib)
/** Just under the cap: what reading such a body costs is not what an endless one costs. */
const small = Buffer.alloc(1.9 * mib, 'x')
const codings: readonly (readonly [string, string, (bytes: Buffer) => Buffer])[] = [
  ['gzip', 'gzip', (bytes) => gzipSync(bytes)],
  ['deflate', 'zlib', (bytes) => deflateSync(bytes)],
  ['deflate', 'raw', (bytes) => deflateRawSync(bytes)],
  ['br', 'br', (bytes) => brotliCompressSync(bytes)],
  ['gzip, gzip', 'twice', (bytes) => gzipSync(gzipSync(bytes))],
  ['deflate, br', 'mixed', (bytes) => brotliCompressSync(deflateSync(bytes))],
]

async function run(paths: readonly string[], times: number, caps: BombTask['caps']): Promise<readonly BombReport[]> {
  const task: BombTask = { port: server.port, ca: server.ca, host, paths, times, caps }
  const child = spawn(process.execPath, [client, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => { out += chunk.toString() })
  await new Promise((done) => { child.on('close', done) })
  return out.trim().split('\n').map((line): BombReport => JSON.parse(line))
}

/** Twenty bodies that are each cut at 2 MiB grew the process by 9 MiB at most where this was measured; one that was not cut would by 50. */
const mostGrowth = 5 * 9

describe('a body made to fill the memory of who reads it', () => {
  it('bug-log 166, 167: twenty of 50 MB under each coding and under two of them are each cut at the cap in under a second, and memory stays flat', async () => {
    const bodies = new Map<string, { readonly coding: string; readonly body: Buffer }>(codings.flatMap(([coding, name, encode]) => [[`/bomb/${name}`, { coding, body: encode(zeros) }], [`/small/${name}`, { coding, body: encode(small) }]] as const))
    // All of them fit into what is let in of a page's bytes before decoding.
    for (const { body } of bodies.values()) expect(body.length).toBeLessThan(52 * 1024)
    server.handle((request, response) => {
      const found = bodies.get(request.url ?? '')
      response.writeHead(200, { 'content-encoding': found?.coding ?? 'none' }).end(found?.body)
    })
    const reports = await run(codings.map(([, name]) => `/bomb/${name}`), 20, { ratio: 1e9 })
    expect(reports).toHaveLength(codings.length)
    for (const { path, codes, fastestMs, slowestMs, grownMiB } of reports) {
      expect([path, codes]).toEqual([path, ['NET_TOO_LARGE']])
      // The fastest of twenty is the door's own time; the slowest is that of a busy machine.
      expect(fastestMs).toBeLessThan(1000)
      expect(slowestMs).toBeLessThan(5000)
      expect(grownMiB).toBeLessThan(mostGrowth)
    }
  })
  it('bug-log 166: twenty chunked bodies without an end, plain and under gzip that stays alive, are each cut at the cap, and memory stays flat', async () => {
    const block = gzipSync(Buffer.alloc(mib))
    server.handle((request, response) => {
      if (request.url?.startsWith('/small')) return response.end(small)
      const packed = request.url === '/bomb/gzip'
      if (packed) response.setHeader('content-encoding', 'gzip')
      const chunk = packed ? block : Buffer.alloc(65_536, 'x')
      const pump = () => { while (!response.destroyed && response.write(chunk)); response.once('drain', pump) }
      response.on('error', () => {})
      return pump()
    })
    for (const { path, codes, fastestMs, slowestMs, grownMiB } of await run(['/bomb/plain', '/bomb/gzip'], 20, { ratio: 1e9 })) {
      expect([path, codes]).toEqual([path, ['NET_TOO_LARGE']])
      expect(fastestMs).toBeLessThan(1000)
      expect(slowestMs).toBeLessThan(5000)
      expect(grownMiB).toBeLessThan(mostGrowth)
    }
  })
})
