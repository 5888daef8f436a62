import { describe, expect, it } from 'vitest'
import { caught, load, toolDocument } from '../scene/documents.ts'
import { noExtractor } from '../scene/no-extractor.ts'
import { openScene } from '../scene/scene.ts'

const scene = openScene({ extractor: noExtractor })
const prose = '{ type: string }'
const closed = '{ type: object, properties: { day: { type: string, format: date }, kind: { type: string, enum: [a, b] }, id: { type: string, format: id }, n: { type: number } } }'

interface Parts { readonly steps: string; readonly effect?: string; readonly output?: string; readonly tool?: string; readonly trust?: 'official' | 'community' }
function facts({ trust, steps, ...rest }: Parts) {
  const document = load(scene, toolDocument({ output: prose, ...rest, steps: `${steps}\n- return: x` }), trust)
  return { facts: document.tools[0]?.facts, raised: document.raised }
}
const request = (more: string) => `- request: { ${more} }`
const confirm = 'confirm: { zh: 确认, en: Confirm }'

describe('the effect is at least that of every request the steps can make', () => {
  it.each([
    ['service: open, path: /record', 'read'], ['service: open, path: /search, method: POST', 'read'], ['service: open, path: /enrol', 'write'], ['service: open, path: /pay, method: POST', 'money'], ['service: open, path: /post, method: POST', 'public'],
    ['service: open, path: /unlisted', 'write'],
    ['service: open, path: /task', 'write'], ['service: open, path: /task, query: { mode: view }', 'read'], ['service: open, path: /task, query: { mode: view, id: "${{ 1 + 1 }}" }', 'read'],
    ['service: open, path: /task, query: { mode: view, action: begin }', 'write'], ['service: open, path: /task, query: { mode: "${{ 1 + 1 }}" }', 'write'], ['service: open, path: /task, query: { mode: view, action: null }', 'write'],
    ['url: "https://site.example.org/"', 'read'], ['url: "https://site.example.org/", method: HEAD', 'read'], ['url: "https://site.example.org/", method: POST', 'write'], ['url: "https://site.example.org/", method: POST, safe: true', 'read'],
  ])('%s → %s', (target, effect) => {
    const { facts: found, raised } = facts({ steps: request(target), tool: confirm })
    expect(found?.effect).toBe(effect)
    expect(raised.filter(({ field }) => field === 'effect')).toEqual(effect === 'read' ? [] : [{ tool: 'sample.t', field: 'effect', declared: 'read', raised: effect, because: expect.stringMatching(/^(open|website)/) }])
  })

  it('bug-log 59: a later step, a branch or a loop counts as the first does', () => {
    const write = 'request: { service: open, path: /enrol }'
    for (const steps of [`${request('service: open, path: /record')}\n- ${write}`, `- when: { if: "false", then: [ { let: { a: 1 } } ], else: [ { ${write} } ] }`, `- each: { in: "[]", as: i, steps: [ { when: { if: "true", then: [ { ${write} } ] } } ] }`]) {
      expect(facts({ steps }).facts?.effect).toBe('write')
    }
  })

  it('what is declared higher stays', () => { expect(facts({ steps: request('service: open, path: /record'), effect: 'write' }).facts?.effect).toBe('write') })

  it('money and public need the words of the card, raised or declared', () => {
    expect(caught(() => facts({ steps: request('service: open, path: /pay, method: POST') }))).toMatchObject({ code: 'DOC_CONFIRM_MISSING', effect: 'money', at: 'tools.t' })
    const pays = '- request: { service: open, path: /pay, method: POST }'
    const posts = '- request: { service: open, path: /post, method: POST }'
    expect(caught(() => facts({ steps: `${pays}\n${posts}`, tool: confirm }))).toMatchObject({ code: 'DOC_EFFECTS_CLASH', at: 'tools.t', money: 'open POST /pay', public: 'open POST /post' })
    expect(caught(() => facts({ steps: pays, effect: 'public', tool: confirm }))).toMatchObject({ code: 'DOC_EFFECTS_CLASH', public: 'effect: public' })
    expect(facts({ steps: `${pays}\n- request: { service: open, path: /record }`, tool: confirm }).facts?.effect).toBe('money')
    expect(caught(() => facts({ steps: '- let: { a: 1 }', effect: 'public' }))).toMatchObject({ code: 'DOC_CONFIRM_MISSING', effect: 'public' })
  })
})

