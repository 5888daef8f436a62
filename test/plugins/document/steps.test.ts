import { expect, it } from 'vitest'
import type { Json } from '../../../src/rules/json.ts'
import { call, caught, load, rejected, toolDocument } from '../scene/documents.ts'
import { noExtractor } from '../scene/no-extractor.ts'
import { openScene } from '../scene/scene.ts'

/** Runs steps that end in `return` of a JSON text, so that any value can be looked at. */
async function run(steps: string, output: string, input = '{}', args: Readonly<Record<string, Json>> = {}): Promise<unknown> {
  const scene = openScene({ extractor: noExtractor })
  return call(load(scene, toolDocument({ steps, output, input })), 't', scene, args)
}
const numbers = '{ type: array, items: { type: integer } }'
const texts = '{ type: array, items: { type: string } }'

it('each: keep lets in, steps run, yield makes', async () => {
  const steps = `
- each:
    in: "[1, 2, 3, 4]"
    as: n
    keep: n % 2 == 0
    steps:
      - let: { square: "\${{ n * n }}" }
    yield: "\${{ square + 1 }}"
  as: out
- return: "\${{ out }}"`
  expect(await run(steps, numbers)).toEqual([5, 17])
})

it('each without yield gives the items, over null gives none, and a name of the loop ends with it', async () => {
  expect(await run('- each: { in: "[3, 1]", as: n }\n  as: out\n- return: "${{ out }}"', numbers)).toEqual([3, 1])
  expect(await run('- each: { in: "null", as: n }\n  as: out\n- return: "${{ out }}"', numbers)).toEqual([])
  const scene = openScene({ extractor: noExtractor })
  expect(caught(() => load(scene, toolDocument({ steps: '- each: { in: "[1]", as: n }\n- return: "${{ n }}"' })))).toMatchObject({ code: 'DOC_NAME_UNKNOWN', name: 'n' })
  expect(caught(() => load(scene, toolDocument({ steps: '- let: { n: 1 }\n- each: { in: "[1]", as: n }\n- return: x' })))).toMatchObject({ code: 'DOC_NAME_TAKEN', name: 'n' })
})

it('each over what is no list is a typed error with the step', async () => {
  expect(await rejected(run('- each: { in: "\'abc\'", as: n }\n  as: out\n- return: "${{ out }}"', numbers))).toEqual({ code: 'DOC_TYPE', step: 'tools.t.steps[0].each', expected: 'array', found: 'string' })
})

it('a return inside a loop ends the tool', async () => {
  expect(await run('- each:\n    in: "[1, 2, 3]"\n    as: n\n    steps:\n      - when: { if: n == 2, then: [ { return: "found ${{ n }}" } ] }\n- return: none', '{ type: string }')).toBe('found 2')
})

it.each([[1, 'small'], [9, 'big']])('when %i: the branch that holds', async (n, word) => {
  expect(await run('- when: { if: input.n < 5, then: [ { let: { w: small } } ], else: [ { let: { w: big } } ] }\n- return: "${{ w }}"', '{ type: string }', '{ n: { type: integer } }', { n })).toBe(word)
})

it('a name that only the other branch sets is null', async () => {
  expect(await run('- when: { if: "false", then: [ { let: { w: x } } ] }\n- return: "${{ w ?? \'unset\' }}"', '{ type: string }')).toBe('unset')
})

it.each<[string, string, unknown]>([
  ['sort: { in: "[3, 1, 2]" }', numbers, [1, 2, 3]],
  ['sort: { in: "[3, 1, 2]", order: down }', numbers, [3, 2, 1]],
  ['sort: { in: "[\'b\', null, \'a\']" }', '{ type: array, items: { type: [string, "null"] } }', ['a', 'b', null]],
  ['sort: { in: "[\'bb\', \'a\', \'ccc\']", as: w, by: len(w), order: down }', texts, ['ccc', 'bb', 'a']],
  ['sort: { in: "[\'x1\', \'y1\', \'x0\']", as: w, by: "slice(w, 1)" }', texts, ['x0', 'x1', 'y1']],
  ['take: { in: "[1, 2, 3]", count: 2 }', numbers, [1, 2]],
  ['take: { in: "[1, 2, 3]", count: 2, from: 2 }', numbers, [3]],
  ['take: { in: "null", count: 2 }', numbers, []],
  ['unique: { in: "[1, 2, 1, 2, 3]" }', numbers, [1, 2, 3]],
  ['unique: { in: "[\'ax\', \'ay\', \'b\']", as: w, by: "slice(w, 0, 1)" }', texts, ['ax', 'b']],
  ['group: { in: "[\'ax\', \'b\', \'ay\']", as: w, by: "slice(w, 0, 1)" }', '{ type: array, items: { type: object, properties: { key: { type: string }, items: { type: array, items: { type: string } } } } }',
    [{ key: 'a', items: ['ax', 'ay'] }, { key: 'b', items: ['b'] }]],
])('%s', async (step, output, expected) => {
  expect(await run(`- ${step}\n  as: out\n- return: "\${{ out }}"`, output)).toEqual(expected)
})

