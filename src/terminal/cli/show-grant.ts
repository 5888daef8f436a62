import type { ResultOf } from '../../daemon/protocol/methods.ts'
import { isObject } from '../../rules/json.ts'
import { grantWords as w } from '../../rules/words/show.ts'
import type { Io } from './io.ts'

type Row = ResultOf<'grants.list'>['grants'][number]

/** A grant as cells of a table: its tool, for which arguments, how often it was used and may be, until when, its id. */
export function grantCells({ id, grant, uses, revokedAt }: Row, io: Pick<Io, 'say'>, now: number): string[] {
  return [String(grant['tool'] ?? '-'), argumentsOf(grant), usesOf(grant, uses, io), revokedAt === undefined ? untilOf(grant['expires'], io, now) : io.say(w.revoked), id]
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
  return io.say(at <= now ? w.expired : w.until, { when: new Date(at).toLocaleString() })
}

function argumentsOf(grant: Row['grant']): string {
  const rule = isObject(grant['args']) ? grant['args'] : {}
  const exact = grant['kind'] === 'allow-file' ? rule : isObject(rule['exact']) ? rule['exact'] : {}
  return Object.entries(exact).map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(' ') || '-'
}
