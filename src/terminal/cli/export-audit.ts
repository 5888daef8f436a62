import { closeSync, openSync, writeSync } from 'node:fs'
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
  const lines: string[] = []
  const to = file === undefined ? { write: io.globals.json ? (line: string) => { lines.push(line) } : io.out, close: () => {} } : into(file)
  try {
    to.write(writer.head())
    for await (const row of exportedRows({ since, plugin }, cli)) to.write(writer.row(row))
    to.write(writer.end({ ok: chain.ok, count: chain.count, sealed: chain.sealed, seq: chain.seq, fault: chain.fault }))
  } finally {
    to.close()
  }
  const { rows, hash } = writer.written()
  const told = io.say(file === undefined ? w.exported : w.exportedTo, { rows, hash, file: file ?? '' })
  if (!chain.ok) throw new HarnessError('AUDIT_BROKEN', { seq: chain.seq ?? 0, fault: chain.fault ?? '?' })
  if (file !== undefined) return { data: { rows, hash, file }, lines: [told] }
  io.talk(told)
  return { data: { rows, hash, ...(io.globals.json ? { lines } : {}) }, lines: [] }
}

/** Page after page, each up to where the first one ended. */
async function* exportedRows(filter: Pick<ExportOptions, 'since' | 'plugin'>, cli: Cli): AsyncGenerator<ExportedRow> {
  let [after, upTo]: [number, number | undefined] = [0, undefined]
  for (;;) {
    const page: Awaited<ReturnType<typeof ask>> = await ask(after, upTo)
    for (const row of page.rows) yield { ...row, callId: row.callId, plugin: row.plugin }
    const last = page.rows.at(-1)
    if (!page.more || !last) return
    after = last.seq
    upTo = page.upTo
  }
  function ask(from: number, to: number | undefined) {
    return cli.ask('audit.export', { after: from, ...(to === undefined ? {} : { upTo: to }), ...filter })
  }
}

/** A new file that only its owner can read. Throws `FILE_EXISTS` and `FILE_UNWRITABLE`. */
function into(path: string): { readonly write: (line: string) => void; readonly close: () => void } {
  const attempt = <T>(work: () => T): T => {
    try {
      return work()
    } catch (cause) {
      const exists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
      throw new HarnessError(exists ? 'FILE_EXISTS' : 'FILE_UNWRITABLE', { path }, { cause })
    }
  }
  const fd = attempt(() => openSync(path, 'wx', 0o600))
  return { write: (line) => { attempt(() => writeSync(fd, `${line}\n`)) }, close: () => { closeSync(fd) } }
}
