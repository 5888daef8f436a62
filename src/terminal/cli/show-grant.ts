import type { ResultOf } from '../../daemon/protocol/methods.ts'
import { destinationSchema, nameDestination } from '../../rules/destination.ts'
import { isObject } from '../../rules/json.ts'
import { shortIds } from '../../rules/short-id.ts'
import { cardWords as c } from '../../rules/words/card.ts'
import { headWords as h } from '../../rules/words/lists.ts'
import { grantWords as w } from '../../rules/words/show.ts'
import type { Lang } from '../../sdk/index.ts'
import { destination } from './card.ts'
import { exact, exactName } from './exact-lines.ts'
import type { Io } from './io.ts'
import { effectWord } from './show-tool.ts'
import { type TableRow, table } from './table.ts'
import { when } from './when.ts'

type Row = ResultOf<'grants.list'>['grants'][number]
type Say = Pick<Io, 'say'>

/** The grants for people: a short id, the tool, how often each was used and may be, until when, for which arguments. */
export function grantRows(rows: readonly Row[], io: Say): TableRow[] {
  const short = shortIds(rows.map(({ id }) => id))
  return table([[h.id, h.tool, h.used, h.until, h.given].map((word) => io.say(word)), ...rows.map((row) => [
    short.get(row.id) ?? row.id, String(row.grant['tool'] ?? '-'), usesOf(row.grant, row.uses, io), untilOf(row, io), argumentsOf(row.grant, io),
  ])])
}

/** All of one grant, a term and what it says a row. */
export function grantLines({ id, grant, kind, uses, createdAt, state }: Row, io: Pick<Io, 'say' | 'globals'>): TableRow[] {
  const made = isObject(grant['made']) ? grant['made'] : {}
  const account = grant['account']
  const effect = grant['effect']
  const places = Array.isArray(grant['destinations']) ? grant['destinations'].map((place) => placeIn(place, io.globals.lang)) : []
  const row2 = (word: keyof typeof w, text: string | undefined): string[][] => (text === undefined ? [] : [[io.say(w[word]), text]])
  return table([
    ...row2('id', id), [io.say(h.tool), String(grant['tool'] ?? '-')],
    ...(typeof effect === 'string' ? [[io.say(h.effect), effectWord(effect, io.globals.lang)]] : []),
    ...(typeof account === 'string' ? [[io.say(c.account), account]] : []),
    ...(places.length > 0 ? [[io.say(h.place), places.join(', ')]] : []),
    [io.say(c.arguments), argumentsOf(grant, io)],
    ...row2('ceiling', io.say(grant['ceiling'] === 'tainted' ? w.tainted : w.untainted)),
    [io.say(h.used), usesOf(grant, uses, io)], [io.say(h.until), untilOf({ grant, kind, state }, io)],
    ...row2('made', `${when(createdAt)} ${io.say({ stored: w.byAnswer, file: w.byFile, session: w.bySession }[kind])}`),
    ...row2('by', typeof made['by'] === 'string' ? made['by'] : undefined),
    ...row2('file', typeof grant['file'] === 'string' ? grant['file'] : undefined),
    ...row2('conversation', typeof grant['conversation'] === 'string' ? grant['conversation'] : undefined),
    ...row2('version', typeof grant['contentHash'] === 'string' ? grant['contentHash'] : io.say(kind === 'file' ? w.anyVersion : w.definitionOnly)),
  ])
}

/** `?` for what is no place that we know. */
function placeIn(stored: unknown, lang: Lang): string {
  const { data } = destinationSchema.safeParse(stored)
  return data ? destination(nameDestination(data), lang) : '?'
}

/** An allow-file's line has `uses` in all, any other grant says what is left. */
function usesOf(grant: Row['grant'], used: number, io: Say): string {
  const limit = typeof grant['uses'] === 'number' ? grant['uses'] : typeof grant['usesLeft'] === 'number' ? grant['usesLeft'] : undefined
  return limit === undefined ? io.say(w.usedOfAny, { used }) : io.say(w.used, { used, left: Math.max(0, limit - used) })
}

/** How long it still holds: a time with its zone or milliseconds since the epoch, its conversation, or why it does not. */
function untilOf({ grant, kind, state }: Pick<Row, 'grant' | 'kind' | 'state'>, io: Say): string {
  if (state === 'revoked') return io.say(w.revoked)
  if (state === 'changed') return io.say(w.changed)
  if (state === 'unreadable') return io.say(w.unreadable)
  const { expires } = grant
  const at = typeof expires === 'number' ? expires : typeof expires === 'string' ? Date.parse(expires) : Number.NaN
  if (Number.isNaN(at)) return io.say(kind === 'session' ? w.conversationEnds : w.forever)
  return io.say(state === 'expired' ? w.expired : w.until, { when: when(at) })
}

/** Exact values, bounds, and what may have any value. What is agreed to is what is sent: no name or value reads as another, and bounds stand as they were written. */
export function argumentsOf(grant: Row['grant'], io: Say): string {
  const rule = isObject(grant['args']) ? grant['args'] : {}
  const file = grant['kind'] === 'allow-file'
  const fixed = file ? rule : isObject(rule['exact']) ? rule['exact'] : {}
  const within = file ? grant['schema'] : rule['within']
  const free = file ? 'others' : rule['free']
  return [
    ...Object.entries(fixed).map(([name, value]) => `${exactName(name)}=${exact(value)}`),
    ...(isObject(within) ? Object.entries(within).map(([name, bounds]) => `${exactName(name)}: ${exact(bounds)}`) : []),
    ...(Array.isArray(free) ? free.map((name) => io.say(w.anyValue, { name: exactName(String(name)) })) : free === 'others' ? [io.say(w.othersFree)] : []),
  ].join(' ') || '-'
}
