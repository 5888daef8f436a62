import { HarnessError } from '../../rules/errors/index.ts'
import { problemWords } from '../../rules/words/usage.ts'
import type { Io } from './io.ts'

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const
/** Farther off nobody means what they typed, in milliseconds. */
const farthest = 366 * units.d

/**
 * When something is to end, in milliseconds since the epoch: so long from `now` (`90m`, `12h`, `7d`), or a moment with its zone
 * (`2026-12-31T18:00+08:00`). Throws `USAGE` for anything else, for what is past, and for more than a year.
 */
export function readUntil(text: string, option: string, now: number, io: Pick<Io, 'say'>): number {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN
  const at = count === undefined ? moment : now + Number(count) * units[unit as keyof typeof units]
  if (!(at > now && at <= now + farthest)) throw new HarnessError('USAGE', { problem: io.say(problemWords.until, { name: option }) })
  return at
}
