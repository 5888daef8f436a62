const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** How long `90m`, `12h` or `7d` is, in milliseconds; undefined for anything else. */
export function durationIn(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * units[unit as keyof typeof units]
}

/** A moment with its zone (`2026-12-31T18:00+08:00`) in milliseconds since the epoch; undefined for anything else, a day that its month has not too. */
export function momentIn(text: string): number | undefined {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? parsed(text) : undefined
}

/** The same of the beginning of a day (`2026-09-01`) in this machine's zone. */
export function dayIn(text: string): number | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? parsed(`${text}T00:00`) : undefined
}

/** `Date.parse` alone makes 2 March of 30 February. */
function parsed(text: string): number | undefined {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  const at = Date.parse(text)
  return Number.isNaN(at) || day > new Date(Date.UTC(year, month, 0)).getUTCDate() ? undefined : at
}
