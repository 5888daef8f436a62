import { chineseNumber } from '../chinese-number.ts'
import { addDays, dateOf, fromEpoch, makeMoment, type Moment } from './moment.ts'

/** Longest text that is read as a date. */
const longest = 100

/**
 * Reads a date as campus pages write it: `2026-06-30`, `2026/6/30 9:05`, `2026年6月30日 下午3:30`, `6月30日晚7点半`, `明天 8:00`,
 * ISO 8601 with an offset, and `第3周 星期二` of the term whose first Monday is told. A day without a year is the one nearest to now; a
 * range is its beginning. Undefined when there is no such day; no time is made up (bug-log 151). `now` is in Unix milliseconds.
 */
export function parseMoment(text: string, now: number, firstMonday?: Moment): Moment | undefined {
  if (text.length > longest) return undefined
  // Full-width digits and colons become plain ones.
  const plain = text.normalize('NFKC').trim()
  const zoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/.exec(plain)
  if (zoned) return fromEpoch(Date.parse(plain.replace(' ', 'T')))
  const day = readDay(plain, now) ?? readWeekday(plain, firstMonday)
  if (!day) return undefined
  // The time of a range's end is not that of its beginning.
  const clock = readClock(day.rest.split(anotherDay, 1)[0] ?? '')
  if (clock === 'wrong') return undefined
  if (!clock) return day.moment
  const onDay = clock.nextDay ? addDays(day.moment, 1) : day.moment
  return onDay && { ...onDay, time: clock.time }
}

function readDay(text: string, now: number): { moment: Moment; rest: string } | undefined {
  const full = /(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?!\d)\s*[日号]?T?/.exec(text)
  if (full) return found(makeMoment(Number(full[1]), Number(full[2]), Number(full[3])), text, full)
  const short = /(?<!\d)(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]/.exec(text)
  if (short) return found(nearestYear(Number(short[1]), Number(short[2]), now), text, short)
  const relative = saidDay.exec(text)
  if (!relative) return undefined
  const today = fromEpoch(now)
  return found(today && addDays(dateOf(today), fromToday[relative[0]] ?? 0), text, relative)
}

/** 今 of 今晚 is a day too, and 晚 says when in it. */
const saidDay = /大前天|大后天|(?<!提)前天|后天|[昨今明][天日]|[昨今明](?=[早晚])/
const fromToday: Readonly<Record<string, number>> = {
  大前天: -3, 前天: -2, 昨天: -1, 昨日: -1, 昨: -1, 今天: 0, 今日: 0, 今: 0, 明天: 1, 明日: 1, 明: 1, 后天: 2, 大后天: 3,
}
const anotherDay = /\d{4}\s*[-/.年]\s*\d|\d{1,2}\s*(?:[月日]|号(?![楼教厅馆室门线机院店窗]))|大?[前后]天|[昨今明][天日早晚]/

const weekForm = /第\s*(\d{1,2}|[一二三四五六七八九十]{1,3})\s*(?:教学)?周[\s,的]*(?:星期|礼拜|周)\s*([一二三四五六日天1-7])/

/** 第3周 星期二, counted from the Monday of the first week. */
function readWeekday(text: string, firstMonday: Moment | undefined): { moment: Moment; rest: string } | undefined {
  const match = firstMonday && weekForm.exec(text)
  const week = match && numberOf(match[1] ?? '')
  if (!match || !week) return undefined
  const weekday = match[2] === '天' || match[2] === '日' ? 7 : numberOf(match[2] ?? '')
  return weekday === undefined ? undefined : found(addDays(dateOf(firstMonday), (week - 1) * 7 + weekday - 1), text, match)
}

const numberOf = (written: string): number | undefined => (/^\d+$/.test(written) ? Number(written) : chineseNumber(written))

const found = (moment: Moment | undefined, text: string, match: RegExpExecArray) =>
  moment && { moment, rest: text.slice(match.index + match[0].length) }

function nearestYear(month: number, day: number, now: number): Moment | undefined {
  const today = fromEpoch(now)
  if (!today) return undefined
  const distance = (moment: Moment) => Math.abs((moment.year - today.year) * 372 + (moment.month - today.month) * 31 + moment.day - today.day)
  return [today.year, today.year - 1, today.year + 1]
    .map((year) => makeMoment(year, month, day))
    .filter((moment) => moment !== undefined)
    .sort((a, b) => distance(a) - distance(b))[0]
}

/** A number straight after 共 and the like is how long something takes, not when it is. */
const clockForm = /(凌晨|清晨|早晨|早上|早|上午|中午|下午|傍晚|晚上|晚|夜里|深夜|半夜|午夜|[AaPp]\.?[Mm]\.?)?\s*(?<!\d)(?<!(?:共|历时|为时|时长|用时|耗时|持续|限时)[:\s]*)(\d{1,2})\s*(?::\s*(\d{2})(?::(\d{2}))?|[点时]\s*(?:(半|一刻|三刻)|(\d{1,2})\s*分?)?)\s*([AaPp]\.?[Mm]\.?)?/

interface Clock { readonly time: NonNullable<Moment['time']>; readonly nextDay: boolean }

/** The time in what follows the day; undefined without one or where it could be two, `wrong` for one that does not exist. */
function readClock(rest: string): Clock | undefined | 'wrong' {
  const match = clockForm.exec(rest)
  if (!match) return undefined
  const [, before, digits, colonMinute, colonSecond, quarter, pointMinute, after] = match
  const said = (before ?? after ?? '').toLowerCase().replaceAll('.', '')
  const hour = Number(digits)
  const minute = quarter ? { 半: 30, 一刻: 15, 三刻: 45 }[quarter] ?? 0 : Number(colonMinute ?? pointMinute ?? 0)
  const second = colonSecond === undefined ? undefined : Number(colonSecond)
  const late = night.test(said) && hour === 12
  const full = late || (hour === 24 && minute === 0) ? 0 : hourOfDay(said, hour)
  if (full === undefined) return undefined
  if (full > 23 || minute > 59 || (second ?? 0) > 59) return 'wrong'
  return { time: { hour: full, minute, second }, nextDay: late || hour === 24 }
}

const night = /^(晚|晚上|夜里|深夜|半夜|午夜)$/

/** Of the clock's 24; undefined where people who say so could mean either. */
function hourOfDay(said: string, hour: number): number | undefined {
  if (/^(下午|傍晚|pm)$/.test(said)) return hour < 12 ? hour + 12 : hour
  if (said === '中午') return hour < 10 ? hour + 12 : hour
  if (/^(凌晨|am)$/.test(said)) return hour === 12 ? 0 : hour
  return night.test(said) && hour < 12 ? hourOfNight(said, hour) : hour
}

/** 晚上 ends where 夜里 goes on: 晚上8点 is 20:00, 夜里1点 is 01:00, and 晚上1点 or 半夜7点 is said by nobody who is clear. */
function hourOfNight(said: string, hour: number): number | undefined {
  const evening = said.startsWith('晚')
  if (hour <= 5) return evening ? undefined : hour
  return evening || said === '夜里' || hour >= 9 ? hour + 12 : undefined
}
