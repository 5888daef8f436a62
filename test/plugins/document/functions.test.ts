import { describe, expect, it } from 'vitest'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import type { Json } from '../../../src/rules/json.ts'
import { evaluate } from '../../../src/plugins/document/expression/evaluate.ts'
import { type FunctionName, functionTable, isFunctionName } from '../../../src/plugins/document/expression/functions/function-table.ts'
import { createMeter } from '../../../src/plugins/document/expression/meter.ts'
import { parseExpression } from '../../../src/plugins/document/expression/parse-expression.ts'
import { caught } from '../scene/documents.ts'
import { functionResults } from './function-results.ts'

const names: Readonly<Record<string, Json>> = { none: null, list: [3, null, 1], rows: [{ id: 1, name: '甲' }, { id: 2, name: null }], row: { id: 1, name: '甲' }, text: '高数 A' }
const run = (source: string, more: Readonly<Record<string, Json>> = {}): Json => evaluate(parseExpression(source), {
  lookup: (name) => (Object.hasOwn(more, name) ? more[name] : names[name]), meter: createMeter(), now: () => Date.parse('2026-11-30T10:00:00+08:00'), step: 's',
})

/** What each function gives, and what it takes for a wrong type: the kind it wants and the kind it found. */
type Cases = { readonly gives: readonly (readonly [string, Json])[]; readonly wrong: readonly (readonly [string, string, string])[] }

