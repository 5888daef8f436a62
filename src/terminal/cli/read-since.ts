import { HarnessError } from '../../rules/errors/index.ts'
import { problemWords } from '../../rules/words/usage.ts'
import type { Io } from './io.ts'
import { dayIn, durationIn, momentIn } from './read-moment.ts'

/**
 * From when on, in milliseconds since the epoch: so long before `now` (`90m`, `12h`, `7d`), a day of this machine's zone
 * (`2026-09-01`), or a moment with its zone (`2026-09-01T08:00+08:00`). Throws `USAGE` for anything else and for what is to come.
 */
export function readSince(text: string, option: string, now: number, io: Pick<Io, 'say'>): number {
  const long = durationIn(text)
  const at = long === undefined ? dayIn(text) ?? momentIn(text) : now - long
  if (at === undefined || at < 0 || at > now) throw new HarnessError('USAGE', { problem: io.say(problemWords.since, { name: option }) })
  return at
}
