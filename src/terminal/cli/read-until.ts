import { HarnessError } from '../../rules/errors/index.ts'
import { problemWords } from '../../rules/words/usage.ts'
import type { Io } from './io.ts'
import { durationIn, momentIn } from './read-moment.ts'

/** Farther off nobody means what they typed, in milliseconds. */
const farthest = 366 * 86_400_000

/**
 * When something is to end, in milliseconds since the epoch: so long from `now` (`90m`, `12h`, `7d`), or a moment with its zone
 * (`2026-12-31T18:00+08:00`). Throws `USAGE` for anything else, for what is past, and for more than a year.
 */
export function readUntil(text: string, option: string, now: number, io: Pick<Io, 'say'>): number {
  const long = durationIn(text)
  const at = long === undefined ? momentIn(text) : now + long
  if (at === undefined || at <= now || at > now + farthest) throw new HarnessError('USAGE', { problem: io.say(problemWords.until, { name: option }) })
  return at
}
