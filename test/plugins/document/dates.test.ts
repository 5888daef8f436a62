import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/rules/json.ts'
import { parseMoment } from '../../../src/plugins/document/expression/dates/parse-moment.ts'
import { addDays, makeMoment, toText } from '../../../src/plugins/document/expression/dates/moment.ts'
import { evaluate } from '../../../src/plugins/document/expression/evaluate.ts'
import { createMeter } from '../../../src/plugins/document/expression/meter.ts'
import { parseExpression } from '../../../src/plugins/document/expression/parse-expression.ts'

const now = Date.parse('2026-11-30T10:00:00+08:00')
const read = (text: string, at = now) => { const moment = parseMoment(text, at); return moment && toText(moment) }
const run = (source: string): Json => evaluate(parseExpression(source), { lookup: () => null, meter: createMeter(), now: () => now, step: 's' })

describe('bug-log 151: dates as campus pages write them', () => {
  it.each([
    ['2026年6月30日 下午3:30', '2026-06-30T15:30'], ['2026-06-30', '2026-06-30'], ['2026-6-3', '2026-06-03'], ['2026/06/30 9:05', '2026-06-30T09:05'], ['2026.6.30', '2026-06-30'],
    ['２０２６年６月３０日１５：３０', '2026-06-30T15:30'], ['发布时间：2026-06-30 15:30:07', '2026-06-30T15:30:07'], ['2026年6月30日（周二）晚上7点半', '2026-06-30T19:30'],
    ['2026年6月30日上午8时', '2026-06-30T08:00'], ['2026年6月30日 中午12:00', '2026-06-30T12:00'], ['2026年6月30日 中午1点', '2026-06-30T13:00'], ['2026年6月30日 凌晨12:10', '2026-06-30T00:10'],
    ['2026年6月30日 晚12点', '2026-07-01T00:00'], ['2026-06-30 24:00', '2026-07-01T00:00'], ['2026年6月30日 下午3点一刻', '2026-06-30T15:15'], ['2026-06-30 3:30 PM', '2026-06-30T15:30'], ['2026-06-30 12:05 am', '2026-06-30T00:05'],
    ['2026-06-30T15:30', '2026-06-30T15:30'], ['2026-06-30T07:30:00Z', '2026-06-30T15:30:00'], ['2026-06-30T15:30:00.250+08:00', '2026-06-30T15:30:00'], ['2026-12-31T23:00:00-05:00', '2027-01-01T12:00:00'],
    ['12月5日', '2026-12-05'], ['1月8日 下午2:00', '2027-01-08T14:00'], ['10月8号', '2026-10-08'], ['今天', '2026-11-30'], ['明天 8:00', '2026-12-01T08:00'], ['后天', '2026-12-02'], ['昨天 晚上9点', '2026-11-29T21:00'],
    ['2026-02-29', undefined], ['2026-13-01', undefined], ['2026-06-31', undefined], ['2026-06-30 25:00', undefined], ['2026-06-30 10:75', undefined], ['', undefined], ['下周', undefined], ['15:30', undefined], ['第3节', undefined], [`${'x'.repeat(101)}2026-06-30`, undefined],
  ])('%s reads as %s', (text, expected) => { expect(read(text)).toBe(expected) })
})

describe('days that are said from today, or by the week of the term', () => {
  it.each([
    ['今晚7点半', '2026-11-30T19:30'], ['明早8点', '2026-12-01T08:00'], ['明晚', '2026-12-01'], ['昨晚12点', '2026-11-30T00:00'], ['前天', '2026-11-28'], ['大后天 9:00', '2026-12-03T09:00'], ['今日15:00', '2026-11-30T15:00'], ['明日', '2026-12-01'], ['昨日', '2026-11-29'],
    ['第3周 星期二', undefined], ['星期二', undefined],
  ])('%s', (text, expected) => { expect(read(text)).toBe(expected) })

  it.each([
    ['第3周 星期二', '2026-09-22'], ['第1周周一', '2026-09-07'], ['第三周 星期日 下午3:30', '2026-09-27T15:30'], ['第十六周星期天', '2026-12-27'], ['第12教学周，周5', '2026-11-27'], ['第二十周 周六晚7点', '2027-01-23T19:00'],
    ['第3周', undefined], ['第0周 周一', undefined], ['第3周 周八', undefined], ['第3周 周二 24:00', '2026-09-23T00:00'], ['2026-10-01（第4周 周四）', '2026-10-01'],
  ])('%s, of a term that began on 7 September', (text, expected) => {
    const moment = parseMoment(text, now, makeMoment(2026, 9, 7))
    expect(moment && toText(moment)).toBe(expected)
  })
})

