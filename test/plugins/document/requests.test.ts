import { describe, expect, it } from 'vitest'
import { checkRequest } from '../../../src/host/campus/request/check-request.ts'
import { portalPublic } from '../../../src/host/campus/services/portal-public.ts'
import type { Json } from '../../../src/rules/json.ts'
import { compare, isWithinPermissions } from '../../../src/rules/lattice/compare.ts'
import { call, caught, load, rejected, toolDocument } from '../scene/documents.ts'
import { noExtractor } from '../scene/no-extractor.ts'
import { type Answering, openScene } from '../scene/scene.ts'

interface Options { readonly input?: string; readonly args?: Readonly<Record<string, Json>>; readonly answer?: Answering; readonly trust?: 'official' | 'community'; readonly head?: string; readonly effect?: string; readonly tool?: string }
async function run(steps: string, options: Options = {}) {
  const scene = openScene({ extractor: noExtractor, ...(options.answer ? { answer: options.answer } : {}) })
  const { args, answer: _, trust, ...parts } = options
  const text = toolDocument({ steps: `${steps}\n- return: done`, ...parts })
  const end = await call(load(scene, text, trust), 't', scene, args).then((value) => ({ value }), (error: unknown) => rejected(Promise.reject(error)))
  return { end, sent: scene.sent }
}
const refusal = (steps: string, trust: 'official' | 'community' = 'official', parts = {}) =>
  caught(() => load(openScene({ extractor: noExtractor }), toolDocument({ steps: `${steps}\n- return: done`, ...parts }), trust))

it('a request carries its place-encoded path and its values as data, never as text of a URL', async () => {
  const { sent } = await run('- request: { service: open, path: "/item/${{ input.id }}", query: { q: "${{ input.q }}", n: "${{ 1 + 1 }}", gone: "${{ null }}" }, headers: { X-Requested-With: XMLHttpRequest }, accept: text/html, timeout: 5 }', {
    input: '{ id: { type: string }, q: { type: string } }', args: { id: 'a/../b?c', q: 'x&y=z#' },
  })
  expect(sent).toEqual([{ service: 'open', method: 'GET', path: '/item/a%2F..%2Fb%3Fc', query: { q: 'x&y=z#', n: 2 }, headers: { accept: 'text/html', 'x-requested-with': 'XMLHttpRequest' }, timeoutMs: 5_000 }])
})

it('form and JSON bodies go as values', async () => {
  const { sent } = await run('- request: { service: open, path: /search, method: POST, form: { q: "${{ input.q }}" } }\n- request: { service: open, path: /search, method: POST, json: { q: "${{ input.q }}", list: ["${{ 1 }}"] } }', {
    input: '{ q: { type: string } }', args: { q: '"},"x":1' },
  })
  expect(sent.map(({ form, json }) => ({ form, json }))).toEqual([{ form: { q: '"},"x":1' }, json: undefined }, { form: undefined, json: { q: '"},"x":1', list: [1] } }])
})

it('the answer is plain data: no cookies, no bytes, JSON where it is JSON', async () => {
  const scene = openScene({ extractor: noExtractor, answer: () => ({ json: { a: 1 }, headers: { 'content-type': 'application/json' }, finalPath: '/record' }) })
  const output = '{ type: object, properties: { status: { type: integer }, size: { type: integer }, bytes: { type: string }, path: { type: string }, a: { type: integer }, keys: { type: array, items: { type: string } } } }'
  const text = toolDocument({ steps: '- request: { service: open, path: /record }\n  as: page\n- return: { status: "${{ page.status }}", size: "${{ page.size }}", bytes: "${{ page.bytes }}", path: "${{ page.path }}", a: "${{ page.json.a }}", keys: "${{ keys(page) }}" }', output })
  expect(await call(load(scene, text), 't', scene)).toEqual({ status: 200, size: 7, path: '/record', a: 1, keys: ['status', 'headers', 'text', 'json', 'html', 'bytes', 'size', 'path'] })
})

