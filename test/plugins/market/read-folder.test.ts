import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readFolder } from '../../../src/plugins/market/read-folder.ts'
import { readPacked } from '../../../src/plugins/market/read-packed.ts'

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pkuh-folder-'))
  onTestFinished(() => { chmodSync(folder, 0o700); rmSync(folder, { recursive: true }) })
  writeFileSync(join(folder, 'PLUGIN.md'), 'x')
  return folder
}
const codeOf = (path: string, read: (path: string) => unknown = readFolder): string => {
  try { read(path); return 'read' } catch (error) { return error instanceof Error && 'code' in error ? String(error.code) : String(error) }
}
/** Root may read everything: where the test is root's, somebody else does it. */
function asAnother<T>(work: () => T): T {
  const root = process.getuid?.() === 0
  if (root) process.seteuid?.(65_534)
  try { return work() } finally { if (root) process.seteuid?.(0) }
}

describe.skipIf(process.platform === 'win32')('a folder in which something is no plain file, or cannot be read', () => {
  it.each<[string, (folder: string) => unknown, string]>([
    ['a symbolic link', (folder) => symlinkSync('/etc/hostname', join(folder, 'a')), 'MARKET_FILE_KIND'],
    ['a link to a folder', (folder) => symlinkSync('/etc', join(folder, 'a')), 'MARKET_FILE_KIND'],
    ['a pipe', (folder) => execFileSync('mkfifo', [join(folder, 'a')]), 'MARKET_FILE_KIND'],
    ['a socket', (folder) => new Promise<void>((done) => { const server = createServer().listen(join(folder, 'a'), done); onTestFinished(() => { server.close() }) }), 'MARKET_FILE_KIND'],
    ['a name that is no UTF-8', (folder) => writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe])]), 'x'), 'MARKET_UNREADABLE'],
    ['ten gigabytes that take no room', (folder) => { writeFileSync(join(folder, 'a'), ''); truncateSync(join(folder, 'a'), 10 * 1024 ** 3) }, 'MARKET_LIMIT'],
    ['more folders than files are let in, all of them empty', (folder) => { for (let at = 0; at < 101; at++) mkdirSync(join(folder, `d${at}`)) }, 'MARKET_LIMIT'],
    ['a hundred files', (folder) => { for (let at = 0; at < 99; at++) writeFileSync(join(folder, `f${at}`), 'x') }, 'read'],
    ['one more', (folder) => { for (let at = 0; at < 100; at++) writeFileSync(join(folder, `f${at}`), 'x') }, 'MARKET_LIMIT'],
  ])('%s', async (_, make, code) => {
    const folder = place()
    await make(folder)
    expect(codeOf(folder)).toBe(code)
  })

  it('what its user may not read: a file, the folder, a packed one', () => {
    const folder = place()
    const packed = join(folder, 'a.pkuh.tar')
    writeFileSync(packed, 'x')
    for (const file of ['PLUGIN.md', 'a.pkuh.tar']) chmodSync(join(folder, file), 0)
    chmodSync(folder, 0o755)
    const seen = asAnother(() => [codeOf(folder), codeOf(packed, readPacked)])
    chmodSync(folder, 0)
    expect([...seen, asAnother(() => codeOf(folder))]).toEqual(['MARKET_UNREADABLE', 'MARKET_UNREADABLE', 'MARKET_UNREADABLE'])
  })

  it('a folder that is not there, or is a file', () => {
    const folder = place()
    expect([codeOf(join(folder, 'none')), codeOf(join(folder, 'PLUGIN.md'))]).toEqual(['MARKET_PATH_GONE', 'MARKET_LINK'])
  })
})
