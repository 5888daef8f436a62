import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { callBits } from '../../../src/rules/egress/call-bits.ts'
import { leakBudget } from '../../../src/rules/egress/leak-budget.ts'
import { noWords, type OwnWords } from '../../../src/rules/egress/own-words.ts'
import type { Json, JsonObject } from '../../../src/rules/json.ts'

const schemaOf = (shape: z.ZodRawShape): JsonObject => JSON.parse(JSON.stringify(z.toJSONSchema(z.strictObject(shape), { io: 'output', unrepresentable: 'any' })))
const words = (text: string): OwnWords => ({ ...noWords, text })
/** Of the arguments alone: with no tool to choose among, calling costs nothing. */
const argBits = (shape: z.ZodRawShape, args: Json, own: OwnWords = noWords): number => callBits(args, { inputSchema: schemaOf(shape), tools: 0 }, own).bits
const log2 = Math.log2
/** Elias's gamma code of a length and one, and eight for each byte: what an unbounded text takes. */
const written = (bytes: number): number => 8 * bytes + 2 * Math.floor(log2(bytes + 1)) + 1

describe('what each choice costs', () => {
  const said = '帮我查 Lijiao 明天第 3 节的空教室 2026-03-01'
  const rows: readonly (readonly [string, z.ZodRawShape, Json, number])[] = [
    ['no arguments', {}, {}, 0],
    ['a constant', { v: z.literal('v1') }, { v: 'v1' }, 0],
    ['a default', { unit: z.enum(['c', 'f']).default('c') }, { unit: 'c' }, 0],
    ['what departs from the only default', { unit: z.enum(['c', 'f']).default('c') }, { unit: 'f' }, 1],
    ['what departs from one of four defaults', { a: z.boolean().default(false), b: z.boolean().default(false), c: z.boolean().default(false), d: z.boolean().default(false) }, { a: false, b: true, c: false, d: false }, 1 + 2],
    ['a boolean', { b: z.boolean() }, { b: true }, 1],
    ['a member of five', { d: z.enum(['a', 'b', 'c', 'd', 'e']) }, { d: 'c' }, log2(5)],
    ['a member the person said', { d: z.enum(['Lijiao', 'Erjiao', 'Sanjiao']) }, { d: 'Lijiao' }, 0],
    ['an optional argument left out', { q: z.string().optional() }, {}, 1],
    ['an optional argument of the person’s words', { q: z.string().optional() }, { q: '空教室' }, 1],
    ['a whole number between bounds', { n: z.int().min(1).max(12) }, { n: 7 }, log2(12)],
    ['a number the person said', { n: z.int() }, { n: 3 }, 0],
    ['a number nobody bounds', { n: z.number() }, { n: 7 }, written(1)],
    ['a number with a point between bounds', { n: z.number().min(0).max(1) }, { n: 0.25 }, written(4)],
    ['text the person said', { q: z.string() }, { q: '明天第 3 节的空教室' }, 0],
    ['a date the person said', { q: z.string() }, { q: '2026-03-01' }, 0],
    ['a part of a date they said', { q: z.string() }, { q: '03' }, written(2)],
    ['a part of a word they said', { q: z.string() }, { q: 'Li' }, written(2)],
    ['their word in other letters', { q: z.string() }, { q: 'lijiao' }, written(6)],
    ['text the model wrote', { q: z.string() }, { q: 'grades' }, written(6)],
    ['Chinese the model wrote, in bytes', { q: z.string() }, { q: '成绩' }, written(6)],
    ['an empty text', { q: z.string() }, { q: '' }, 1],
    ['null where it is one of two', { q: z.string().nullable() }, { q: null }, 1],
    ['which of two shapes', { q: z.union([z.boolean(), z.enum(['x', 'y', 'z', 'w'])]) }, { q: 'x' }, 1 + 2],
    ['a list of a bounded length', { l: z.array(z.boolean()).max(3) }, { l: [true, false] }, log2(4) + 2],
    ['a list nobody bounds', { l: z.array(z.boolean()) }, { l: [true, false] }, 3 + 2],
    ['a pair', { l: z.tuple([z.boolean(), z.enum(['a', 'b', 'c', 'd'])]) }, { l: [true, 'a'] }, 1 + 2],
    ['an object within', { o: z.strictObject({ b: z.boolean(), c: z.boolean().optional() }) }, { o: { b: true } }, 1 + 1],
    ['names the model made up', { r: z.record(z.string(), z.boolean()) }, { r: { ab: true } }, 3 + written(2) + 1],
    ['what no schema tells of', { a: z.any() }, { a: { x: [1] } }, written('{"x":[1]}'.length)],
  ]
  it.each(rows)('%s', (_, shape, args, cost) => expect(argBits(shape, args, words(said))).toBeCloseTo(cost, 9))

  it.each([1, 2, 3, 7, 40])('which of %i tools, or none', (tools) =>
    expect(callBits({}, { inputSchema: {}, tools }, noWords).bits).toBeCloseTo(log2(tools + 1) + written(2), 9))
  it('counts a tool that is the only one as called or not', () => expect(callBits({}, { inputSchema: schemaOf({}), tools: 1 }, noWords).bits).toBe(1))
})

