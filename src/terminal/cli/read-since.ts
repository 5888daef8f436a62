import { HarnessError } from '../../rules/errors/index.ts'
import { problemWords } from '../../rules/words/usage.ts'
import type { Io } from './io.ts'

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/**
 * From when on, in milliseconds since the epoch: so long before `now` (`90m`, `12h`, `7d`), a day of this machine's zone
 * (`2026-09-01`), or a moment with its zone (`2026-09-01T08:00+08:00`). Throws `USAGE` for anything else and for what is to come.
 */
export function readSince(text: string, option: string, now: number, io: Pick<Io, 'say'>): number {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const at = count === undefined ? moment(text) : now - Number(count) * units[unit as keyof typeof units]
  if (!(at >= 0 && at <= now)) throw new HarnessError('USAGE', { problem: io.say(problemWords.since, { name: option }) })
  return at
}

function moment(text: string): number {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return Date.parse(`${text}T00:00`)
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN
}
