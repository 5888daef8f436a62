import type { ResultOf } from '../../daemon/protocol/methods.ts'
import { auditKindWords, auditNameWords, auditWords as w, byWords } from '../../rules/words/audit.ts'
import { asker } from './card.ts'
import type { Io } from './io.ts'
import { when } from './when.ts'
import { type TableRow, table } from './table.ts'
import { wordIn } from './word-in.ts'

type Row = ResultOf<'audit.show'>['rows'][number]

/** The chain for people: when, what, who, under which rules, how it ended; the rows of a call as one. Ids are short, and are taken back so. */
export function auditRows(rows: readonly Row[], io: Pick<Io, 'say' | 'globals'>): TableRow[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = row.callId ?? `#${row.seq}`
    groups.set(key, [...groups.get(key) ?? [], row])
  }
  const head = [w.id, w.when, w.what, w.who, w.rule, w.ended].map((word) => io.say(word))
  return table([head, ...[...groups.values()].map((group) => (group[0]?.callId === undefined ? act(group, io) : call(group, io)))])
}

function call(rows: readonly Row[], io: Pick<Io, 'say' | 'globals'>): string[] {
  const of = (kind: string): Row['detail'] => rows.findLast((row) => row.kind === kind)?.detail ?? {}
  // What was called and decided has rows of its own where it was kept before the end; else the end's row tells it.
  const told = { ...of('outcome'), ...of('call.resolved'), ...of('call.decided') }
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  const tool = text(told['tool']) || text(of('intent')['tool']) || rows[0]?.plugin || io.say(w.call)
  const principal = text(told['principal'])
  const reasons = told['reasons']
  const rules = Array.isArray(reasons) ? [...new Set(reasons.map((reason) => text(reason).split(' ')[0] ?? ''))].join(' ') : ''
  return [rows[0]?.callId?.slice(0, 8) ?? '-', when(rows[0]?.at ?? 0), tool, principal === '' ? '-' : asker(principal, io.globals.lang), rules || '-', end(rows, of('outcome'), io)]
}

function end(rows: readonly Row[], { ok, code, outcome, effect }: Row['detail'], { say }: Pick<Io, 'say'>): string {
  if (!rows.some(({ kind }) => kind === 'outcome')) return say(w.open)
  if (outcome === 'unknown' || effect === 'unknown') return say(w.unknown)
  return ok === true ? say(w.done) : say(w.failed, { code: typeof code === 'string' ? code : '?' })
}

/** An act that is no call: its kind, and the words and names of its detail. */
function act([row]: readonly Row[], io: Pick<Io, 'say'>): string[] {
  if (!row) return []
  const { by, outcome, ...detail } = row.detail
  const kind = row.kind === 'consent' && detail['revoked'] !== undefined ? 'consent.revoked' : row.kind
  return ['-', when(row.at), [wordIn(auditKindWords, kind, io), row.plugin ?? '', ...telling.flatMap((name) => told(name, detail[name], io))].filter((part) => part !== '').join(' '), typeof by === 'string' ? actor(by, io) : '-', '-', ending(outcome, io)]
}

/** A detail in the person's words, where it is one of the host's own; an account, a service or a tool is told as it is. A purpose that has no words stands in `--json` alone. */
function told(name: string, value: unknown, io: Pick<Io, 'say'>): string[] {
  if (typeof value === 'boolean') return [wordIn(auditNameWords, `${name} ${String(value)}`, io)]
  if (typeof value !== 'string' || (name === 'purpose' && !Object.hasOwn(auditNameWords, value))) return []
  return [hostNames.includes(name) ? wordIn(auditNameWords, value, io) : value]
}

/** Who it was: a person, a script or the host itself by its word, and a connection by the beginning of its id. */
function actor(by: string, io: Pick<Io, 'say'>): string {
  if (by === '[withheld]') return io.say(w.otherConnection)
  return uuid.test(by) ? io.say(w.connection, { id: by.slice(0, 8) }) : wordIn(byWords, by, io)
}

function ending(outcome: unknown, { say }: Pick<Io, 'say'>): string {
  if (typeof outcome !== 'string') return '-'
  return outcome === 'ok' ? say(w.done) : say(w.failed, { code: outcome })
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const hostNames = ['event', 'step', 'setting', 'secret', 'purpose']

const telling = ['to', 'event', 'step', 'setting', 'locked', 'enabled', 'secret', 'purpose', 'service', 'tool', 'destination', 'account']