describe('a schema that is not what it seems', () => {
  const open = (schema: JsonObject, args: Json): number => callBits(args, { inputSchema: schema, tools: 0 }, noWords).bits
  const everything = written('{"q":"7"}'.length)
  const property = (part: Json): JsonObject => ({ type: 'object', properties: { q: part }, required: ['q'] })
  it.each<readonly [string, JsonObject]>([
    ['allOf', { allOf: [{ type: 'object' }] }], ['a condition', { type: 'object', if: {}, properties: {} }], ['patterns of names', { type: 'object', patternProperties: {} }],
    ['a reference to elsewhere', { $ref: 'https://example.org/schema' }], ['a reference to nothing', { $ref: '#/$defs/none' }], ['a circle', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }],
  ])('%s costs every byte', (_, schema) => expect(open(schema, { q: '7' })).toBe(everything))
  it.each<readonly [string, Json]>([
    ['a constant that is another', { const: '8' }], ['members without it', { enum: ['8', '9'] }], ['no members', { enum: [] }], ['alternatives that none fits', { anyOf: [{ type: 'null' }] }], ['`true`', true],
  ])('%s costs the bytes of the value', (_, part) => expect(open(property(part), { q: '7' })).toBe(written('"7"'.length)))
  it('bounds that do not hold the number cost its digits', () => expect(open(property({ type: 'integer', minimum: 1, maximum: 2 }), { q: 7 })).toBe(written(1)))
  it('references within it count as what they name', () =>
    expect(open({ ...property({ $ref: '#/$defs/day' }), $defs: { day: { enum: ['1', '7', '8', '9'] } } }, { q: '7' })).toBe(2))
  it('a schema that contains itself ends', () => {
    let args: Json = {}
    for (let depth = 0; depth < 60; depth++) args = { next: args }
    const node: JsonObject = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } }
    expect(open({ ...node, $defs: { node } }, args)).toBeGreaterThan(leakBudget)
  })
})

describe('a number cannot be spelled for nothing', () => {
  const digits = z.enum(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
  const ten = '2500000001'
  it('by members of lists', () => expect(argBits({ l: z.array(digits).max(10) }, { l: [...ten] })).toBeGreaterThan(33))
  it('by many small arguments', () => expect(argBits(Object.fromEntries([...ten].map((_, at) => [`d${at}`, digits])), Object.fromEntries([...ten].map((d, at) => [`d${at}`, d])))).toBeGreaterThan(33))
  it('by which optional arguments are there', () =>
    expect(argBits(Object.fromEntries(Array.from({ length: 34 }, (_, at) => [`b${at}`, z.literal('x').optional()])), { b1: 'x', b30: 'x' })).toBe(34))
  it('by which defaults are departed from', () =>
    expect(argBits(Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`b${at}`, z.boolean().default(false)])), Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`b${at}`, at === 5 || at === 60])))).toBe(2 * (1 + 6)))
  it('by words that the person said once, in a text', () => expect(argBits({ q: z.string() }, { q: [...ten].join(' ') }, words('数一数 0 1 2 3 4 5 6 7 8 9'))).toBeGreaterThan(33))
  it('by words that the person said once, in a list', () => expect(argBits({ l: z.array(z.string()).length(10) }, { l: [...ten] }, words('数一数 0 1 2 3 4 5 6 7 8 9'))).toBeGreaterThan(leakBudget))
  it('by saying one word again and again', () => expect(argBits({ q: z.string() }, { q: Array.from({ length: 40 }, () => '空').join(' ') }, words('空'))).toBeGreaterThan(leakBudget))
  it('by call after call with the same words: each takes what it used from the next', () => {
    const inputSchema = schemaOf({ q: z.string() })
    const first = callBits({ q: '空教室' }, { inputSchema, tools: 1 }, words('查空教室'))
    const second = callBits({ q: '空教室' }, { inputSchema, tools: 1 }, { ...words('查空教室'), used: first.used })
    expect([first.bits, second.bits]).toEqual([1, 1 + 1 + log2(4)])
  })
})