it('bytes are given in base64 where they are asked for', async () => {
  const scene = openScene({ extractor: noExtractor, answer: () => ({ bytes: new Uint8Array([0, 255, 1]) }) })
  const text = toolDocument({ steps: '- request: { service: open, path: /record, expect: { type: bytes } }\n  as: page\n- return: "${{ page.bytes }}"' })
  expect(await call(load(scene, text), 't', scene)).toBe('AP8B')
})

describe('multipart', () => {
  const step = (parts: string, more = 'service: open, path: /task2, method: POST') => `- request: { ${more}, multipart: { ${parts} } }`
  const parts = 'note: "${{ input.q }}", gone: "${{ null }}", a: { file: "${{ input.q }}.txt", type: text/plain, text: "${{ input.q }}" }, b: { file: b.bin, base64: AP8B }'
  it('its fields and files go out in their order; a null field is left out', async () => {
    const { sent } = await run(step(parts), { input: '{ q: { type: string } }', args: { q: '好' }, effect: 'write' })
    expect(sent.map((request) => 'multipart' in request ? request.multipart : undefined)).toEqual([[
      { name: 'note', value: '好' }, { name: 'a', fileName: '好.txt', type: 'text/plain', bytes: Buffer.from('好') }, { name: 'b', fileName: 'b.bin', bytes: Buffer.from([0, 255, 1]) },
    ]])
  })
  it('is one body of one POST to a service, each file with one content', () => {
    expect(refusal(step('a: 1', 'url: "https://site.example.org/", method: POST'))).toMatchObject({ code: 'DOC_FIELD_INVALID', at: 'tools.t.steps[0].request.multipart' })
    expect(refusal(step('a: 1', 'service: open, path: /search, method: PUT'))).toMatchObject({ code: 'DOC_FIELD_INVALID', at: 'tools.t.steps[0].request.method' })
    expect(refusal(step('a: 1', 'service: open, path: /search, method: POST, form: { b: 1 }'))).toMatchObject({ code: 'DOC_FIELD_INVALID', at: 'tools.t.steps[0].request.multipart' })
    for (const file of ['a: { file: x }', 'a: { file: x, text: a, base64: YQ== }', 'a: { file: x, txt: a }']) expect(refusal(step(file))).toMatchObject({ at: expect.stringMatching(/multipart.a/) })
    expect(refusal(step('_method: DELETE', 'service: open, path: /search, method: POST'))).toMatchObject({ code: 'DOC_FIELD_INVALID', expected: 'method:' })
  })
  it('is in what the tool may do: another name, file or content widens', () => {
    const permissions = (of: string) => load(openScene({ extractor: noExtractor }), toolDocument({ steps: `${step(of)}\n- return: "x"`, effect: 'write' })).permissions()
    const base = permissions('a: x, f: { file: f.txt, text: y }')
    expect(compare(base, permissions('a: x, f: { file: f.txt, text: y }'))).toEqual([])
    for (const other of ['a: z, f: { file: f.txt, text: y }', 'a: x, f: { file: g.txt, text: y }', 'a: x, f: { file: f.txt, text: z }', 'a: x, f: { file: f.txt, base64: YQ== }', 'a: x', 'a: x, f: { file: f.txt, type: text/html, text: y }', 'a: x, f: { file: f.txt, text: "${{ 1 + 1 }}" }']) {
      expect(compare(base, permissions(other)).map(({ weight }) => weight)).toContain('widens')
    }
    expect(isWithinPermissions(base, permissions('a: "${{ 1 + 1 }}", f: { file: f.txt, text: "${{ 1 + 1 }}" }'))).toBe(true)
  })
})

