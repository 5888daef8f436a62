/**
 * A moment for people: the local time to the minute, and how far it is from UTC where that is not the university's zone.
 * Documents (`--json`) have milliseconds instead.
 * @param at milliseconds since the epoch
 */
export function when(at: number): string {
  const date = new Date(at)
  const two = (value: number): string => String(value).padStart(2, '0')
  const offset = -date.getTimezoneOffset()
  const zone = offset === beijing ? '' : ` UTC${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}${zone}`
}
/** Asia/Shanghai, in minutes east of UTC; it has no summer time. */
const beijing = 480