const cases: Readonly<Record<FunctionName, Cases>> = {
  trim: { gives: [["trim('\u00a0 a b\u3000\\n')", 'a b'], ['trim(12)', '12'], ["trim('')", ''], ['trim(none)', null]], wrong: [['trim(list)', 'string', 'array'], ['trim(true)', 'string', 'boolean'], ['trim(row)', 'string', 'object']] },
  lower: { gives: [["lower('ÀB高')", 'àb高'], ['lower(none)', null]], wrong: [['lower(true)', 'string', 'boolean']] },
  upper: { gives: [["upper('aß高')", 'ASS高'], ['upper(none)', null]], wrong: [['upper(row)', 'string', 'object']] },
  replace: { gives: [["replace('a+b+c', '+', '$&')", 'a$&b$&c'], ["replace('aaa', 'aa', 'b')", 'ba'], ["replace(none, 'a', 'b')", null], ["replace(12, '1', '3')", '32']], wrong: [["replace('a', none, 'b')", 'string', 'null'], ["replace('a', 'a', list)", 'string', 'array'], ["replace(row, 'a', 'b')", 'string', 'object']] },
  split: { gives: [["split('a,,b', ',')", ['a', '', 'b']], ["split('', ',')", ['']], ["split('ab', '')", ['ab']], ["split(none, ',')", null]], wrong: [["split(list, ',')", 'string', 'array'], ["split('a', none)", 'string', 'null']] },
  join: { gives: [["join(list, '、')", '3、1'], ["join([true, 'x'], '')", 'truex'], ["join([], ',')", ''], ["join(none, ',')", null]], wrong: [["join('ab', ',')", 'array', 'string'], ["join(rows, ',')", 'string | number | boolean', 'object'], ['join(list, none)', 'string', 'null']] },
  slice: { gives: [["slice('😀高数', 1)", '高数'], ["slice('abc', -2, -1)", 'b'], ['slice(list, 1, 2)', [null]], ["slice('abc', 5)", ''], ["slice('abc', 1, none)", 'bc'], ['slice(none, 1)', null]], wrong: [["slice('abc', '1')", 'integer', 'string'], ["slice('abc', 1.5)", 'integer', 'number'], ["slice('abc', none)", 'integer', 'null'], ['slice(row, 0)', 'string', 'object'], ["slice('abc', 0, true)", 'integer', 'boolean']] },
  pad: { gives: [["pad(7, 3, '0')", '007'], ["pad('ab', 4)", '  ab'], ["pad('abc', -1)", 'abc'], ["pad('a', 3, '')", 'a'], ['pad(none, 2)', null]], wrong: [["pad('a', '3')", 'integer', 'string'], ["pad('a', 3, list)", 'string', 'array'], ['pad(true, 3)', 'string', 'boolean']] },
  match: { gives: [["match('第12周', '第([0-9]+)周')", '12'], ["match('a', '(b)?a')", null], ["match('x=1', '(?<k>.)=(?<v>.)')", { k: 'x', v: '1' }], ["match('abc', 'b')", 'b'], ["match('abc', 'z')", null], ["match(none, 'a')", null], ["match(12, '2')", '2']], wrong: [["match(list, 'a')", 'string', 'array']] },
  test: { gives: [["test('2026', '^[0-9]{4}$')", true], ["test('', '^$')", true], ["test('a\\nb', '^b')", false], ["test(none, 'a')", false]], wrong: [["test(row, 'a')", 'string', 'object'], ["test(true, 'a')", 'string', 'boolean']] },
  int: { gives: [["int('007')", 7], ["int('+5')", 5], ["int('-0')", 0], ["int('1,234')", null], ["int('5 分')", null], ["int('９')", 9], ["int('一百零五')", 105], ["int('一百五')", null], ['int(-2.9)', -2], ["int('1e3')", null], ['int(none)', null]], wrong: [['int(true)', 'string | number', 'boolean'], ['int(list)', 'string | number', 'array']] },
  float: { gives: [["float('92.50')", 92.5], ["float('-.5')", -0.5], ["float('5.')", 5], ["float('1.2.3')", null], ["float('NaN')", null], ['float(3)', 3], ['float(none)', null]], wrong: [['float(row)', 'string | number', 'object']] },
  round: { gives: [['round(1.005, 2)', 1.01], ['round(-0.5)', -1], ['round(0.4)', 0], ['round(1234.5, -3)', 1235], ['round(1.23456, 20)', 1.23456], ['round(2.675, 2)', 2.68], ['round(1.5, none)', 2], ['round(none)', null], ['round(12345678901, 3)', 12345678901]], wrong: [["round('1.5')", 'number', 'string'], ["round(1, '2')", 'integer', 'string'], ['round(1, 0.5)', 'integer', 'number']] },
  abs: { gives: [['abs(-2.5)', 2.5], ['abs(0)', 0], ['abs(none)', null]], wrong: [["abs('1')", 'number', 'string']] },
  min: { gives: [['min(list)', 1], ['min(2, none, -1)', -1], ['min([])', null], ['min(none)', null], ['min([none])', null]], wrong: [["min('1', 2)", 'number', 'string'], ['min(rows)', 'number', 'object'], ['min(1)', 'array', 'number']] },
  max: { gives: [['max(list)', 3], ['max(2, none, -1)', 2], ['max([])', null]], wrong: [['max([true])', 'number', 'boolean']] },
  sum: { gives: [['sum(list)', 4], ['sum([])', 0], ['sum([1e308, 1e308])', null], ['sum(none)', null]], wrong: [["sum(['1'])", 'number', 'string'], ['sum(3)', 'array', 'number']] },
  len: { gives: [['len(text)', 4], ["len('😀')", 1], ['len(list)', 3], ['len(row)', 2], ['len(none)', 0], ['len([])', 0]], wrong: [['len(12)', 'object', 'number'], ['len(true)', 'object', 'boolean']] },
  keys: { gives: [['keys(row)', ['id', 'name']], ['keys(none)', null]], wrong: [['keys(list)', 'object', 'array'], ["keys('a')", 'object', 'string']] },
  values: { gives: [['values(row)', [1, '甲']], ['values(none)', null]], wrong: [['values(list)', 'object', 'array']] },
  first: { gives: [['first(list)', 3], ['first([])', null], ['first(none)', null]], wrong: [["first('abc')", 'array', 'string']] },
  last: { gives: [['last(list)', 1], ['last([])', null], ['last(none)', null]], wrong: [['last(row)', 'array', 'object']] },
  find: { gives: [['find(list, 1)', 1], ["find(rows, 'id', 2)", { id: 2, name: null }], ["find(rows, 'name', none)", { id: 2, name: null }], ["find(rows, 'none', 1)", null], ["find([1, none], 'a', 1)", null], ['find(none, 1)', null]], wrong: [["find('abc', 'a')", 'array', 'string'], ['find(rows, list, 1)', 'string', 'array']] },
  count: { gives: [['count(list)', 3], ['count(list, none)', 1], ["count(rows, 'id', 1)", 1], ['count(none, 1)', 0]], wrong: [['count(row)', 'array', 'object'], ["count('abc', 'a')", 'array', 'string']] },
  flatten: { gives: [['flatten([[1, [2]], 3, none])', [1, [2], 3, null]], ['flatten(none)', null]], wrong: [['flatten(row)', 'array', 'object']] },
  reverse: { gives: [['reverse(list)', [1, null, 3]], ["reverse('a😀')", '😀a'], ['reverse(none)', null]], wrong: [['reverse(row)', 'string', 'object']] },
  now: { gives: [['now()', '2026-11-30T10:00:00']], wrong: [] },
  today: { gives: [['today()', '2026-11-30']], wrong: [] },
  date: { gives: [["date('6月30日下午3:30')", '2026-06-30'], ['date(2028, 2, 29)', '2028-02-29'], ['date(2026, 2, 29)', null], ["date('今晚7点')", '2026-11-30'], ['date(2026, 6)', null], ['date(none)', null]], wrong: [['date(list)', 'string | number', 'array'], ["date(2026, '6', 1)", 'integer', 'string'], ['date(true)', 'string | number', 'boolean']] },
  parseDate: { gives: [["parseDate('6月30日 24:00')", '2026-07-01T00:00'], ["parseDate('明天下午3:30')", '2026-12-01T15:30'], ["parseDate('第3周 星期二', '2026-09-07')", '2026-09-22'], ["parseDate('x')", null], ["parseDate('')", null], ['parseDate(1e300)', null], ['parseDate(none)', null]], wrong: [['parseDate(row)', 'string | number', 'object'], ["parseDate('第3周 星期二', list)", 'string | number', 'array']] },
  formatDate: { gives: [["formatDate('2026-06-03T05:07', 'M月D日 H:mm')", '6月3日 5:07'], ["formatDate('2026-06-03', 'HH')", null], ["formatDate('x', 'YYYY')", null], ["formatDate(none, 'YYYY')", null], ["formatDate('2026-06-03', '')", '']], wrong: [["formatDate('2026-06-03', none)", 'string', 'null'], ["formatDate(list, 'YYYY')", 'string | number', 'array']] },
  addDays: { gives: [["addDays('2028-02-28', 1)", '2028-02-29'], ["addDays('2026-12-31T23:30', 1)", '2027-01-01T23:30'], ["addDays('0001-01-01', -1)", null], ["addDays('x', 1)", null], ['addDays(none, 1)', null]], wrong: [["addDays('2026-06-03', '1')", 'integer', 'string'], ["addDays('2026-06-03', 0.5)", 'integer', 'number'], ['addDays(true, 1)', 'string | number', 'boolean']] },
  weekday: { gives: [["weekday('2026-11-29')", 7], ["weekday('今天')", 1], ["weekday('x')", null], ['weekday(none)', null]], wrong: [['weekday(list)', 'string | number', 'array']] },
  term: { gives: [["term('2026-08-31')", '25-26-3'], ["term('2027-02-20')", '26-27-2'], ["term('1999-12-31')", '99-00-1'], ['term(none)', null]], wrong: [['term(row)', 'string | number', 'object']] },
  week: { gives: [["week('2026-09-13', '2026-09-07')", 1], ["week('2026-09-14', '2026-09-07')", 2], ["week('2026-09-06', '2026-09-07')", null], ["week('2026-09-14', none)", null], ["week(none, '2026-09-07')", null]], wrong: [["week(list, '2026-09-07')", 'string | number', 'array'], ["week('2026-09-07', true)", 'string | number', 'boolean']] },
  url: { gives: [["url('https://dean.pku.edu.cn/web/x/', '../a?b=1')", 'https://dean.pku.edu.cn/web/a?b=1'], ["url('https://a.cn', '//b.cn/c')", 'https://b.cn/c'], ["url('https://a.cn', 'JavaScript:x')", null], ["url('a')", null], ["url('https://a.cn', none)", 'https://a.cn/'], ['url(none)', null]], wrong: [["url('https://a.cn', list)", 'string', 'array'], ['url(row)', 'string', 'object']] },
  html: { gives: [["html('a&lt;b&gt;&amp;amp;')", 'a<b>&amp;'], ["html('<td>a</td><td>b')", 'ab'], ["html('<style>x</style><!-- y -->z')", 'z'], ["html('')", ''], ['html(none)', null]], wrong: [['html(list)', 'string', 'array'], ["html(pad('', 65537))", 'string ≤ 65536 B', 'string']] },
  hash: { gives: [["hash('')", 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'], ["hash(12) == hash('12')", true], ['hash(none)', null]], wrong: [['hash(list)', 'string', 'array']] },
  coalesce: { gives: [["coalesce(none, '\u3000', 'NULL')", 'NULL'], ["coalesce('null', false)", false], ["coalesce([], 'x')", []], ['coalesce(none, none)', null]], wrong: [] },
  money: { gives: [['money(0)', '0.00'], ['money(-5)', '-0.05'], ["money('100')", '1.00'], ["money(' 7 ')", '0.07'], ["money('999999999999999999')", '9999999999999999.99'], ["money('0012')", '0.12'], ['money(none)', null]], wrong: [['money(1.5)', 'integer', 'number'], ["money('')", 'integer', 'string'], ["money('1e3')", 'integer', 'string'], ['money(list)', 'integer', 'array'], ["money('1234567890123456789')", 'integer', 'string']] },
}

const all = Object.keys(functionTable).filter(isFunctionName)

describe.each(all)('%s', (name) => {
  it.each(cases[name].gives)('%s is %j', (source, value) => { expect(run(source)).toEqual(value) })
  if (cases[name].wrong.length > 0) it.each(cases[name].wrong)('%s wants %s and says that it found %s', (source, expected, found) => { expect(caught(() => run(source))).toEqual({ code: 'DOC_TYPE', step: 's', expected, found }) })

  it('gives what it promises or says the wrong type, for every value of every kind in every place', () => {
    const samples: readonly Json[] = [null, true, false, 0, -1, 2.5, 9e15, '', '12', '2026-06-30', '高数<b>', [], [1, null, '2'], [{ id: 1 }], {}, { id: 'x' }]
    const { arity: [least, most], pattern, seesNull = false } = functionTable[name]
    for (let count = least; count <= Math.min(most, 3); count++) {
      for (const args of combinations(samples, count)) {
        const source = `${name}(${args.map((_, index) => (index === pattern ? "'[0-9]+'" : `a${index}`)).join(', ')})`
        const value = ended(() => run(source, Object.fromEntries(args.map((arg, index) => [`a${index}`, arg]))))
        if (value === 'wrong type') continue
        expect(functionResults[name](value.given), `${source} of ${JSON.stringify(args)} is ${JSON.stringify(value.given)}`).toBe(true)
        if (!seesNull && count > 0 && args[0] === null) expect(value.given).toBeNull()
      }
    }
  })
})

function combinations(samples: readonly Json[], count: number): readonly (readonly Json[])[] {
  return count === 0 ? [[]] : combinations(samples, count - 1).flatMap((head) => samples.map((sample) => [...head, sample]))
}

function ended(act: () => Json): { readonly given: Json } | 'wrong type' {
  try {
    return { given: act() }
  } catch (error) {
    if (error instanceof HarnessError && (error.code === 'DOC_TYPE' || error.code === 'DOC_FUEL_EXHAUSTED')) return 'wrong type'
    throw error
  }
}