describe('untrusted', () => {
  it.each<[string, Parts, boolean]>([
    ['the registrar\'s fields', { steps: request('service: open, path: /record') }, false],
    ['people\'s text', { steps: request('service: open, path: /people') }, true],
    ['people\'s text, but only enums, dates, ids and numbers come out', { steps: request('service: open, path: /people'), output: closed }, false],
    ['a website', { steps: request('url: "https://site.example.org/"') }, true],
    ['an unlisted path', { steps: request('service: open, path: /unlisted') }, true],
    ['nothing asked', { steps: '- let: { a: 1 }' }, false],
    ['declared', { steps: '- let: { a: 1 }', tool: 'untrusted: true' }, true],
    ['an author cannot lower it', { steps: request('service: open, path: /people'), tool: 'untrusted: false' }, true],
    ['seed 000: results of community documents', { steps: request('service: open, path: /record'), output: closed, trust: 'community' }, true],
  ])('%s', (_, parts, untrusted) => { expect(facts(parts).facts?.untrusted).toBe(untrusted) })

  it.each([
    ['free text', prose, true], ['a list of enums', '{ type: array, items: { type: string, enum: [a] } }', false], ['one free text deep inside', '{ type: object, properties: { a: { type: array, items: { type: object, properties: { b: { type: string, maxLength: 3 } } } } } }', true], ['numbers', '{ type: number }', false],
  ])('%s in the output', (_, output, untrusted) => { expect(facts({ steps: request('service: open, path: /people'), output }).facts?.untrusted).toBe(untrusted) })
})

describe('private', () => {
  it.each<[string, Parts, boolean]>([
    ['a signed-in service', { steps: request('service: mine, path: /record') }, true],
    ['a public one', { steps: request('service: open, path: /record') }, false],
    ['declared', { steps: request('service: open, path: /record'), tool: 'private: true' }, true],
    ['an official document says this answer is not', { steps: request('service: mine, path: /record'), tool: 'private: false' }, false],
    ['but not of an endpoint that is', { steps: request('service: mine, path: /own'), tool: 'private: false' }, true],
    ['a community document cannot say so', { steps: request('service: mine, path: /record'), tool: 'private: false', trust: 'community' }, true],
  ])('%s', (_, parts, expected) => { expect(facts(parts).facts?.private).toBe(expected) })
})

it('irreversible comes from the endpoint, of writes only', () => {
  expect(facts({ steps: request('service: open, path: /enrol') }).facts?.irreversible).toBe(true)
  expect(facts({ steps: request('service: open, path: /record') }).facts?.irreversible).toBe(false)
  expect(facts({ steps: request('url: "https://site.example.org/", method: DELETE') }).facts?.irreversible).toBe(true)
})

it('destinations are every place its bytes can go, once each; local when it sends nothing', () => {
  const steps = [request('service: open, path: /record'), request('service: open, path: /people'), request('service: mine, path: /own'), request('url: "https://site.example.org/"')].join('\n')
  expect(facts({ steps }).facts?.destinations).toEqual([{ kind: 'campus', service: 'open' }, { kind: 'campus', service: 'mine' }, { kind: 'website', host: 'site.example.org' }])
  expect(facts({ steps: '- let: { a: 1 }' }).facts?.destinations).toEqual([{ kind: 'local' }])
})