describe('what a status or a type means', () => {
  const request = (more: string) => `- request: { service: open, path: /record${more} }`
  it.each<[string, Answering, unknown]>([
    ['', () => ({ status: 500 }), { code: 'DOC_STATUS', step: 'tools.t.steps[0].request', status: 500 }],
    ['', () => ({ status: 302 }), { code: 'DOC_STATUS', step: 'tools.t.steps[0].request', status: 302 }],
    [', expect: { status: [404] }', () => ({ status: 404 }), { value: 'done' }],
    [', expect: { status: [404] }', () => ({ status: 200 }), { code: 'DOC_STATUS', step: 'tools.t.steps[0].request', status: 200 }],
    [', expect: { type: json }', () => ({ text: '<html>sign in</html>' }), expect.objectContaining({ code: 'site-changed' })],
    [', expect: { type: html }', () => ({ json: {} }), expect.objectContaining({ code: 'site-changed' })],
    [', expect: { type: html }', () => ({ text: '\ufeff \n<!doctype html>' }), { value: 'done' }],
  ])('%s', async (more, answer, end) => { expect((await run(request(more), { answer })).end).toEqual(end) })

  it('bug-log 148: what looks like JSON and has keys without quotes is a typed error, never half read', async () => {
    const text = '{total:1,rows:[{id:"5746_0",cell:["&#20167;"]}]}'
    expect((await run(request(', expect: { type: json }'), { answer: () => ({ text }) })).end).toMatchObject({ code: 'site-changed' })
  })

  it('JSON deeper than 512 levels is refused, not a crash', async () => {
    const nested = (depth: number) => ({ text: '['.repeat(depth) + ']'.repeat(depth) })
    expect((await run(request(''), { answer: () => nested(512) })).end).toEqual({ value: 'done' })
    expect((await run(request(''), { answer: () => nested(100_000) })).end).toMatchObject({ code: 'DOC_JSON_DEPTH_EXCEEDED', limit: 512 })
  })
})

