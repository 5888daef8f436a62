import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { type ExportedRow, exportWriter } from '../../rules/audit-export.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { auditWords as w } from '../../rules/words/audit.ts'
import type { Cli } from './cli.ts'
import type { Done } from './print.ts'

export interface ExportOptions { readonly since: number | undefined; readonly plugin: string | undefined; readonly file: string | undefined }

/**
 * Writes an export, up to the row that was the last when it began: into a file, which must not be there yet (`FILE_EXISTS`), or as
 * data. A chain that is broken is exported all the same, says so in its last line, and ends with `AUDIT_BROKEN`.
 */
export async function exportAudit({ since, plugin, file }: ExportOptions, cli: Cli): Promise<Done> {
  const { io } = cli
  const chain = await cli.ask('audit.verify', {})
  const writer = exportWriter({ since, plugin })
  const pages = exportedPages({ since, plugin }, cli)
  // Before anything is written: a request that is refused leaves neither a file nor a head without rows.
  const first = await pages.next()
  const lines: string[] = []
  const to = file === undefined ? { write: io.globals.json ? (line: string) => { lines.push(line) } : io.out, close: () => {}, drop: () => {} } : into(file)
  try {
    to.write(writer.head())
    for (let page = first; page.done !== true; page = await pages.next()) for (const row of page.value) to.write(writer.row(row))
    to.write(writer.end({ ok: chain.ok, count: chain.count, sealed: chain.sealed, seq: chain.seq, fault: chain.fault }))
    to.close()
  } catch (error) {
    to.drop()
    throw error
  }
  const { rows, hash } = writer.written()
  const told = io.say(file === undefined ? w.exported : w.exportedTo, { rows, hash, file: file ?? '' })
  if (!chain.ok) throw new HarnessError('AUDIT_BROKEN', { seq: chain.seq ?? 0, fault: chain.fault ?? '?' })
  if (file !== undefined) return { data: { rows, hash, file }, lines: [told] }
  io.talk(told)
  return { data: { rows, hash, ...(io.globals.json ? { lines } : {}) }, lines: [] }
}

/** The rows page after page, each up to where the first one ended. */
async function* exportedPages(filter: Pick<ExportOptions, 'since' | 'plugin'>, cli: Cli): AsyncGenerator<readonly ExportedRow[], void> {
  let [after, upTo]: [number, number | undefined] = [0, undefined]
  for (;;) {
    const page: Awaited<ReturnType<typeof ask>> = await ask(after, upTo)
    yield page.rows.map((row) => ({ ...row, callId: row.callId, plugin: row.plugin }))
    const last = page.rows.at(-1)
    if (!page.more || !last) return
    after = last.seq
    upTo = page.upTo
  }
  function ask(from: number, to: number | undefined) {
    return cli.ask('audit.export', { after: from, ...(to === undefined ? {} : { upTo: to }), ...filter })
  }
}

/** A new file that only its owner can read; `drop` takes away what was begun, so that the next try finds its place free. Throws `FILE_EXISTS` and `FILE_UNWRITABLE`. */
function into(path: string): { readonly write: (line: string) => void; readonly close: () => void; readonly drop: () => void } {
  const attempt = <T>(work: () => T): T => {
    try {
      return work()
    } catch (cause) {
      const exists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
      throw new HarnessError(exists ? 'FILE_EXISTS' : 'FILE_UNWRITABLE', { path }, { cause })
    }
  }
  const fd = attempt(() => openSync(path, 'wx', 0o600))
  let open = true
  const close = (): void => { if (open) { open = false; closeSync(fd) } }
  return { write: (line) => { attempt(() => writeSync(fd, `${line}\n`)) }, close, drop: () => { close(); rmSync(path, { force: true }) } }
}
