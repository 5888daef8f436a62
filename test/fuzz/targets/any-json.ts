import type { Json } from '../../../src/rules/json.ts'
import type { Random } from '../../attack/fuzz/random.ts'
import { Wrong } from '../target.ts'

const texts = ['', ' ', '0', '92', '3.5', 'null', '高等数学', '😀x', '2026年6月30日 下午3:30', '明天 8:00', '<p>a&amp;b</p>', 'https://dean.pku.edu.cn/web/', '../x?y=1', '__proto__', 'a,b,,c', '\u0000', '\ud800', 'x'.repeat(3_000)]
const numbers = [0, -0, 1, -1, 2.5, 1e21, 1e-7, 9_007_199_254_740_992, -1e300, 1_781_000_000, 12]

/** A small value of any kind. */
export function anyJson(random: Random, depth = 3): Json {
  switch (random.int(depth > 0 ? 7 : 5)) {
    case 0: return null
    case 1: return random.chance(50)
    case 2: return random.pick(numbers)
    case 3: case 4: return random.pick(texts)
    case 5: return Array.from({ length: random.int(5) }, () => anyJson(random, depth - 1))
    default: return Object.fromEntries(Array.from({ length: random.int(4) }, () => [random.pick(['id', 'name', '课', '__proto__', 'length', '']), anyJson(random, depth - 1)]))
  }
}

/** Throws for what JSON has not: undefined, a number that is none, a date, anything with a prototype of its own. */
export function expectJson(value: unknown, depth = 0): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return
  const prototype: unknown = typeof value === 'object' ? Object.getPrototypeOf(value) : undefined
  if (typeof value !== 'object' || ![Object.prototype, Array.prototype, null].some((known) => known === prototype)) throw new Wrong(`no JSON: ${typeof value} ${String(value)}`)
  if (depth > 600) throw new Wrong('deeper than anything that came in')
  for (const part of Object.values(value)) expectJson(part, depth + 1)
}
