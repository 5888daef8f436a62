/** A day on the campus wall clock, with a time where one is known. China has had one zone and no summer time since 1991. */
export interface Moment {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly time: { readonly hour: number; readonly minute: number; readonly second: number | undefined } | undefined
}

const offsetMs = 8 * 3_600_000
const dayMs = 86_400_000
const two = (n: number) => String(n).padStart(2, '0')

/** Undefined for a day that does not exist or a year outside 1 to 9999. */
export function makeMoment(year: number, month: number, day: number, time: Moment['time'] = undefined): Moment | undefined {
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, day)
  const real = year >= 1 && year <= 9999 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return real ? { year, month, day, time } : undefined
}

/** From Unix milliseconds; undefined outside the years 1 to 9999. */
export function fromEpoch(ms: number): Moment | undefined {
  const at = new Date(ms + offsetMs)
  if (Number.isNaN(at.getTime())) return undefined
  return makeMoment(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), {
    hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds(),
  })
}

/** `2026-06-30`, `2026-06-30T15:30` or `2026-06-30T15:30:05`. */
export function toText(moment: Moment): string {
  const { year, month, day, time } = moment
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  if (!time) return date
  return `${date}T${two(time.hour)}:${two(time.minute)}${time.second === undefined ? '' : `:${two(time.second)}`}`
}

export const dateOf = (moment: Moment): Moment => ({ ...moment, time: undefined })

/** Days since the epoch, of the wall clock's day. */
const dayNumber = ({ year, month, day }: Moment): number => {
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, day)
  return at.getTime() / dayMs
}

export function addDays(moment: Moment, days: number): Moment | undefined {
  const at = new Date((dayNumber(moment) + days) * dayMs)
  return Number.isNaN(at.getTime()) ? undefined : makeMoment(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), moment.time)
}

/** 1 for Monday to 7 for Sunday. The epoch was a Thursday. */
export const weekdayOf = (moment: Moment): number => (((dayNumber(moment) + 3) % 7) + 7) % 7 + 1

export function termOf({ year, month }: Moment): string {
  const start = month >= 9 ? year : year - 1
  const term = month >= 9 || month === 1 ? 1 : month <= 6 ? 2 : 3
  return `${two(start % 100)}-${two((start + 1) % 100)}-${term}`
}

export function weekOf(moment: Moment, firstMonday: Moment): number | undefined {
  const days = dayNumber(moment) - dayNumber(firstMonday)
  return days < 0 ? undefined : Math.floor(days / 7) + 1
}

/** Undefined when the form asks for a time and none is known. */
export function formatMoment(moment: Moment, form: string): string | undefined {
  const { time } = moment
  if (!time && /[Hms]/.test(form)) return undefined
  const parts: Readonly<Record<string, string>> = {
    YYYY: String(moment.year).padStart(4, '0'), MM: two(moment.month), M: String(moment.month), DD: two(moment.day), D: String(moment.day),
    HH: two(time?.hour ?? 0), H: String(time?.hour ?? 0), mm: two(time?.minute ?? 0), ss: two(time?.second ?? 0),
  }
  return form.replace(/YYYY|MM|M|DD|D|HH|H|mm|ss/g, (token) => parts[token] ?? token)
}
