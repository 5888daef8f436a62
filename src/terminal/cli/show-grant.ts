import type { ResultOf } from '../../daemon/protocol/methods.ts'
import { isObject } from '../../rules/json.ts'
import { shortIds } from '../../rules/short-id.ts'
import { headWords as h } from '../../rules/words/lists.ts'
import { grantWords as w } from '../../rules/words/show.ts'
import type { Io } from './io.ts'
import { type TableRow, table } from './table.ts'
import { when } from './when.ts'

type Row = ResultOf<'grants.list'>['grants'][number]

/** The grants for people: a short id, the tool, how often each was used and may be, until when, for which arguments. */
export function grantRows(rows: readonly Row[], io: Pick<Io, 'say'>, now: number): TableRow[] {
  const short = shortIds(rows.map(({ id }) => id))
  return table([[h.id, h.tool, h.used, h.until, h.given].map((word) => io.say(word)), ...rows.map(({ id, grant, uses, revokedAt }) => [
    short.get(id) ?? id, String(grant['tool'] ?? '-'), usesOf(grant, uses, io), revokedAt === undefined ? untilOf(grant['expires'], io, now) : io.say(w.revoked), argumentsOf(grant),
  ])])
}

/** An allow-file's line has `uses` in all, any other grant says what is left. */
function usesOf(grant: Row['grant'], used: number, io: Pick<Io, 'say'>): string {
  const limit = typeof grant['uses'] === 'number' ? grant['uses'] : typeof grant['usesLeft'] === 'number' ? grant['usesLeft'] : undefined
  return limit === undefined ? io.say(w.usedOfAny, { used }) : io.say(w.used, { used, left: Math.max(0, limit - used) })
}

/** A time with its zone, or milliseconds since the epoch. */
function untilOf(expires: unknown, io: Pick<Io, 'say'>, now: number): string {
  const at = typeof expires === 'number' ? expires : typeof expires === 'string' ? Date.parse(expires) : Number.NaN
  if (Number.isNaN(at)) return io.say(w.forever)
  return io.say(at <= now ? w.expired : w.until, { when: when(at) })
}

function argumentsOf(grant: Row['grant']): string {
  const rule = isObject(grant['args']) ? grant['args'] : {}
  const exact = grant['kind'] === 'allow-file' ? rule : isObject(rule['exact']) ? rule['exact'] : {}
  return Object.entries(exact).map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(' ') || '-'
}