it('sorting numbers with texts is a typed error', async () => {
  expect(await rejected(run('- sort: { in: "[1, \'a\']" }\n  as: out\n- return: "${{ out }}"', numbers))).toMatchObject({ code: 'DOC_TYPE', step: 'tools.t.steps[0].sort' })
})

it('assert: true goes on, false and a miss fail as said, and site-changed is the default', async () => {
  expect(await run('- assert: { that: 1 < 2 }\n- return: ok', '{ type: string }')).toBe('ok')
  expect(await rejected(run('- assert: { that: 1 > 2 }\n- return: ok', '{ type: string }'))).toMatchObject({ code: 'site-changed', message: expect.stringContaining('tools.t.steps[0].assert') })
  expect(await rejected(run('- assert: { that: "null", or: closed }\n- return: ok', '{ type: string }'))).toMatchObject({ code: 'closed' })
  expect(await rejected(run('- assert: { that: 1 > 2, or: rejected, words: { zh: 不行, en: Not so } }\n- return: ok', '{ type: string }'))).toMatchObject({ code: 'rejected', message: 'Not so' })
  expect(await rejected(run('- assert: { that: "1" }\n- return: ok', '{ type: string }'))).toMatchObject({ code: 'DOC_TYPE', expected: 'boolean' })
})

it('fail says the author\'s words in the person\'s language', async () => {
  const document = toolDocument({ steps: '- when: { if: "true", then: [ { fail: { kind: not-found, words: { zh: 没有, en: None } } } ] }\n- return: x' })
  for (const [lang, message] of [['zh', '没有'], ['en', 'None']] as const) {
    const scene = openScene({ extractor: noExtractor, lang })
    expect(await rejected(call(load(scene, document), 't', scene))).toEqual({ code: 'not-found', message })
  }
})

it('return is checked against output: the place of what does not fit is said, never its value', async () => {
  const output = '{ type: object, properties: { a: { type: integer }, b: { type: array, items: { type: string, maxLength: 3 } } }, required: [a] }'
  expect(await run('- return: { a: 1, b: [abc] }', output)).toEqual({ a: 1, b: ['abc'] })
  expect(await run('- return: { a: 1, b: null }', output)).toEqual({ a: 1 })
  expect(await rejected(run('- return: { a: 1, b: [abc, secret] }', output))).toEqual({ code: 'DOC_RESULT_INVALID', step: 'tools.t.steps[0].return', place: '$.b[1]', expected: 'length ≤ 3' })
  expect(await rejected(run('- return: { a: null }', output))).toMatchObject({ code: 'DOC_RESULT_INVALID', place: '$.a', expected: 'number' })
  expect(await rejected(run('- return: { a: 1, extra: 2 }', output))).toMatchObject({ code: 'DOC_RESULT_INVALID', place: '$', expected: '{ a, b }' })
})

it('a tool that comes to its end without a return says so', async () => {
  expect(await rejected(run('- when: { if: "false", then: [ { return: x } ] }', '{ type: string }'))).toEqual({ code: 'DOC_NO_RETURN', tool: 'sample.t' })
})

it('a cancelled call ends with its reason, between steps', async () => {
  const abort = new AbortController()
  abort.abort(new Error('cancelled'))
  const scene = openScene({ extractor: noExtractor, signal: abort.signal })
  await expect(call(load(scene, toolDocument({ steps: '- return: x' })), 't', scene)).rejects.toThrow('cancelled')
})

it.each(['take: { in: "[1]" }', 'take: { in: "[1]", count: }', 'take: { in: "[1]", count: -1 }', 'take: { in: "[1]", count: 1.5 }', 'take: { in: "[1]", count: two }', 'take: { in: "[1]", count: 1, from: -1 }'])('%s is refused when it is read, not in the run', (step) => {
  expect(caught(() => load(openScene({ extractor: noExtractor }), toolDocument({ steps: `- ${step}\n  as: out\n- return: x` })))).toMatchObject({ code: 'DOC_FIELD_INVALID', expected: 'integer ≥ 0' })
})
