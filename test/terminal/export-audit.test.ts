import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { HarnessError } from '../../src/rules/errors/index.ts'
import type { Cli } from '../../src/terminal/cli/cli.ts'
import { exportAudit } from '../../src/terminal/cli/export-audit.ts'
import { readGlobals } from '../../src/terminal/cli/globals.ts'
import { makeIo } from '../../src/terminal/cli/io.ts'

const lost = new HarnessError('DAEMON_LOST')
const row = (seq: number) => ({ seq, at: seq, kind: 'connection', callId: undefined, plugin: undefined, detail: {}, chain: 'ab'.repeat(32) })

/** A command whose daemon says so of the chain and answers with these pages, one after another; what it writes as data. */
function seat(ok: boolean, pages: readonly (HarnessError | { readonly rows: readonly unknown[]; readonly more: boolean; readonly upTo: number })[]) {
  const written: string[] = []
  const stdout: typeof process.stdout = Object.assign(Object.create(process.stdout), { isTTY: false, write: (text: string) => written.push(text) })
  const io = makeIo(readGlobals([], { LANG: 'en' }).globals, new AbortController().signal, { stdin: process.stdin, stdout, stderr: process.stderr, env: {} })
  const left = [...pages]
  const ask = (method: string) => {
    if (method === 'audit.verify') return Promise.resolve({ ok, count: 2, ...(ok ? {} : { seq: 1, fault: 'hash' }) })
    const page = left.shift()
    return page === undefined || page instanceof HarnessError ? Promise.reject(page ?? new Error('asked too often')) : Promise.resolve(page)
  }
  const cli = { io, ask, client: () => Promise.reject(lost), close: () => undefined } as Cli
  const folder = mkdtempSync(join(tmpdir(), 'pkuh-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { written, file: join(folder, 'chain.ndjson'), run: (file?: string) => exportAudit({ since: undefined, plugin: undefined, file }, cli) }
}
const page = (seq: number, more: boolean) => ({ rows: [row(seq)], more, upTo: 2 })

it('an export that fails before its first row writes nothing, into a file or as data', async () => {
  const { run, file } = seat(true, [lost])
  await expect(run(file)).rejects.toBe(lost)
  expect(existsSync(file)).toBe(false)
  const data = seat(true, [lost])
  await expect(data.run()).rejects.toBe(lost)
  expect(data.written).toEqual([])
})

it('one that fails later leaves no file, so that the next try finds its place free', async () => {
  const { run, file } = seat(true, [page(1, true), lost, page(1, true), page(2, false)])
  await expect(run(file)).rejects.toBe(lost)
  expect(existsSync(file)).toBe(false)
  expect(await run(file)).toMatchObject({ data: { rows: 2, file } })
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(4)
})

it('a file that was there before is refused and stays as it is', async () => {
  const { run, file } = seat(true, [page(1, false)])
  writeFileSync(file, 'mine')
  await expect(run(file)).rejects.toMatchObject({ code: 'FILE_EXISTS' })
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

it('of a broken chain the whole file stays, and the command says that it is broken', async () => {
  const { run, file } = seat(false, [page(1, true), page(2, false)])
  await expect(run(file)).rejects.toMatchObject({ code: 'AUDIT_BROKEN' })
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(4)
})
