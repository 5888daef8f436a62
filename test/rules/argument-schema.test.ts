import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { type ArgumentSchema, argumentSchema, fitsSchema } from '../../src/rules/argument-schema.ts'

it.each<[string, ArgumentSchema, unknown, boolean]>([
  ['a whole number within', { type: 'integer', minimum: 1, maximum: 3 }, 3, true],
  ['one over', { type: 'integer', minimum: 1, maximum: 3 }, 4, false],
  ['a fraction', { type: 'integer' }, 1.5, false],
  ['a number as text', { type: 'integer' }, '2', false],
  ['a text as long as it may be', { type: 'string', maxLength: 2 }, '你😀', true],
  ['a longer one', { type: 'string', maxLength: 2 }, 'abc', false],
  ['one of the values', { enum: ['a', 1, true] }, 1, true],
  ['a text that reads like one of them', { enum: ['a', 1, true] }, 'true', false],
  ['nothing', { type: 'boolean' }, undefined, false],
  ['nothing, where it may be left out', { type: 'boolean', optional: true }, undefined, true],
  ['null', { type: 'string', optional: true }, null, false],
  ['a list', { type: 'string' }, ['a'], false],
  ['an object', { type: 'string' }, {}, false],
  ['no number', { type: 'number' }, Number.NaN, false],
])('%s', (_, schema, value, fits) => {
  expect(argumentSchema.safeParse(schema).success).toBe(true)
  expect(fitsSchema(value, schema)).toBe(fits)
})

it.each([{}, { optional: true }, { type: 'array' }, { type: 'string', minimum: 1 }, { type: 'integer', maxLength: 2 }, { enum: [] }, { type: 'string', pattern: '.*' }, { type: 'object', properties: {} }])('%j is no schema', (given) => {
  expect(argumentSchema.safeParse(given).success).toBe(false)
})

/** Numbers and texts near the bounds, and values of every other kind. */
const value = fc.oneof(fc.integer({ min: -3, max: 6 }), fc.double({ noNaN: true, min: -2, max: 4 }), fc.string({ maxLength: 5 }), fc.boolean(), fc.constantFrom(null, [], ['a'], {}))
const schema = fc.oneof(
  fc.record({ type: fc.constantFrom('integer' as const, 'number' as const), minimum: fc.integer({ min: -2, max: 2 }), maximum: fc.integer({ min: 0, max: 5 }) }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('string' as const), minLength: fc.integer({ min: 0, max: 2 }), maxLength: fc.integer({ min: 0, max: 4 }) }, { requiredKeys: ['type'] }),
  fc.record({ enum: fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('a', 'b', true)), { minLength: 1, maxLength: 4 }) }),
  fc.constant({ type: 'boolean' as const }),
)

it('says of every value what zod makes of it as JSON Schema', () => {
  fc.assert(fc.property(schema, value, (given, one) => {
    expect(fitsSchema(one, given)).toBe(z.fromJSONSchema(JSON.parse(JSON.stringify(given))).safeParse(one).success)
  }), { numRuns: 2000 })
})
