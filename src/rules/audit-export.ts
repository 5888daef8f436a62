import { digest } from './canonical.ts'
import { type Json, type JsonObject, isMap } from './json.ts'
import { jsonShown } from './json-shown.ts'

/**
 * The audit chain as it can be given to somebody else (policy §9): NDJSON, each line with the hash of the one before. Whoever has
 * the file sees that no line of it was changed, dropped, put in, moved or cut, and in an export of all rows that none between
 * the first and the last is missing. What is the person's own stands as an HMAC under the audit key alone; so does each row's own
 * hash, since from a plain one a student number could be guessed.
 */
export const exportFormat = 'pku-harness audit export'
const version = 1

/** A row as the daemon gives it out. `chain`: its hash in the database, as an HMAC. */
export interface ExportedRow {
  readonly seq: number
  readonly at: number
  readonly kind: string
  readonly callId: string | undefined
  readonly plugin: string | undefined
  readonly detail: JsonObject
  readonly chain: string
}
/** What was asked for; `since` in milliseconds since the epoch. */
export interface ExportFilter { readonly since: number | undefined; readonly plugin: string | undefined }
/** How the chain itself stood when it was exported. */
export interface ChainState { readonly ok: boolean; readonly count: number; readonly sealed: number | undefined; readonly seq: number | undefined; readonly fault: string | undefined }

/** Lines of an export one after the other: a head, the rows, an end. The same rows give the same lines. */
export interface ExportWriter {
  readonly head: () => string
  readonly row: (row: ExportedRow) => string
  readonly end: (chain: ChainState) => string
  /** How many rows were written, and the hash of the last line. */
  readonly written: () => { readonly rows: number; readonly hash: string }
}

const none = '0'.repeat(64)

export function exportWriter({ since, plugin }: ExportFilter): ExportWriter {
  let [rows, prev] = [0, none]
  const line = (content: JsonObject): string => {
    const linked = { ...content, prev }
    prev = digest(linked)
    return jsonShown(JSON.stringify({ ...linked, hash: prev }))
  }
  return {
    head: () => line({ type: 'head', format: exportFormat, version, since: since ?? null, plugin: plugin ?? null }),
    row: ({ seq, at, kind, callId, plugin: of, detail, chain }) => {
      rows += 1
      return line({ type: 'row', seq, at, kind, callId: callId ?? null, plugin: of ?? null, detail, chain })
    },
    end: ({ ok, count, sealed, seq, fault }) => line({ type: 'end', rows, chain: { ok, count, sealed: sealed ?? null, seq: seq ?? null, fault: fault ?? null } }),
    written: () => ({ rows, hash: prev }),
  }
}

/** `unreadable`: no line of an export. `changed`: not what its hash says. `moved`: does not follow the line before. `missing`: a row that should stand before it does not. `cut`: no end. */
export type ExportFault = 'unreadable' | 'changed' | 'moved' | 'missing' | 'cut'
export type ExportVerdict =
  | { readonly ok: true; readonly rows: number; readonly hash: string; readonly filter: ExportFilter; readonly chain: JsonObject }
  | { readonly ok: false; readonly line: number; readonly fault: ExportFault }

/** Whether a file is an export as it was written, or the first line at which it stops being one. Total. */
export function verifyExport(text: string): ExportVerdict {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  let [prev, rows, seq] = [none, 0, 0]
  let filter: ExportFilter | undefined
  for (const [index, raw] of lines.entries()) {
    const bad = (fault: ExportFault): ExportVerdict => ({ ok: false, line: index + 1, fault })
    const found = parsed(raw)
    if (!found) return bad('unreadable')
    const { hash, ...content } = found
    if (typeof hash !== 'string' || hashed(content) !== hash) return bad('changed')
    if (content['prev'] !== prev) return bad('moved')
    prev = hash
    const { type } = content
    if ((type === 'head') !== (index === 0)) return bad('moved')
    if (type === 'head') {
      if (content['format'] !== exportFormat || content['version'] !== version) return bad('unreadable')
      filter = { since: numberIn(content, 'since'), plugin: textIn(content, 'plugin') }
    } else if (type === 'row') {
      const next = numberIn(content, 'seq') ?? 0
      // Without a plugin named there is a row for each number from the first on; with one they only rise.
      const whole = filter?.plugin === undefined
      if (whole && rows === 0 && filter?.since === undefined && next !== 1) return bad('missing')
      if (next <= seq || (whole && rows > 0 && next !== seq + 1)) return bad('missing')
      rows += 1
      seq = next
    } else if (type === 'end' && filter) {
      if (index !== lines.length - 1) return { ok: false, line: index + 2, fault: 'moved' }
      const chain = content['chain']
      if (content['rows'] !== rows || !isMap(chain)) return bad('missing')
      return { ok: true, rows, hash, filter, chain }
    } else return bad('unreadable')
  }
  return { ok: false, line: lines.length + 1, fault: 'cut' }
}

function parsed(line: string): JsonObject | undefined {
  try {
    const found = JSON.parse(line) as Json
    return isMap(found) ? found : undefined
  } catch {
    return undefined
  }
}
function hashed(content: JsonObject): string | undefined {
  try { return digest(content) } catch { return undefined }
}
const numberIn = (content: JsonObject, name: string): number | undefined => { const value = content[name]; return typeof value === 'number' ? value : undefined }
const textIn = (content: JsonObject, name: string): string | undefined => { const value = content[name]; return typeof value === 'string' ? value : undefined }
