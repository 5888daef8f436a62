import type { Json } from '../../../../rules/json.ts'
import type { Work } from '../evaluate.ts'
import { chineseNumber } from '../chinese-number.ts'
import { finite } from '../operators.ts'
import { type FunctionSpec, integer, list, number } from './function-spec.ts'

export const numberFunctions = {
  /** int(text or number): null for a text that is not a whole number ("合格", "", "92.5"); a number is cut towards 0. Full-width digits are digits, and Chinese ones are read (`chineseNumber`). */
  int: {
    arity: [1, 1],
    examples: [["int(' 12 ')", 12], ["int('合格')", null], ["int('十二')", 12]],
    run: ([value], work) => read(value, /^[+-]?\d{1,15}$/, work, Math.trunc, chineseNumber),
  },
  /** float(text or number): null for a text that is not a decimal number. */
  float: {
    arity: [1, 1],
    examples: [["float('92.5')", 92.5]],
    run: ([value], work) => read(value, /^[+-]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})$/, work, (n) => n),
  },
  /** round(number, digits): halves away from 0, 0 digits unless said, at most 10. */
  round: {
    arity: [1, 2],
    examples: [['round(3.14159, 2)', 3.14]],
    run([value, digits], work) {
      const n = number(value, work)
      const places = digits === undefined || digits === null ? 0 : Math.min(10, Math.max(0, integer(digits, work)))
      // Through the decimal notation, so that 1.005 to two digits is 1.01 as a person would write it.
      return finite(Math.sign(n) * Number(`${Math.round(Number(`${Math.abs(n)}e${places}`))}e-${places}`))
    },
  },
  abs: {
    arity: [1, 1],
    examples: [['abs(-3)', 3]],
    run: ([value], work) => Math.abs(number(value, work)),
  },
  /** min, max: of a list or of the arguments; nulls are left out, nothing gives null. */
  min: {
    arity: [1, 20], seesNull: true,
    examples: [['min([3, null, 1])', 1]],
    run: (args, work) => extreme(args, work, Math.min),
  },
  max: {
    arity: [1, 20], seesNull: true,
    examples: [['max(3, 7)', 7]],
    run: (args, work) => extreme(args, work, Math.max),
  },
  /** sum(list): nulls are left out; an empty list gives 0. */
  sum: {
    arity: [1, 1],
    examples: [['sum([2, 0.5, null])', 2.5]],
    run: ([value], work) => finite(numbers(list(value, work), work).reduce((total, n) => total + n, 0)),
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>

function read(value: Json | undefined, form: RegExp, work: Work, cut: (n: number) => number, other: (text: string) => number | undefined = () => undefined): Json {
  if (typeof value === 'number') return finite(cut(value))
  if (typeof value !== 'string') throw work.wrong('string | number', value ?? null)
  // Campus services send numbers as text, now and then with spaces around.
  const bare = value.length <= 64 ? value.normalize('NFKC').trim() : ''
  return form.test(bare) ? finite(cut(Number(bare))) : other(bare) ?? null
}

const numbers = (items: readonly Json[], work: Work): number[] => items.filter((item) => item !== null).map((item) => number(item, work))

function extreme(args: readonly Json[], work: Work, pick: (a: number, b: number) => number): Json {
  const [first] = args
  const found = numbers(args.length === 1 && first !== null ? list(first, work) : args, work)
  return found.length > 0 ? found.reduce((a, b) => pick(a, b)) : null
}
