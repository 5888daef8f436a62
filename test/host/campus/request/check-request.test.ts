import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRequest, overridesMethod } from '../../../../src/host/campus/request/check-request.ts'
import { encodeMultipart } from '../../../../src/host/campus/request/multipart.ts'
import { dean } from '../../../../src/host/campus/services/dean.ts'
import { treehole } from '../../../../src/host/campus/services/treehole.ts'
import type { CampusRequest } from '../../../../src/sdk/index.ts'

const list = '/chapi/api/v3/hole/list'
const post = '/chapi/api/v3/hole/post'
const check = (over: Partial<CampusRequest>) => checkRequest(treehole, { service: 'treehole', path: list, ...over }, { effect: 'public' })

describe('a plugin\'s request', () => {
  it('is GET unless it says otherwise, in Chinese, with its query percent-encoded as UTF-8', () => {
    expect(check({ query: { keyword: '理教 &=+', page: 1, on: true, off: undefined } })).toMatchObject({
      method: 'GET', headers: { 'accept-language': 'zh-CN' }, body: undefined, safe: true,
      url: `https://treehole.pku.edu.cn${list}?keyword=%E7%90%86%E6%95%99%20%26%3D%2B&page=1&on=true`,
    })
  })

  it('sends a form or JSON with its own type', () => {
    expect(check({ path: post, method: 'POST', form: { a: '空 格', b: 1 } })).toMatchObject({ body: 'a=%E7%A9%BA%20%E6%A0%BC&b=1', headers: { 'content-type': expect.stringContaining('urlencoded') }, safe: false })
    expect(check({ path: post, method: 'POST', json: { a: [1] } })).toMatchObject({ body: '{"a":[1]}', headers: { 'content-type': 'application/json' } })
  })

  it('sends a form with files in the order given, with values as they were when it was checked', async () => {
    const bytes = Buffer.from('%PDF')
    const { multipart, body } = check({ path: post, method: 'POST', multipart: [{ name: 'b', value: 1 }, { name: 'a', value: '空 格\r\n' }, { name: 'f', fileName: '作业"1".pdf', type: 'application/pdf', bytes }, { name: 'a', value: true }] })
    bytes.fill(0)
    expect([body, [...multipart?.keys() ?? []]]).toEqual([undefined, ['b', 'a', 'f', 'a']])
    if (!multipart) throw new Error('none')
    const sent = await encodeMultipart(multipart)
    const back = await new Response(Buffer.from(sent.body), { headers: { 'content-type': sent.type } }).formData()
    const file = back.get('f')
    expect([back.get('b'), back.getAll('a'), file instanceof File && [file.name, file.type, await file.text()]]).toEqual(['1', ['空 格\r\n', 'true'], ['作业"1".pdf', 'application/pdf', '%PDF']])
  })

  it('property: no value, name or file of such a form can add a part or change another', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 })
    await fc.assert(fc.asyncProperty(fc.array(fc.record({ name: fc.oneof(text, fc.constantFrom('a"; filename="x', 'a\r\n\r\nb', '--x--')), value: fc.oneof(text, fc.constant('\r\n--x\r\nContent-Disposition: form-data; name="z"\r\n\r\n1')) }), { minLength: 1, maxLength: 5 }), fc.uint8Array({ maxLength: 50 }), async (fields, bytes) => {
      const given = fields.filter(({ name }) => name !== '' && name !== 'f' && !overridesMethod(name))
      const { multipart } = check({ path: post, method: 'POST', multipart: [...given, { name: 'f', fileName: 'x', bytes }] })
      if (!multipart) throw new Error('none')
      const sent = await encodeMultipart(multipart)
      const back = [...await new Response(Buffer.from(sent.body), { headers: { 'content-type': sent.type } }).formData()]
      expect(back.length).toBe(given.length + 1)
      const file = back.at(-1)?.[1]
      expect(file instanceof File && new Uint8Array(await file.arrayBuffer())).toEqual(bytes)
    }), { numRuns: 100 })
  })

  it('takes no file that is no bytes', () => {
    const given: CampusRequest & Record<string, unknown> = Object.assign({ service: 'treehole', path: post, method: 'POST' as const }, { multipart: JSON.parse('[{"name":"f","fileName":"x","bytes":"x"}]') })
    expect(() => checkRequest(treehole, given, { effect: 'public' })).toThrow(/CAMPUS_REQUEST_INVALID/)
  })

  it('half a surrogate pair is a replacement character, not a crash', () => {
    expect(check({ query: { q: '\ud800' } }).url).toContain('q=%EF%BF%BD')
  })

  it.each(['/chapi/index.php/api/v3/hole/list', '/chapi/index.php', '/chapi/api/v3/hole/list.PHP', '/chapi/a.php7/x', '/chapi/x.phtml/y', '/chapi/login.jsp'])('may not name a script where its service has none: %s', (path) => {
    expect(() => check({ path })).toThrow(/CAMPUS_PATH_REFUSED/)
    expect(() => check({ path, method: 'POST' })).toThrow(/CAMPUS_PATH_REFUSED/)
  })

  it('may name one of the kind its service has', () => {
    expect(checkRequest(dean, { service: 'dean', path: '/web/new.php' }, { effect: 'write' }).path).toBe('/web/new.php')
    expect(() => checkRequest(dean, { service: 'dean', path: '/web/new.do' }, { effect: 'write' })).toThrow(/CAMPUS_PATH_REFUSED/)
    expect(() => checkRequest(dean, { service: 'dean', path: '/web/index.php/login.php' }, { effect: 'write' })).toThrow(/CAMPUS_ENDPOINT_RESERVED/)
  })

  it.each<[string, Partial<CampusRequest> & Record<string, unknown>]>([
    ['form and json at once', { path: post, method: 'POST', form: {}, json: {} }],
    ['a body with GET', { form: { a: 1 } }],
    ['a form with files and another', { path: post, method: 'POST', form: {}, multipart: [{ name: 'a', value: 1 }] }],
    ['a form with files by GET', { multipart: [{ name: 'a', value: 1 }] }],
    ['a form with files by PUT', { path: post, method: 'PUT', multipart: [{ name: 'a', value: 1 }] }],
    ['a form with files to a read', { path: '/chapi/api/v3/users/info', method: 'POST', multipart: [{ name: 'a', value: 1 }] }],
    ['an empty form with files', { path: post, method: 'POST', multipart: [] }],
    ['a file that is a path', { path: post, method: 'POST', multipart: [{ name: 'f', fileName: '../../x', bytes: new Uint8Array() }] }],
    ['a file name with a line break', { path: post, method: 'POST', multipart: [{ name: 'f', fileName: 'x\r\ny', bytes: new Uint8Array() }] }],
    ['a file type with parameters', { path: post, method: 'POST', multipart: [{ name: 'f', fileName: 'x', type: 'text/html; charset=x', bytes: new Uint8Array() }] }],
    ['_method in a form with files', { path: post, method: 'POST', multipart: [{ name: '_method', value: 'DELETE' }] }],
    ['the type of a form with files, without its boundary', { path: post, method: 'POST', multipart: [{ name: 'a', value: 1 }], headers: { 'content-type': 'multipart/form-data' } }],
    ['a form with files of more than 8 MiB in all', { path: post, method: 'POST', multipart: [{ name: 'f', fileName: 'x', bytes: new Uint8Array(8 * 1024 * 1024) }, { name: 'a', value: 'x' }] }],
    ['_method in a form', { path: post, method: 'POST', form: { _method: 'DELETE' } }],
    ['_METHOD in JSON', { path: post, method: 'POST', json: { _METHOD: 'DELETE' } }],
    ['_method in a query', { query: { _method: 'POST' } }],
    ['_method as PHP reads it: a dot', { path: post, method: 'POST', form: { '.method': 'DELETE' } }],
    ['_method as PHP reads it: a bracket that nothing closes', { path: post, method: 'POST', form: { '[method': 'DELETE' } }],
    ['_method as PHP reads it: blanks before it', { query: { '  _method': 'POST' } }],
    ['_method as PHP reads it: cut at NUL', { query: { '_method\0x': 'POST' } }],
    ['_method as PHP reads it: a list', { query: { '_method[]': 'POST' } }],
    ['a cookie', { headers: { cookie: 'a=b' } }],
    ['Authorization', { headers: { Authorization: 'Bearer x' } }],
    ['the device id', { headers: { UUID: 'x' } }],
    ['a method override', { headers: { 'x-http-method-override': 'POST' } }],
    ['another host as referer', { headers: { referer: 'https://evil.example/' } }],
    ['a host that only begins like ours', { headers: { referer: 'https://treehole.pku.edu.cn.evil.example/' } }],
    ['a line break in a header', { headers: { accept: 'a\r\nx: y' } }],
    ['a content type without content', { headers: { 'content-type': 'text/plain' } }],
    ['JSON that is said to be a form, where it may hide _method', { path: post, method: 'POST', json: 'a&_method=DELETE&b=', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['a form that is said to be JSON', { path: post, method: 'POST', form: { a: 1 }, headers: { 'content-type': 'application/json' } }],
    ['a body in another charset', { path: post, method: 'POST', json: {}, headers: { 'content-type': 'application/json; charset=utf-7' } }],
    ['a method nobody knows', { method: 'PATCH' as 'GET' }],
    ['a field nobody knows', { url: 'https://evil.example' }],
    ['a query that is an object', { query: { a: {} as string } }],
    ['JSON that is none', { path: post, method: 'POST', json: 1n }],
  ])('may not carry %s', (_, over) => {
    expect(() => check(over)).toThrow(/CAMPUS_REQUEST_INVALID/)
  })

  it('may set the headers on the list', () => {
    const headers = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest', Referer: 'https://treehole.pku.edu.cn/ch/web/' }
    expect(check({ headers }).headers).toMatchObject({ accept: 'application/json', 'x-requested-with': 'XMLHttpRequest', referer: headers.Referer })
  })

  it.each<[string, Partial<CampusRequest>]>([
    ['application/json; charset=UTF-8', { json: {} }], ['application/json;charset=utf-8', { json: {} }], ['application/x-www-form-urlencoded', { form: {} }],
  ])('may say %s of a body that is so', (type, over) => {
    expect(check({ path: post, method: 'POST', headers: { 'Content-Type': type }, ...over }).headers).toMatchObject({ 'content-type': type })
  })

  it('never has a value of an argument in its error', () => {
    const bad: readonly object[] = [{ headers: { cookie: 'canary-value' } }, { path: '/canary-value/..' }, { query: { a: { canary: 'canary-value' } } }]
    for (const over of bad) {
      let thrown: unknown
      try { check(over) } catch (error) { thrown = error }
      expect(String(thrown)).toMatch(/CAMPUS_/)
      expect(String(thrown)).not.toContain('canary-value')
    }
  })
})