/** A shape with a value of it. */
const anyPart: fc.Arbitrary<readonly [z.ZodType, Json]> = fc.oneof(
  fc.boolean().map((value) => [z.boolean(), value] as const),
  fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 9 }).chain((members) => fc.constantFrom(...members).map((value) => [z.enum(members), value] as const)),
  fc.integer({ min: -5, max: 90 }).map((value) => [z.int().min(-5).max(90), value] as const),
  fc.string().map((value) => [z.string(), value] as const),
  fc.array(fc.boolean(), { maxLength: 5 }).map((value) => [z.array(z.boolean()), value] as const),
  fc.option(fc.string(), { nil: null }).map((value) => [z.string().nullable(), value] as const),
)
const anyCall = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), anyPart, { maxKeys: 5 }).map((parts) => ({
  shape: Object.fromEntries(Object.entries(parts).map(([name, [type]]) => [name, type])),
  args: Object.fromEntries(Object.entries(parts).map(([name, [, value]]) => [name, value])),
}))

describe('whatever the tool and its arguments', () => {
  it('a cost is a number, and never negative', () => fc.assert(fc.property(anyCall, fc.string(), ({ shape, args }, text) => {
    const cost = argBits(shape, args, words(text))
    expect(Number.isFinite(cost) && cost >= 0).toBe(true)
  })))
  it('any JSON under any schema costs something finite', () => fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (schema, args) => {
    const inputSchema: JsonObject = { properties: { a: JSON.parse(JSON.stringify(schema)) }, required: ['a'] }
    const cost = callBits({ a: JSON.parse(JSON.stringify(args)) }, { inputSchema, tools: 3 }, noWords).bits
    expect(cost >= 2 && Number.isFinite(cost)).toBe(true)
  })))
  it('is not less with one more argument', () => fc.assert(fc.property(anyCall, anyPart, ({ shape, args }, [type, value]) => {
    expect(argBits({ ...shape, zzzzz: type }, { ...args, zzzzz: value })).toBeGreaterThanOrEqual(argBits(shape, args))
  })))
  it('is not less in a conversation in which the person said nothing', () => fc.assert(fc.property(anyCall, fc.string(), ({ shape, args }, text) => {
    expect(argBits(shape, args, noWords)).toBeGreaterThanOrEqual(argBits(shape, args, words(text)))
  })))
  it('a text of the person’s own is free where nothing of it is private, and costs every byte where it is', () => fc.assert(fc.property(fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,4}$/), (text) => {
    expect(argBits({ q: z.string() }, { q: text }, words(`find ${text} please`))).toBe(0)
    expect(argBits({ q: z.string() }, { q: text }, { ...words(`find ${text} please`), private: [{ start: 5, end: 5 + text.length }] })).toBe(written(text.length))
    expect(argBits({ q: z.string() }, { q: text }, { ...words(text), private: 'everywhere' })).toBe(written(text.length))
  })))
  it('a member of n costs log2 n, whichever it is', () => fc.assert(fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(), (n, which) => {
    const members = Array.from({ length: n }, (_, at) => `m${at}`)
    expect(argBits({ e: z.enum(members) }, { e: `m${which % n}` })).toBeCloseTo(log2(n), 9)
  })))
  it('what a tool of few choices can tell is no more than what it costs (Kraft)', () => {
    const kinds = ['a', 'b', 'c'] as const
    const shape = { e: z.enum(kinds), b: z.boolean(), o: z.boolean().optional(), l: z.array(z.boolean()).max(2) }
    const lists = [[], [true], [false], ...[true, false].flatMap((a) => [true, false].map((b) => [a, b]))]
    const all = kinds.flatMap((e) => [true, false].flatMap((b) => [undefined, true, false].flatMap((o) => lists.map((l) => ({ e, b, l, ...(o === undefined ? {} : { o }) })))))
    expect(all).toHaveLength(3 * 2 * 3 * 7)
    expect(all.reduce((sum, args) => sum + 2 ** -argBits(shape, args), 0)).toBeLessThanOrEqual(1 + 1e-9)
  })
})