describe('a range is read as its beginning, and a time that is its end\'s is not put there', () => {
  it.each([
    ['2026年6月30日 8:00-10:00', '2026-06-30T08:00'], ['2026年6月30日下午2:00—4:30', '2026-06-30T14:00'], ['2026-06-30 ~ 2026-07-02', '2026-06-30'], ['6月30日至7月2日 17:00', '2026-06-30'], ['6月30日9:00至7月2日17:00', '2026-06-30T09:00'],
    ['2026-06-30 至 2026-07-02 08:00', '2026-06-30'], ['2026.6.30-7.2', '2026-06-30'], ['12月30日—1月3日', '2026-12-30'], ['今天到明天 8:00', '2026-11-30'], ['6月30日（至17:00）', '2026-06-30T17:00'], ['2026年6月30日第3-4节', '2026-06-30'], ['2026年6月30日 12号楼 8:00', '2026-06-30T08:00'], ['6月30日-2号 17:00', '2026-06-30'],
  ])('%s', (text, expected) => { expect(read(text, Date.parse(text.startsWith('6') ? '2026-06-01T10:00:00+08:00' : '2026-11-30T10:00:00+08:00'))).toBe(expected) })
})

describe('bug-log 151: night hours are not the afternoon', () => {
  it.each([
    ['夜里1点', '2026-06-30T01:00'], ['夜里2:30', '2026-06-30T02:30'], ['夜里5点', '2026-06-30T05:00'], ['夜里0点', '2026-06-30T00:00'], ['夜里11点', '2026-06-30T23:00'], ['夜里12点', '2026-07-01T00:00'], ['夜里23:30', '2026-06-30T23:30'],
    ['晚上1点', '2026-06-30'], ['晚5点', '2026-06-30'], ['晚上0:30', '2026-06-30'], ['晚上6点', '2026-06-30T18:00'], ['晚7点半', '2026-06-30T19:30'], ['晚上11:59', '2026-06-30T23:59'], ['晚上12点', '2026-07-01T00:00'], ['晚上20:00', '2026-06-30T20:00'],
    ['午夜12点', '2026-07-01T00:00'], ['午夜12:30', '2026-07-01T00:30'], ['半夜12点', '2026-07-01T00:00'], ['深夜12点', '2026-07-01T00:00'], ['午夜0点', '2026-06-30T00:00'],
    ['半夜3点', '2026-06-30T03:00'], ['深夜11点', '2026-06-30T23:00'], ['深夜2点一刻', '2026-06-30T02:15'], ['半夜7点', '2026-06-30'], ['凌晨1点', '2026-06-30T01:00'], ['下午1点', '2026-06-30T13:00'],
    ['共2时', '2026-06-30'], ['共 12 时', '2026-06-30'], ['历时3时20分', '2026-06-30'], ['共2时，8:30开始', '2026-06-30T08:30'], ['8时', '2026-06-30T08:00'], ['下午共2时', '2026-06-30'],
  ])('6月30日%s', (text, expected) => { expect(read(`2026年6月30日${text}`)).toBe(expected) })
})

describe('functions', () => {
  it.each<[string, Json]>([
    ['now()', '2026-11-30T10:00:00'], ['today()', '2026-11-30'], ["date('2026年6月30日 下午3:30')", '2026-06-30'], ['date(2026, 2, 28)', '2026-02-28'], ['date(2026, 2, 30)', null],
    ["parseDate('2026年6月30日 下午3:30')", '2026-06-30T15:30'], ['parseDate(1781000000)', '2026-06-09T18:13:20'], ['parseDate(1781000000000)', '2026-06-09T18:13:20'], ["parseDate('不是日期')", null],
    ["formatDate('2026-06-03T15:05', 'M月D日 HH:mm')", '6月3日 15:05'], ["formatDate('2026-06-03', 'YYYY/MM/DD')", '2026/06/03'], ["formatDate('2026-06-03', 'HH:mm')", null],
    ["addDays('2026-02-27', 2)", '2026-03-01'], ["addDays('2026-03-01T08:00', -1)", '2026-02-28T08:00'], ["addDays('9999-12-31', 1)", null],
    ["weekday('2026-11-30')", 1], ["weekday('2026-12-06')", 7], ["term('2026-09-01')", '26-27-1'], ["term('2027-01-10')", '26-27-1'], ["term('2026-03-01')", '25-26-2'], ["term('2026-07-15')", '25-26-3'],
    ["parseDate('第3周 星期二', '2026-09-07')", '2026-09-22'], ["parseDate('第3周 星期二')", null], ["parseDate('第3周 星期二', null)", null], ["parseDate('2026-06-30', '2026-09-07')", '2026-06-30'], ["week('2026-09-07', '2026-09-07')", 1], ["week('2026-09-20', '2026-09-07')", 2], ["week('2026-09-01', '2026-09-07')", null],
  ])('%s is %j', (source, value) => { expect(run(source)).toEqual(value) })
})

it('a day that is written is read back, and days add up', () => {
  const day = fc.record({ year: fc.integer({ min: 1900, max: 2200 }), month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 28 }), n: fc.integer({ min: -5_000, max: 5_000 }) })
  fc.assert(fc.property(day, ({ year, month, day, n }) => {
    const moment = makeMoment(year, month, day)
    if (!moment) throw new Error('no day')
    expect(read(toText(moment))).toBe(toText(moment))
    const there = addDays(moment, n)
    expect(there && addDays(there, -n)).toEqual(moment)
  }))
})
