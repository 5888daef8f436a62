import { assert, integer, property, record, subarray, tuple, type Arbitrary, boolean, oneof } from 'fast-check'
import { expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../src/rules/json.ts'
import { schemaWithin } from '../../../src/rules/lattice/schema-within.ts'

/** Small schemas of the kind that documents have, and a judge of a value by one that shares nothing with the comparison. */
const bounds = (low: string, high: string): Arbitrary<JsonObject> => tuple(integer({ min: 0, max: 2 }), integer({ min: 0, max: 2 }), subarray([0, 1])).map(([least, more, which]) =>
  ({ ...(which.includes(0) ? { [low]: least } : {}), ...(which.includes(1) ? { [high]: least + more } : {}) }))
const typed = (type: string): Arbitrary<Json> => boolean().map((nullable) => (nullable ? [type, 'null'] : type))
const scalar: Arbitrary<JsonObject> = oneof(
  tuple(typed('integer'), bounds('minimum', 'maximum')).map(([type, own]) => ({ type, ...own })), tuple(typed('number'), bounds('minimum', 'maximum')).map(([type, own]) => ({ type, ...own })),
  tuple(typed('string'), bounds('minLength', 'maxLength')).map(([type, own]) => ({ type, ...own })), typed('boolean').map((type) => ({ type })),
  subarray(['', 'a', 'bb'], { minLength: 1 }).map((members) => ({ type: 'string', enum: members })), subarray([0, 1, 3], { minLength: 1 }).map((members) => ({ type: 'integer', enum: members })),
)
const object = tuple(record({ p: scalar, q: scalar }, { requiredKeys: [] }), subarray(['p', 'q'])).map(([properties, required]): JsonObject =>
  ({ type: 'object', properties: properties as JsonObject, required: required.filter((name) => Object.hasOwn(properties, name)), additionalProperties: false }))
const list = scalar.map((items): JsonObject => ({ type: 'array', items }))
const anySchema = oneof(scalar, object, list)

const scalars: readonly Json[] = [null, true, false, 0, 1, 2, 3, 4, 9, 0.5, 1.5, '', 'a', 'bb', 'ccc', 'dddd', 'eeeee']
const universe: readonly Json[] = [
  ...scalars, [], ...scalars.map((one) => [one]), {}, ...scalars.flatMap((p) => [{ p }, { q: p }, { r: p }, ...scalars.map((q) => ({ p, q }))]),
]

function takes(schema: JsonObject, value: Json): boolean {
  const types = [schema['type']].flat()
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  if (!types.includes(kind) && !(Number.isInteger(value) && types.includes('integer'))) return false
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(value)) return false
  if (value === null) return true
  const size = typeof value === 'number' ? value : typeof value === 'string' ? value.length : 0
  const [low, high] = typeof value === 'number' ? ['minimum', 'maximum'] : ['minLength', 'maxLength']
  if (Number(schema[low ?? ''] ?? -1) > size || Number(schema[high ?? ''] ?? 99) < size) return false
  if (Array.isArray(value)) return value.every((one) => takes(schema['items'] as JsonObject, one))
  if (typeof value !== 'object') return true
  const properties = schema['properties'] as Readonly<Record<string, JsonObject>>
  return Object.entries(value).every(([name, one]) => properties[name] !== undefined && takes(properties[name], one)) && (schema['required'] as string[]).every((name) => Object.hasOwn(value, name))
}

it('a schema that counts as within another takes nothing that the other does not, and few that could count do not', () => {
  const seen = { within: 0, not: 0, careful: 0 }
  assert(property(anySchema, anySchema, (narrow, wide) => {
    const expected = universe.every((value) => !takes(narrow, value) || takes(wide, value))
    const decided = schemaWithin(narrow, wide)
    if (decided) expect(expected).toBe(true)
    // An integer of few values and an enum of the same, an optional property that nothing fits: counted as wider.
    else if (expected) seen.careful++
    seen[expected ? 'within' : 'not']++
  }), { numRuns: 20_000 })
  console.log(seen)
  expect(seen.within).toBeGreaterThan(500)
  expect(seen.careful / seen.within).toBeLessThan(0.15)
})

it.each<[string, Json, Json, boolean]>([
  ['a pattern where none was', { type: 'string', pattern: 'a' }, { type: 'string' }, true], ['two patterns', { type: 'string', pattern: 'a' }, { type: 'string', pattern: 'b' }, false],
  ['no pattern where one was', { type: 'string' }, { type: 'string', pattern: 'a' }, false], ['a keyword that is not compared', { type: 'string', not: {} }, { type: 'string' }, false],
  ['the same with one', { type: 'string', not: {} }, { not: {}, type: 'string' }, true], ['open where it was closed', { type: 'object' }, { type: 'object', additionalProperties: false }, false],
  ['closed where it was open', { type: 'object', additionalProperties: false }, { type: 'object' }, true],
  ['open, with a limit only on one side', { type: 'object' }, { type: 'object', properties: { a: { type: 'string' } } }, false],
  ['no type where one was', {}, { type: 'string' }, false], ['a member that a pattern limits', { enum: ['a'] }, { type: 'string', pattern: 'a' }, false], ['true', true, false, false],
])('%s', (_, narrow, wide, expected) => expect(schemaWithin(narrow, wide)).toBe(expected))
