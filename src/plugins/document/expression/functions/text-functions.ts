import type { LinearRegex, Match } from '../../regex/linear-regex.ts'
import type { Work } from '../evaluate.ts'
import { made, searchCost, textCost, textOf } from '../operators.ts'
import { type FunctionSpec, integer, list, text } from './function-spec.ts'

/** Fuel of a pattern: a unit for every 32 instruction-bytes, so the worst that a run can buy takes under a second. */
const perUnit = 32
const payRegex = (input: string, regex: LinearRegex, work: Work) => work.spend((input.length * regex.size) / perUnit)

export const textFunctions = {
  /** Without white space, no-break and full-width spaces at both ends. */
  trim: {
    arity: [1, 1],
    examples: [["trim('  理教 101　')", '理教 101']],
    run([value], work) {
      const whole = text(value, work)
      work.spend(textCost(whole.length))
      return made(whole.trim(), work)
    },
  },
  lower: {
    arity: [1, 1],
    examples: [["lower('B1F')", 'b1f']],
    run: ([value], work) => made(text(value, work).toLowerCase(), work),
  },
  upper: {
    arity: [1, 1],
    examples: [["upper('b1f')", 'B1F']],
    run: ([value], work) => made(text(value, work).toUpperCase(), work),
  },
  /** replace(text, what, with): every occurrence, as it stands. */
  replace: {
    arity: [3, 3],
    examples: [["replace('1-2-3', '-', '/')", '1/2/3']],
    run([value, what, by], work) {
      const parts = cutAt(text(value, work), text(what, work), work)
      work.spend(parts.length * text(by, work).length)
      return made(parts.join(text(by, work)), work)
    },
  },
  /** split(text, separator): the parts; an empty separator gives the whole. */
  split: {
    arity: [2, 2],
    examples: [["split('周一,周三', ',')", ['周一', '周三']]],
    run([value, separator], work) {
      const parts = cutAt(text(value, work), text(separator, work), work)
      work.spend(parts.length)
      return parts
    },
  },
  /** join(list, separator): nulls are left out. */
  join: {
    arity: [2, 2],
    examples: [["join(['周一', null, '周三'], '、')", '周一、周三']],
    run([value, separator], work) {
      const between = text(separator, work)
      const parts = list(value, work).filter((item) => item !== null).map((item) => textOf(item, work))
      work.spend(parts.reduce((sum, part) => sum + part.length + between.length, 0))
      return made(parts.join(between), work)
    },
  },
  /** slice(text or list, from, to): from 0, negative from the end, `to` excluded; never half of a character. */
  slice: {
    arity: [2, 3],
    examples: [["slice('计算概论A', 0, 4)", '计算概论'], ['slice([1, 2, 3], -1)', [3]]],
    run([value, from, to], work) {
      const end = to === undefined || to === null ? undefined : integer(to, work)
      if (Array.isArray(value)) return list(value, work).slice(integer(from, work), end)
      const whole = text(value, work)
      work.spend(whole.length)
      return made([...whole].slice(integer(from, work), end).join(''), work)
    },
  },
  /** pad(value, width, with): filled on the left, with a space unless said. */
  pad: {
    arity: [2, 3],
    examples: [["pad(7, 2, '0')", '07']],
    run([value, width, fill], work) {
      const size = integer(width, work)
      work.spend(Math.max(0, size))
      return made(text(value, work).padStart(size, fill === undefined ? ' ' : text(fill, work)), work)
    },
  },
  /** match(text, 'pattern'): a map of the named groups, else the first group, else the whole match; null without one. */
  match: {
    arity: [2, 2], pattern: 1,
    examples: [["match('第3节', '第([0-9]+)节')", '3'], ["match('理教101', '(?P<building>[^0-9]+)(?P<room>[0-9]+)')", { building: '理教', room: '101' }]],
    run([value], work, regex) {
      const input = text(value, work)
      if (!regex) return null
      payRegex(input, regex, work)
      const found = regex.first(input)
      return found ? taken(found, work) : null
    },
  },
  /** test(text, 'pattern'): whether it is found in it. */
  test: {
    arity: [2, 2], pattern: 1, seesNull: true,
    examples: [["test('3-16周', '^[0-9]+-')", true]],
    run([value], work, regex) {
      if (value === null || !regex) return false
      const input = text(value, work)
      payRegex(input, regex, work)
      return regex.first(input) !== undefined
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>

/** The parts of a text between each `at`, their bytes and the looking paid for; the whole for an empty one. */
function cutAt(whole: string, at: string, work: Work): readonly string[] {
  made(whole, work)
  if (at === '') return [whole]
  work.spend(searchCost(whole, at))
  return whole.split(at)
}

function taken(found: Match, work: Work) {
  if (found.named.size > 0) return Object.fromEntries([...found.named].map(([name, value]) => [name, value === undefined ? null : made(value, work)]))
  const value = found.groups.length > 0 ? found.groups[0] : found.whole
  return value === undefined ? null : made(value, work)
}
