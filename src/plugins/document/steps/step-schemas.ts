import { z } from 'zod'
import { failureKinds } from '../../../sdk/index.ts'
import { wordsSchema } from '../schema/words-schema.ts'

/** A value's name: of a step's result, of a loop's item, of a field. */
export const valueName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'A-Z a-z 0-9 _ (≤ 64)')
const text = z.string().max(20_000)
const value = z.unknown().optional()
const values = z.record(z.string(), z.unknown())
const steps = z.array(z.unknown()).min(1).max(100)
const item = valueName.default('it')

/** The shape of what stands under each step's name. Templates in it are read by `compile-*`. */
export const stepSchemas = {
  request: z.strictObject({
    service: z.string().max(40).optional(), path: text.optional(), url: text.optional(),
    method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']).default('GET'),
    query: values.optional(), headers: values.optional(), form: values.optional(), json: value,
    /** Fields and files of a page's own form, in their order; to a service only, by POST. */
    multipart: z.record(z.string(), z.unknown()).optional(),
    accept: z.string().regex(/^[\x20-\x7e]{1,200}$/).optional(),
    charset: z.enum(['utf-8', 'gbk', 'gb2312', 'gb18030', 'big5']).optional(),
    expect: z.strictObject({
      status: z.array(z.int().min(100).max(599)).min(1).max(20).optional(),
      type: z.enum(['json', 'html', 'text', 'bytes']).optional(),
    }).default({}),
    /** Seconds. */
    timeout: z.number().min(1).max(20).optional(),
    /** An official document's word that a website's POST changes nothing. */
    safe: z.literal(true).optional(),
  }),
  extract: values,
  let: values,
  each: z.strictObject({ in: text, as: valueName, keep: text.optional(), steps: steps.optional(), yield: value }),
  // oxlint-disable-next-line unicorn/no-thenable -- `then` is the language's own word; it holds a list of steps
  when: z.strictObject({ if: text, then: steps, else: steps.optional() }),
  sort: z.strictObject({ in: text, as: item, by: text.optional(), order: z.enum(['up', 'down']).default('up') }),
  take: z.strictObject({ in: text, count: value, from: value }),
  unique: z.strictObject({ in: text, as: item, by: text.optional() }),
  group: z.strictObject({ in: text, as: item, by: text }),
  paginate: z.strictObject({
    request: value, as: item, from: z.int().min(0).max(1_000_000).default(1), items: text, size: z.int().min(1).max(1_000).optional(),
    until: text.optional(), cursor: text.optional(), next: text.optional(), most: z.int().min(1).max(10).optional(),
  }),
  store: z.union([
    z.strictObject({ get: text }), z.strictObject({ put: text, value: z.unknown().refine((given) => given !== undefined) }), z.strictObject({ delete: text }), z.strictObject({ list: text }),
  ], { error: '{ get } | { put, value } | { delete } | { list }' }),
  cache: z.strictObject({ key: text.min(1), minutes: z.number().min(1).max(10_080), steps, value }),
  call: z.strictObject({ tool: z.string().max(40), args: values.default({}) }),
  use: z.strictObject({ tool: z.string().max(80), args: values.default({}) }),
  assert: z.strictObject({ that: text, or: z.enum(failureKinds).default('site-changed'), words: wordsSchema.optional() }),
  fail: z.strictObject({ kind: z.enum(failureKinds), words: wordsSchema }),
  return: z.unknown(),
} as const

export type StepName = keyof typeof stepSchemas
export const isStepName = (name: string): name is StepName => Object.hasOwn(stepSchemas, name)
/** For the message about an unknown one. */
export const stepNames = Object.keys(stepSchemas).join(' ')
/** Steps whose result can be named with `as`. */
export const namedSteps: readonly StepName[] = ['request', 'extract', 'each', 'sort', 'take', 'unique', 'group', 'paginate', 'store', 'cache', 'call', 'use']

const flags = { many: z.boolean().default(false), required: z.boolean().default(false) }
const pick = {
  select: text.min(1).optional(), without: text.min(1).optional(), match: z.string().max(500).optional(), ...flags,
  text: z.enum(['line', 'lines']).optional(), attr: z.string().min(1).max(100).optional(), exists: z.literal(true).optional(), fields: values.optional(),
}
/** The four ways to extract, told apart by the key that only one of them has; `select` or `fields` for the first. */
export const extractSchemas = {
  css: z.strictObject({ from: text, ...pick }),
  table: z.strictObject({ from: text, table: text.min(1), text: z.enum(['line', 'lines']).default('line'), columns: values }),
  path: z.strictObject({ from: text, path: z.string().max(1_000), ...flags }),
  regex: z.strictObject({ from: text, regex: z.string().max(500), ...flags }),
} as const
export const pickSchema = z.strictObject(pick)
/** A column's header, several names it may have, or those with `nth` and `optional`. */
export const columnSchema = z.union([
  z.string().min(1).max(100).transform((header) => ({ headers: [header], nth: 1, optional: false })),
  z.strictObject({ header: z.union([z.string().min(1).max(100).transform((one) => [one]), z.array(z.string().min(1).max(100)).min(1).max(10)]), nth: z.int().min(1).max(100).default(1), optional: z.boolean().default(false) })
    .transform(({ header, nth, optional }) => ({ headers: header, nth, optional })),
], { error: 'header | { header, nth, optional }' })