describe('refused when the document is read', () => {
  it.each([
    ['an undeclared service', 'service: open, path: /record', { head: 'scopes: [mine]' }, 'DOC_SERVICE_UNDECLARED'],
    ['a service that does not exist', 'service: other, path: /x', { head: 'scopes: [other]' }, 'DOC_SERVICE_UNKNOWN'],
    ['IAAA as a website, where a GET sends a text message', 'url: "https://iaaa.pku.edu.cn/iaaa/sendSMSCode.do"', { head: 'websites: [iaaa.pku.edu.cn]' }, 'DOC_WEBSITE_CAMPUS'],
    ['a service\'s own host as a website', 'url: "https://open.example.cn/login"', { head: 'scopes: [open]\nwebsites: [open.example.cn]' }, 'DOC_WEBSITE_CAMPUS'],
    ['an undeclared website', 'url: "https://other.example.org/"', {}, 'DOC_WEBSITE_UNDECLARED'],
    ['http', 'url: "http://site.example.org/"', {}, 'DOC_FIELD_INVALID'],
    ['bug-log 80: a host from a value', 'url: "https://${{ \'site.example.org\' }}/"', {}, 'DOC_FIELD_INVALID'],
    ['bug-log 80: a host completed by a value', 'url: "https://site.example.org${{ \'.evil.example\' }}/"', {}, 'DOC_FIELD_INVALID'],
    ['a URL that is a value', 'url: "${{ \'https://site.example.org/\' }}"', {}, 'DOC_FIELD_INVALID'],
    ['credentials in a URL', 'url: "https://site.example.org@evil.example/"', {}, 'DOC_FIELD_INVALID'],
    ['a port in a URL', 'url: "https://site.example.org:8443/"', {}, 'DOC_FIELD_INVALID'],
    ['a query in a path', 'service: open, path: "/record?x=1"', {}, 'DOC_FIELD_INVALID'],
    ['a path that climbs', 'service: open, path: /item/../login', {}, 'DOC_FIELD_INVALID'],
    ['a path that is encoded by hand', 'service: open, path: /%6cogin', {}, 'DOC_FIELD_INVALID'],
    ['a path of another host', 'service: open, path: //evil.example/', {}, 'DOC_FIELD_INVALID'],
    ['both a service and a URL', 'service: open, path: /record, url: "https://site.example.org/"', {}, 'DOC_FIELD_INVALID'],
    ['a cookie', 'service: open, path: /record, headers: { Cookie: x }', {}, 'DOC_FIELD_INVALID'],
    ['credentials', 'service: open, path: /record, headers: { authorization: x }', {}, 'DOC_FIELD_INVALID'],
    ['a language for the campus, which the host says itself', 'service: open, path: /record, headers: { Accept-Language: en }', {}, 'DOC_FIELD_INVALID'],
    ['an accept of a name that nothing sets', 'service: open, path: /record, accept: "${{ gone }}"', {}, 'DOC_NAME_UNKNOWN'],
    ['an accept left open', 'service: open, path: /record, accept: "${{ 1 "', {}, 'DOC_EXPRESSION_INVALID'],
    ['a body of a GET', 'service: open, path: /record, json: {}', {}, 'DOC_FIELD_INVALID'],
    ['two bodies', 'service: open, path: /search, method: POST, json: {}, form: {}', {}, 'DOC_FIELD_INVALID'],
    ['a sign-in endpoint', 'service: open, path: /login', {}, 'DOC_ENDPOINT_FORBIDDEN'],
    ['a method of our own', 'service: open, path: /record, method: PATCH', {}, 'DOC_FIELD_INVALID'],
  ])('%s', (_, request, parts, code) => { expect(refusal(`- request: { ${request} }`, 'official', parts)).toMatchObject({ code, line: expect.any(Number) }) })

  it('community: what no table lists, and the word safe', () => {
    expect(refusal('- request: { service: open, path: /unlisted }', 'community')).toMatchObject({ code: 'DOC_ENDPOINT_UNLISTED', service: 'open', path: '/unlisted' })
    expect(refusal('- request: { url: "https://site.example.org/", method: POST, safe: true }', 'community')).toMatchObject({ code: 'DOC_SAFE_FORBIDDEN' })
    expect(refusal('- request: { service: open, path: /search, method: POST, safe: true }', 'official')).toMatchObject({ code: 'DOC_SAFE_FORBIDDEN' })
  })
})

describe('bug-log 59: each request is checked again with its real path', () => {
  it('a value that turns a read into a listed write is stopped before it leaves', async () => {
    const steps = '- request: { service: open, path: "/item/${{ input.id }}" }'
    const input = '{ id: { type: string } }'
    expect(await run(steps, { input, args: { id: '7' } })).toMatchObject({ end: { value: 'done' }, sent: [{}] })
    expect(await run(steps, { input, args: { id: 'drop' } })).toMatchObject({ end: { code: 'DOC_REQUEST_WIDER', step: 'tools.t.steps[0].request' }, sent: [] })
  })

  it.each([['GET', 'login'], ['POST', 'pay'], ['POST', 'post'], ['GET', 'pay'], ['PUT', 'post']])('a path of which nothing is known is a write, and %s /%s is still more', async (method, id) => {
    const steps = `- request: { service: open, path: "/\${{ input.id }}", method: ${method} }`
    expect(await run(steps, { input: '{ id: { type: string } }', args: { id } })).toMatchObject({ end: { code: 'DOC_REQUEST_WIDER' }, sent: [] })
  })
})