it('every fact is there, as the contract says: nothing is optional', () => {
  const { facts: found } = facts({ steps: '- let: { a: 1 }', tool: 'userOnly: true\ndurable: true\nwhenTainted: pending' })
  expect(found).toEqual({
    id: 'sample.t', plugin: 'sample', trust: 'official', effect: 'read', untrusted: false, userOnly: true, durable: true, whenTainted: 'pending', private: false, irreversible: false, overwrites: false,
    asks: undefined, destinations: [{ kind: 'local' }], state: 'ready', contentHash: expect.stringMatching(/^[0-9a-f]{64}$/), definitionDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

describe('the input', () => {
  const schema = (input: string) => load(scene, toolDocument({ steps: '- return: x', input, head: 'settings: { s: { type: integer, default: 7 } }' })).tools[0]
  it('is JSON Schema for a model; a default from the settings is filled when it is needed', () => {
    const tool = schema('{ a: { type: string, enum: [x, y], default: x, title: { zh: 甲, en: A } }, b: { type: integer, minimum: 1, default: "${{ settings.s }}" }, c: { type: [boolean, "null"] } }')
    expect(tool?.inputSchema).toEqual({
      type: 'object', additionalProperties: false, required: ['c'],
      properties: { a: { type: 'string', enum: ['x', 'y'], default: 'x', title: '甲 / A' }, b: { type: 'integer', minimum: 1 }, c: { type: ['boolean', 'null'] } },
    })
    expect(tool?.input.parse({ c: null })).toEqual({ a: 'x', b: 7, c: null })
    for (const wrong of [{}, { c: null, d: 1 }, { c: 'x' }, { c: null, a: 'z' }, { c: null, b: 0 }, { c: null, b: 1.5 }]) expect(tool?.input.safeParse(wrong).success).toBe(false)
  })

  it('a default goes through the same checks as an argument', () => {
    const tool = load(scene, toolDocument({ steps: '- return: x', input: '{ a: { type: string, enum: [x], default: "${{ settings.s }}" } }', head: 'settings: { s: { type: string, default: y } }' })).tools[0]
    expect(tool?.input.safeParse({ a: 'x' }).success).toBe(true)
    expect(tool?.input.safeParse({}).success).toBe(false)
  })

  it('may be a whole schema, whose required decides', () => {
    const tool = schema('{ type: object, properties: { a: { type: string, maxLength: 2, pattern: "^(a+)+$" }, b: { type: string, format: date } }, required: [a] }')
    expect(tool?.inputSchema).toMatchObject({ required: ['a'] })
    expect(tool?.input.safeParse({ a: 'aa' }).success).toBe(true)
    expect(tool?.input.safeParse({ a: '😀😀' }).error?.issues[0]).toMatchObject({ code: 'invalid_format' })
    for (const wrong of [{}, { a: 'aaa' }, { a: 'a', b: '2026-6-3' }]) expect(tool?.input.safeParse(wrong).success).toBe(false)
  })

  it.each([
    ['2026-02-28', true], ['2026-02-29', false], ['2026-02-31', false], ['2024-02-29', true], ['2000-02-29', true], ['1900-02-29', false], ['2026-04-31', false], ['2026-12-31', true], ['2026-13-01', false], ['2026-00-10', false], ['2026-01-00', false],
  ])('a date is a day that the calendar has: %s %s', (day, is) => {
    const tool = schema('{ type: object, properties: { a: { type: string, format: date }, b: { type: string, format: date-time } } }')
    expect([tool?.input.safeParse({ a: day }).success, tool?.input.safeParse({ b: `${day}T08:00` }).success]).toEqual([is, is])
  })

  it.each(['{ a: { type: text } }', '{ a: { type: string, minimum: 1 } }', '{ a: { type: array } }', '{ a: { type: string, enum: [1] } }', '{ a: { type: string, format: email } }', '{ a: { type: string, const: x } }', '{ "a b": { type: string } }', '{ a: { type: string, default: "${{ input.b }}" } }', '{ a: { type: string, pattern: "(?!x)" } }'])('%s is refused', (input) => {
    expect(caught(() => schema(input)).code).toMatch(/^DOC_(FIELD_INVALID|KEY_UNKNOWN|NAME_UNKNOWN|PATTERN_INVALID)$/)
  })

  it('a setting\'s default must be one of its own', () => {
    expect(caught(() => load(scene, toolDocument({ steps: '- return: x', head: 'settings: { s: { type: integer, maximum: 3, default: 7 } }' })))).toMatchObject({ code: 'DOC_FIELD_INVALID', at: 'settings.s.default', expected: '≤ 3' })
  })
})
