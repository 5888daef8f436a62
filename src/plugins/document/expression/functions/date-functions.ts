import type { Json } from '../../../../rules/json.ts'
import { addDays, dateOf, formatMoment, fromEpoch, type Moment, termOf, toText, weekdayOf, weekOf } from '../dates/moment.ts'
import { parseMoment } from '../dates/parse-moment.ts'
import type { Work } from '../evaluate.ts'
import { made } from '../operators.ts'
import { type FunctionSpec, integer, text } from './function-spec.ts'

/** Dates are texts of campus wall clock (Asia/Shanghai): `2026-06-30`, or `2026-06-30T15:30` where a time is known. */
export const dateFunctions = {
  now: {
    arity: [0, 0], seesNull: true,
    examples: [['now()', '2026-03-10T09:30:00']],
    run: (_, work) => write(fromEpoch(work.now()), work),
  },
  today: {
    arity: [0, 0], seesNull: true,
    examples: [['today()', '2026-03-10']],
    run: (_, work) => on(work.now(), work, dateOf),
  },
  /** date(text): its day without a time; date(year, month, day): that day, or null when there is none. */
  date: {
    arity: [1, 3],
    examples: [["date('2026年4月4日 下午11:59')", '2026-04-04'], ['date(2026, 2, 30)', null]],
    run([value, month, day], work) {
      if (month === undefined) return on(value, work, dateOf)
      return day === undefined ? null : write(parseMoment(`${integer(value, work)}-${integer(month, work)}-${integer(day, work)}`, work.now()), work)
    },
  },
  /** parseDate(text or Unix time, first Monday): reads Chinese and common forms, 第3周 星期二 from the Monday that is given; no time is made up where none is given (bug-log 151). */
  parseDate: {
    arity: [1, 2],
    examples: [["parseDate('2026年4月4日 星期六 下午11:59')", '2026-04-04T23:59'], ["parseDate('明天 8:00')", '2026-03-11T08:00'], ["parseDate('第3周 星期二', '2026-03-02')", '2026-03-17'], ["parseDate('时间待定')", null]],
    run: ([value, start], work) => write(read(value, work, start === null || start === undefined ? undefined : read(start, work)), work),
  },
  /** formatDate(date, 'YYYY年M月D日 HH:mm'): YYYY MM M DD D HH H mm ss; null when it asks for a time that is not known. */
  formatDate: {
    arity: [2, 2],
    examples: [["formatDate('2026-04-04T23:59', 'M月D日 HH:mm')", '4月4日 23:59']],
    run([value, form], work) {
      const moment = read(value, work)
      const written = moment && formatMoment(moment, text(form, work).slice(0, 100))
      return written === undefined ? null : made(written, work)
    },
  },
  addDays: {
    arity: [2, 2],
    examples: [["addDays('2026-02-28', 1)", '2026-03-01']],
    run: ([value, days], work) => on(value, work, (moment) => addDays(moment, integer(days, work))),
  },
  /** weekday(date): 1 for Monday to 7 for Sunday. */
  weekday: {
    arity: [1, 1],
    examples: [["weekday('2026-03-10')", 2]],
    run: ([value], work) => part(value, work, weekdayOf),
  },
  /** term(date): as campus services write it, `25-26-2`; autumn from September, spring from February, summer from July. */
  term: {
    arity: [1, 1],
    examples: [["term('2026-03-10')", '25-26-2']],
    run: ([value], work) => part(value, work, termOf),
  },
  /** week(date, first Monday): week of the term, 1 for the first; null before it. */
  week: {
    arity: [2, 2],
    examples: [["week('2026-03-10', '2026-03-02')", 2]],
    run([value, start], work) {
      const from = start === null || start === undefined ? undefined : read(start, work)
      return from ? part(value, work, (moment) => weekOf(moment, from)) : null
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>

function read(value: Json | undefined, work: Work, firstMonday?: Moment): Moment | undefined {
  if (typeof value === 'number') return fromEpoch(Math.abs(value) < 1e11 ? value * 1000 : value)
  if (typeof value !== 'string') throw work.wrong('string | number', value ?? null)
  return parseMoment(value, work.now(), firstMonday)
}
const write = (moment: Moment | undefined, work: Work): Json => (moment ? made(toText(moment), work) : null)
const on = (value: Json | undefined, work: Work, change: (moment: Moment) => Moment | undefined): Json => {
  const moment = read(value, work)
  return write(moment && change(moment), work)
}
const part = (value: Json | undefined, work: Work, take: (moment: Moment) => string | number | undefined): Json => {
  const moment = read(value, work)
  return (moment && take(moment)) ?? null
}
