import { isMap, type Json } from '../../../rules/json.ts'
import type { Work } from './evaluate.ts'
import type { BinaryOp } from './node.ts'

/** One operator on two values. Null on either side: arithmetic gives null, an order or `in` gives false. */
export function binary(op: BinaryOp, left: Json, right: Json, work: Work): Json {
  switch (op) {
    case '==': return same(left, right, work)
    case '!=': return !same(left, right, work)
    case '<': return order(left, right, work, (n) => n < 0)
    case '<=': return order(left, right, work, (n) => n <= 0)
    case '>': return order(left, right, work, (n) => n > 0)
    case '>=': return order(left, right, work, (n) => n >= 0)
    case 'in': return within(left, right, work)
    case '+': return plus(left, right, work)
    case '-': return arithmetic(left, right, work, (a, b) => a - b)
    case '*': return arithmetic(left, right, work, (a, b) => a * b)
    case '/': return arithmetic(left, right, work, (a, b) => a / b)
    case '%': return arithmetic(left, right, work, (a, b) => a % b)
  }
}

/** Sixteen UTF-16 units of text are read or compared for one unit of fuel. */
export const textCost = (length: number): number => length / 16

/** Of looking for `what` in `text`. At worst V8 reads what is looked for again at every place: 'aaa…' in 'aaa…b…aaa' took minutes. */
export const searchCost = (text: string, what: string): number => textCost(text.length + what.length) + (text.length * what.length) / 4096

/** Equal as JSON: types must be the same, maps may differ in order. Depth is bounded where JSON comes in. What is compared is paid for first. */
export function same(left: Json, right: Json, work: Pick<Work, 'spend'>): boolean {
  work.spend(1)
  // Texts of two lengths differ at once; of one length they are read to the first difference, which may be the end.
  if (typeof left === 'string' && typeof right === 'string' && left.length === right.length) work.spend(textCost(left.length))
  if (left === right) return true
  if (Array.isArray(left)) return Array.isArray(right) && left.length === right.length && left.every((item, i) => same(item, right[i] ?? null, work))
  if (!isMap(left) || !isMap(right)) return false
  const keys = Object.keys(left)
  work.spend(keys.length)
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && same(left[key] ?? null, right[key] ?? null, work))
}

/** Negative, zero or positive; undefined where one side is null. Numbers with numbers, texts with texts by code point. */
export function compare(left: Json, right: Json, work: Work): number | undefined {
  if (left === null || right === null) return undefined
  if (typeof left === 'number') {
    if (typeof right !== 'number') throw work.wrong('number', right)
    return left - right
  }
  if (typeof left === 'string') {
    if (typeof right !== 'string') throw work.wrong('string', right)
    work.spend(1 + textCost(Math.min(left.length, right.length)))
    return left === right ? 0 : left < right ? -1 : 1
  }
  throw work.wrong('number | string', left)
}

function order(left: Json, right: Json, work: Work, holds: (n: number) => boolean): boolean {
  const n = compare(left, right, work)
  return n !== undefined && holds(n)
}

function within(item: Json, of: Json, work: Work): boolean {
  if (of === null) return false
  if (Array.isArray(of)) return of.some((other) => same(item, other, work))
  if (item === null) return false
  if (typeof item !== 'string') throw work.wrong('string', item)
  if (typeof of === 'string') {
    work.spend(searchCost(of, item))
    return of.includes(item)
  }
  if (isMap(of)) {
    work.spend(textCost(item.length))
    return Object.hasOwn(of, item)
  }
  throw work.wrong('array | object | string', of)
}

function plus(left: Json, right: Json, work: Work): Json {
  if (typeof left !== 'string' && typeof right !== 'string') return arithmetic(left, right, work, (a, b) => a + b)
  if (left === null || right === null) return null
  return made(textOf(left, work) + textOf(right, work), work)
}

function arithmetic(left: Json, right: Json, work: Work, apply: (a: number, b: number) => number): Json {
  if (left === null || right === null) return null
  if (typeof left !== 'number') throw work.wrong('number', left)
  if (typeof right !== 'number') throw work.wrong('number', right)
  return finite(apply(left, right))
}

/** A result that is no number (x / 0, overflow) is a miss; -0 is 0. */
export const finite = (n: number): number | null => (Number.isFinite(n) ? n + 0 : null)

/** How a scalar reads inside a text. */
export function textOf(value: Json, work: Pick<Work, 'wrong'>): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw work.wrong('string | number | boolean', value)
}

/** A text that was just made, its bytes paid for. */
export function made(text: string, work: Pick<Work, 'spend'>): string {
  work.spend(Buffer.byteLength(text))
  return text
}
