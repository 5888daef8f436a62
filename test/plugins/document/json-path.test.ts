import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Json } from '../../../src/rules/json.ts'
import { parsePath, valuesAt } from '../../../src/plugins/document/extract/json-path.ts'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import { cpuTime } from '../scene/cpu-time.ts'
import { caught } from '../scene/documents.ts'

const data: Json = { rows: [{ id: 1, tags: ['a', 'b'] }, { id: 2 }, { id: 3, tags: [] }], 'odd key': { 'x.y': 7 }, none: null }

it.each<[string, readonly Json[]]>([
  ['$', [data]], ['$.rows[0].id', [1]], ['$.rows[*].id', [1, 2, 3]], ['$.rows[-1].id', [3]], ['$.rows[1:].id', [2, 3]], ['$.rows[::-1].id', [3, 2, 1]], ['$.rows[0,2].id', [1, 3]],
  ["$['odd key']['x.y']", [7]], ['$["odd key"].*', [7]], ['$..id', [1, 2, 3]], ['$..tags[0]', ['a']], ['$.none', [null]], ['$.missing.deeper', []], ['$.rows.length', []], ['$.rows[9]', []], ['$.rows[9007199254740991]', []], ['$.rows[:9007199254740991:2].id', [1, 3]],
])('%s gives %j', (path, values) => { expect(valuesAt(data, path)).toEqual(values) })

it.each(['$.__proto__', '$.__proto__.x', "$['__proto__']['polluted']", '$..constructor', '$.rows.constructor', "$['toString']", '$..__proto__..*', '$.rows[0].hasOwnProperty'])('bug-log 160: %s is a miss: only own properties are reached', (path) => {
  expect(valuesAt(data, path)).toEqual([])
})

it('bug-log 160: an own __proto__ is read as data and nothing is ever written', () => {
  expect(valuesAt(JSON.parse('{"__proto__": {"x": 1}}'), '$.__proto__.x')).toEqual([1])
  expect(Reflect.get({}, 'x')).toBeUndefined()
})

it.each(['$[?@.id > 1]', '$.rows[?(@.id)]', '$[(@.length-1)]', "$[?(@.constructor.constructor('return process')())]", '$.rows[?(1)]'])('bug-log 161: %s would be evaluated, and nothing here evaluates', (path) => {
  expect(caught(() => parsePath(path))).toMatchObject({ code: 'DOC_PATH_INVALID' })
})

it.each(['rows', '$rows', '$.', '$[', '$[01]', '$[-0]', "$['a]", '$...a', '$.a-b', '$[1:2:3:4]', '$[9007199254740992]', '$[::-9007199254740992]', `$${'.a'.repeat(600)}`])('%s is not in the subset', (path) => {
  expect(caught(() => parsePath(path))).toMatchObject({ code: 'DOC_PATH_INVALID' })
})

it('100,000 values are met on the way of a path, one more is not', () => {
  const list = (count: number): Json => Array.from({ length: count }, (_, i) => ({ i }))
  expect(valuesAt(list(50_000), '$[*].i')).toHaveLength(50_000)
  expect(caught(() => valuesAt(list(50_001), '$[*].i'))).toMatchObject({ code: 'DOC_DOM_NODES_EXCEEDED', limit: 100_000 })
})

it('what stands below many values is counted for each of them, at once', () => {
  let deep: Json = Array.from({ length: 90_000 }, () => 0)
  for (let level = 0; level < 400; level++) deep = [deep]
  const nested = deep
  expect(cpuTime(() => expect(caught(() => valuesAt(nested, '$..[0]..[0]'))).toMatchObject({ code: 'DOC_DOM_NODES_EXCEEDED' }))).toBeLessThan(1_000)
})

it.each([['a wide list', Array.from({ length: 200_000 }, () => 0)], ['many small maps', Array.from({ length: 60_000 }, () => ({ a: 0 }))]])('what .. reaches in %s is counted, at once', (_, list) => {
  expect(cpuTime(() => expect(caught(() => valuesAt(list, '$..a'))).toMatchObject({ code: 'DOC_DOM_NODES_EXCEEDED', limit: 100_000 }))).toBeLessThan(1_000)
})

const folder = '../shared/data/vectors/jsonpath'
const caseSchema = z.strictObject({
  name: z.string(), selector: z.string(), tags: z.array(z.string()).optional(), invalid_selector: z.literal(true).optional(), document: z.json().optional(),
  result: z.array(z.json()).optional(), results: z.array(z.array(z.json())).optional(), result_paths: z.unknown().optional(), results_paths: z.unknown().optional(),
})
/** The one thing of RFC 9535 that is not in the subset, functions with it: a filter is a small program, and a document has `each` for it. */
const isFilter = (selector: string): boolean => /\[[^\]]*\?/.test(selector.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, '""'))

it.skipIf(!existsSync(folder) && process.env['CI'] !== 'true')('RFC 9535\'s own suite, all of it: what is no path is refused, filters are refused, and every other is read as it says', () => {
  const suite = readdirSync(folder).filter((name) => name.endsWith('.json'))
    .flatMap((name) => z.object({ tests: z.array(caseSchema) }).parse(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))).tests)
  const told = { 'refused as no path': 0, 'refused as a filter': 0, read: 0 }
  const wrong: string[] = []
  for (const { name, selector, document, result, results, invalid_selector: invalid } of suite) {
    let got: readonly Json[] | undefined
    try {
      got = valuesAt(document ?? null, selector)
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error
      expect(error.code, name).toBe('DOC_PATH_INVALID')
    }
    const allowed = (results ?? (result ? [result] : [])).map((values) => JSON.stringify(values))
    if (invalid ? got !== undefined : got === undefined ? !isFilter(selector) : !allowed.includes(JSON.stringify(got))) wrong.push(`${name}: ${selector}`)
    told[got !== undefined ? 'read' : invalid ? 'refused as no path' : 'refused as a filter']++
  }
  expect(wrong).toEqual([])
  expect(told).toEqual({ 'refused as no path': 247, 'refused as a filter': 289, read: 167 })
  expect(suite).toHaveLength(703)
})