describe('DOC_PRIVATE_EGRESS', () => {
  const own = '- request: { service: mine, path: /own }\n  as: page'
  const out = '- request: { url: "https://site.example.org/log" }'
  const disclosed = 'scopes: [mine]\nwebsites: [site.example.org]\ndisclosure: [ { zh: 会发给某网站, en: Goes to a site } ]'

  it('after a signed-in service was read, no website is asked', async () => {
    expect(await run(`${own}\n${out}`, { trust: 'community' })).toMatchObject({ end: { code: 'DOC_PRIVATE_EGRESS', host: 'site.example.org' }, sent: [{ service: 'mine' }] })
    expect(await run(`${own}\n${out}`, { trust: 'community', head: disclosed })).toMatchObject({ end: { code: 'DOC_PRIVATE_EGRESS' } })
  })

  it('a signed-in service counts whatever its table says of the endpoint', async () => {
    expect(await run(`${own.replace('/own', '/record')}\n${out}`, { trust: 'community' })).toMatchObject({ end: { code: 'DOC_PRIVATE_EGRESS' } })
  })

  it('that it depends on the data is egress too: control flow counts', async () => {
    const steps = `${own}\n- when: { if: page.json.secret == 1, then: [ { request: { url: "https://site.example.org/yes" } } ] }`
    const end = await run(steps, { trust: 'community', answer: () => ({ json: { secret: 1 } }) })
    expect(end).toMatchObject({ end: { code: 'DOC_PRIVATE_EGRESS' } })
    expect(end.sent).toHaveLength(1)
  })

  it('an official document may, on a declared line only', async () => {
    expect(await run(`${own}\n${out}`)).toMatchObject({ end: { code: 'DOC_PRIVATE_EGRESS' } })
    expect((await run(`${own}\n${out}`, { head: disclosed })).sent).toHaveLength(2)
  })

  it('before it, and after a service without sign-in, a website may be asked', async () => {
    expect((await run(`${out}\n${own}`, { trust: 'community' })).sent).toHaveLength(2)
    expect((await run(`- request: { service: open, path: /record }\n${out}`, { trust: 'community' })).sent).toHaveLength(2)
  })
})

it('bug-log 152: an author who knows a page\'s charset says it, and the host decodes by it', async () => {
  const { sent } = await run('- request: { service: open, path: /record, charset: gbk }')
  expect(sent).toEqual([expect.objectContaining({ charset: 'gbk' })])
  expect(refusal('- request: { service: open, path: /record, charset: utf-7 }')).toMatchObject({ code: 'DOC_FIELD_INVALID' })
})

it('a campus request sets no header that the host would refuse; a website may be told a language and a cache', async () => {
  const service = { ...portalPublic, hosts: ['open.example.cn'], within: '/' }
  for (const [name, value] of [['accept', 'text/html'], ['referer', 'https://open.example.cn/'], ['x-requested-with', 'XMLHttpRequest']] as const) {
    const { sent: [request] } = await run(`- request: { service: open, path: /record, headers: { ${name}: "${value}" } }`)
    expect(request?.headers).toEqual({ [name]: value })
    expect(() => checkRequest(service, { service: 'open', path: '/record', headers: request?.headers ?? {} }, { effect: 'write' })).not.toThrow()
  }
  const { sent } = await run('- request: { url: "https://site.example.org/", headers: { Accept-Language: en, Cache-Control: no-cache } }')
  expect(sent[0]?.headers).toEqual({ 'accept-language': 'en', 'cache-control': 'no-cache' })
})

it('a website\'s path and query are encoded for where they stand', async () => {
  const { sent } = await run('- request: { url: "https://site.example.org/a/${{ input.q }}/b?x=${{ input.q }}&y=1", query: { z: "${{ input.q }}" } }', { input: '{ q: { type: string } }', args: { q: 'p/q&r=s' } })
  expect(sent).toEqual([expect.objectContaining({ url: 'https://site.example.org/a/p%2Fq%26r%3Ds/b?x=p%2Fq%26r%3Ds&y=1', query: { z: 'p/q&r=s' } })])
})

it('an empty value in a path is an error, not another path', async () => {
  expect(await run('- request: { service: open, path: "/item/${{ null }}" }')).toMatchObject({ end: { code: 'DOC_TYPE', step: 'tools.t.steps[0].request' }, sent: [] })
})
