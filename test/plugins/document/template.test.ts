import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../../../src/rules/json.ts'
import { encode } from '../../../src/plugins/document/expression/encode.ts'
import { createMeter } from '../../../src/plugins/document/expression/meter.ts'
import { fillTemplate, fillText, parseBare, parseTemplate } from '../../../src/plugins/document/expression/template.ts'
import { caught } from '../scene/documents.ts'

const context = (values: Readonly<Record<string, Json>>) => ({ lookup: (name: string) => values[name], meter: createMeter(), now: () => 0, step: 's' })
const fill = (source: Json, values: Readonly<Record<string, Json>> = {}) => fillTemplate(parseTemplate(source), context(values))

it.each<[Json, Readonly<Record<string, Json>>, Json]>([
  ['${{ n }}', { n: 3 }, 3], ['${{ n }}', { n: null }, null], ['${{ l }}', { l: [1] }, [1]], ['n=${{ n }}', { n: 3 }, 'n=3'], ['${{ a }}${{ b }}', { a: 1, b: 2 }, '12'], ['${{ a }} ', { a: 1 }, '1 '],
  ['x${{ n }}y', { n: null }, 'xy'], ["${{ '}}' }}", {}, '}}'], ["a${{ '\\'}}' + n }}", { n: 1 }, "a'}}1"], ['plain', {}, 'plain'], [{ a: '${{ n }}', b: [1, '${{ n }}'], c: null }, { n: 2 }, { a: 2, b: [1, 2], c: null }],
])('%j with %j is %j', (source, values, value) => { expect(fill(source, values)).toEqual(value) })

it('a value with a template in it is only text: nothing is filled twice', () => {
  expect(fill('x ${{ v }}', { v: '${{ secret }}', secret: 's' })).toBe('x ${{ secret }}')
})

it.each(['${{ 1', 'a ${{ "}} ', '${{ }}'])('%s is refused', (source) => {
  expect(caught(() => parseTemplate(source))).toMatchObject({ code: 'DOC_EXPRESSION_INVALID' })
})

it('keys are not templates, and a bare expression may have its braces', () => {
  expect(caught(() => parseTemplate({ '${{ k }}': 1 }))).toMatchObject({ code: 'DOC_EXPRESSION_INVALID' })
  expect(parseBare('${{ a.b }}')).toEqual(parseBare('a.b'))
  expect(caught(() => parseBare('x ${{ a }}'))).toMatchObject({ code: 'DOC_EXPRESSION_INVALID' })
})

it('only scalars go into a text', () => {
  expect(caught(() => fill('x ${{ l }}', { l: [1] }))).toEqual({ code: 'DOC_TYPE', step: 's', expected: 'string | number | boolean', found: 'array' })
})

it.each([
  ['path', 'a b/c?d#e', 'a%20b%2Fc%3Fd%23e'], ['path', '..', undefined], ['path', '.', undefined], ['path', '', undefined], ['path', '自习', '%E8%87%AA%E4%B9%A0'], ['path', '%2e%2e', '%252e%252e'], ['path', '\ud800', undefined],
  ['query', 'a&b=c+d', 'a%26b%3Dc%2Bd'], ['query', '', ''], ['header', 'en', 'en'], ['header', 'a\r\nCookie: x', undefined], ['header', '自', undefined],
  ['css', 'a"b\'c]', 'a\\22 b\\27 c\\5d '], ['css', '自习-1_x', '自习-1_x'], ['css', '1a', '\\31 a'], ['text', '<b>', '<b>'],
] as const)('in a %s, %j is %j', (place, text, expected) => { expect(encode(text, place)).toBe(expected) })

it('whatever a value brings, it stays one segment of the path', () => {
  const template = parseTemplate('/hole/${{ v }}/list')
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (v) => {
    let path: string
    try {
      path = fillText(template, context({ v }), 'path')
    } catch (error) {
      expect(error).toMatchObject({ code: 'DOC_TYPE' })
      return
    }
    const url = new URL(`https://host.example${path}`)
    expect(url.pathname.split('/')).toHaveLength(4)
    expect([url.host, url.search, url.hash]).toEqual(['host.example', '', ''])
    expect(decodeURIComponent(url.pathname.split('/')[2] ?? '')).toBe(v)
  }))
})
