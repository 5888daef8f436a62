import { expect, it } from 'vitest'
import { faultsOf, loadDocument } from '../../../src/plugins/document/load-document.ts'
import { explain, HarnessError } from '../../../src/rules/errors/index.ts'
import { filesOf } from '../scene/documents.ts'
import { noExtractor } from '../scene/no-extractor.ts'
import { openScene } from '../scene/scene.ts'

const good = `---
plugin: sample
version: 1.0.0
name: { zh: 样本, en: Sample }
summary: { zh: 样本, en: Sample }
scopes: [open, mine]
websites: [site.example.org]
settings: { city: { type: string, default: 北京 } }
tools:
  t:
    description: { zh: 样本, en: Sample }
    effect: read
    input: { day: { type: string, enum: [today, tomorrow], default: today } }
    output: { type: string }
    steps:
      - request: { service: open, path: /record }
        as: page
      - return: "\${{ page.text }}"
---
Sample.
`
const step = (line: string) => (text: string) => text.replace('      - return', `      - ${line}\n      - return`)
const swap = (from: string, to: string) => (text: string) => text.replace(from, to)
const before = (line: string) => swap('tools:', `${line}\ntools:`)

/** A document that is wrong in one way. */
const wrong: Readonly<Record<string, (text: string) => string>> = {
  'no front matter': () => 'Sample.',
  'a front matter left open': swap('---\nSample.', 'Sample.'),
  'YAML that is not': swap('effect: read', 'effect: [read'),
  'a tab': swap('    effect: read', '\teffect: read'),
  'a key twice': swap('version: 1.0.0', 'version: 1.0.0\nversion: 1.0.1'),
  'a merge key': before('x: &a { b: 1 }\nsettings2: { <<: *a }'),
  'a key that every object has': before('__proto__: 1'),
  'an anchor at a key': swap('plugin: sample', '&a plugin: sample'),
  'a key that is a number': before('1: x'),
  'a foreign tag': swap('1.0.0', '!!binary 1.0.0'),
  'an unknown key': swap('version:', 'verison:'),
  'an unknown key of a tool': swap('effect:', 'efect:'),
  'an unknown key of a request': swap('path: /record', 'pth: /record'),
  'an unknown key inside a request': swap('path: /record', 'path: /record, expect: { stauts: [200] }'),
  'an id with a capital': swap('plugin: sample', 'plugin: Sample'),
  'an id of remote plugins': swap('plugin: sample', 'plugin: mcp-sample'),
  'a version of two numbers': swap('version: 1.0.0', 'version: 1.0'),
  'a missing language': swap('name: { zh: 样本, en: Sample }', 'name: { zh: 样本 }'),
  'an empty name': swap('name: { zh: 样本,', "name: { zh: '',"),
  'no tools': swap(/tools:[^]*?---/.exec(good)?.[0] ?? '', '---'),
  'a list of tools': (text) => text.replace(/tools:\n[^]*?---\nSample/, 'tools: []\n---\nSample'),
  'a wildcard host': swap('site.example.org', "'*.example.org'"),
  'a host with a scheme': swap('[site.example.org]', "['https://site.example.org']"),
  'a campus host as a website': swap('site.example.org', 'iaaa.pku.edu.cn'),
  'an unknown service': swap('scopes: [open, mine]', 'scopes: [opne]'),
  'a homepage over http': before('homepage: http://example.org'),
  'an unknown effect': swap('effect: read', 'effect: raed'),
  'a tool that is a number': swap('  t:\n', '  u: 3\n  t:\n'),
  'a tool’s name with a dot': swap('  t:\n', '  t.x:\n'),
  'a flag that is no boolean': swap('effect: read', "effect: read\n    private: 'yes'"),
  'an unknown type': swap('output: { type: string }', 'output: { type: text }'),
  'an array without items': swap('output: { type: string }', 'output: { type: array }'),
  'a keyword of another type': swap('output: { type: string }', 'output: { type: string, minimum: 1 }'),
  'an enum of another type': swap('enum: [today, tomorrow]', 'enum: [today, 2]'),
  'a required field that is not there': swap('output: { type: string }', 'output: { type: object, properties: { a: { type: string } }, required: [b] }'),
  'a pattern that is not linear': swap('output: { type: string }', "output: { type: string, pattern: '(a)\\1' }"),
  'a default of a setting that its schema refuses': swap('default: 北京', 'default: 3'),
  'no steps': (text) => text.replace(/ {4}steps:\n[^]*?---\nSample/, '    steps: []\n---\nSample'),
  'a step that is not there': step('eval: 1'),
  'two steps in one': step('let: { a: 1 }\n        take: { in: page, count: 1 }'),
  'a step that is a text': step('return'),
  'a name for a step that gives nothing': step("assert: { that: '1 == 1' }\n        as: x"),
  'a name that is taken': step('let: { page: 1 }'),
  'a name with a dash': step('let: { a-b: 1 }'),
  'no return': swap('- return: "${{ page.text }}"', '- let: { a: 1 }'),
  'a request to nowhere': step('request: {}'),
  'a request to two places': step('request: { service: open, path: /record, url: "https://site.example.org/" }'),
  'a path without its slash': step('request: { service: open, path: record }'),
  'a path with a query': step('request: { service: open, path: "/record?a=1" }'),
  'a path that climbs': step('request: { service: open, path: /a/../record }'),
  'a body of a GET': step('request: { service: open, path: /record, form: { a: 1 } }'),
  'two bodies': step('request: { service: open, path: /search, method: POST, form: { a: 1 }, json: { a: 1 } }'),
  'an unknown method': step('request: { service: open, path: /record, method: STEAL }'),
  'a header of the host’s': step('request: { service: open, path: /record, headers: { Cookie: a=1 } }'),
  'a service that is not declared': swap('scopes: [open, mine]', 'scopes: [mine]'),
  'a website that is not declared': step('request: { url: "https://other.example.org/" }'),
  'a website over http': step('request: { url: "http://site.example.org/" }'),
  'a host from an expression': step('request: { url: "https://${{ page.text }}/" }'),
  'an endpoint for signing in': step('request: { service: open, path: /login }'),
  'safe for a service': step('request: { service: open, path: /search, method: POST, safe: true }'),
  'a status that is none': step('request: { service: open, path: /record, expect: { status: [42] } }'),
  'multipart to a website': step('request: { url: "https://site.example.org/", method: POST, multipart: { a: 1 } }'),
  'a file without content': step('request: { service: open, path: /search, method: POST, multipart: { a: { file: x.txt } } }'),
  'a loop without a name': step('each: { in: page.json }'),
  'a negative count': step('take: { in: page.json, count: -1 }'),
  'an order that is none': step('sort: { in: page.json, order: sideways }'),
  'a function that is not there': step('let: { a: "${{ exec(1) }}" }'),
  'too few arguments': step('let: { a: "${{ split(1) }}" }'),
  'an expression left open': step('let: { a: "${{ 1 + 2" }'),
  'an expression that is none': step('let: { a: "${{ 1 + }}" }'),
  'a name that nothing sets': step('let: { a: "${{ pge.text }}" }'),
  'an input that is not declared': step('let: { a: "${{ input.dya }}" }'),
  'a setting that is not declared': step('let: { a: "${{ settings.ctiy }}" }'),
  'a selector from an expression': step('extract: { from: page.html, select: "${{ page.text }}" }'),
  'two ways to take': step('extract: { from: page.html, select: a, attr: href, text: line }'),
  'a JSON path with a filter': step("extract: { from: page.json, path: '$[?@.a]' }"),
  'a regex with a look ahead': step("extract: { from: page.text, regex: '(?=a)' }"),
  'pages by two ways': step('paginate: { request: { service: open, path: /record }, items: it.answer.json, cursor: it.answer.a, next: it.answer.b }'),
  'a page’s name misspelt': step('paginate: { request: { service: open, path: /record, query: { p: "${{ it.pgae }}" } }, items: it.answer.json }'),
  'two acts of a store': step('store: { get: a, delete: a }'),
  'a cache that writes': step('cache: { key: k, minutes: 1, steps: [ { request: { service: open, path: /enrol } } ], value: 1 }'),
  'a cache for ever': step('cache: { key: k, minutes: 99999, steps: [ { let: { a: 1 } } ], value: 1 }'),
  'a call of a tool that is not there': step('call: { tool: u }'),
  'a call in a circle': step('call: { tool: t }'),
  'an ability that is not declared': step('use: { tool: memory.save }'),
  'an ability that is no tool': before('uses: [memory]'),
  'money without words': swap('effect: read', 'effect: money'),
  'money and public': (text) => step('request: { service: open, path: /post, method: POST }')(text.replace('effect: read', 'effect: money\n    confirm: { zh: 付, en: Pay }')),
  'a failure that is none': step('fail: { kind: gone, words: { zh: 无, en: gone } }'),
  'words in one language': step('fail: { kind: not-found, words: { zh: 无 } }'),
  'a shortcut to nothing': before('shortcuts: [ { title: { zh: 去, en: Go }, tool: gone } ]'),
  'a shortcut with a wrong argument': before('shortcuts: [ { title: { zh: 去, en: Go }, tool: t, args: { day: never } } ]'),
  'a widget that is not there': before('widgets: { w: w.json }'),
  'a widget that does not exist for a tool': swap('effect: read', 'effect: read\n    ui: w'),
  'nested nine deep': step(Array.from({ length: 8 }).reduce<string>((inner) => `when: { if: 1 == 1, then: [ { ${inner} } ] }`, 'let: { a: 1 }')),
  'a hidden character': swap('name: { zh: 样本', 'name: { zh: 样\u200b本'),
  'a hidden character of the body': swap('Sample.', 'Sam\u202eple.'),
}

function saysOf(change: (text: string) => string, lang: 'zh' | 'en'): string {
  const text = change(good)
  expect(text).not.toBe(good)
  try {
    loadDocument(filesOf({ 'PLUGIN.md': text }), { trust: 'official' }, openScene({ extractor: noExtractor }).house)
  } catch (error) {
    if (error instanceof HarnessError) return explain(error, lang).message
    throw error
  }
  throw new Error('it was read')
}

it('the document itself is read', () => {
  expect(loadDocument(filesOf({ 'PLUGIN.md': good }), { trust: 'official' }, openScene({ extractor: noExtractor }).house).id).toBe('sample')
})

it('each wrong document is told whole: file, line, column, place, what is there and what would be right', async () => {
  const told = Object.entries(wrong).map(([name, change]) => `${name}\n  ${saysOf(change, 'zh')}\n  ${saysOf(change, 'en')}\n`)
  expect(told.length).toBeGreaterThan(60)
  await expect(told.join('\n')).toMatchFileSnapshot('wrong-documents.txt')
})

it('no message has a place that nothing filled, or says less than where it is', () => {
  for (const [name, change] of Object.entries(wrong)) {
    for (const lang of ['zh', 'en'] as const) {
      const said = saysOf(change, lang)
      expect([name, said]).toEqual([name, expect.not.stringMatching(/\{(?:file|line|column|at|expected|found|key|allowed|name|problem|expression|pattern|limit|step|way|effect)\}|undefined/)])
      expect([name, said]).toEqual([name, expect.stringMatching(/PLUGIN\.md:\d+:\d+/)])
    }
  }
})

it('where faults are collected, each of these documents has the one that it is refused for, alone', () => {
  const house = () => openScene({ extractor: noExtractor }).house
  expect(faultsOf(filesOf({ 'PLUGIN.md': good }), { trust: 'official' }, house())).toEqual([])
  const told = Object.entries(wrong).map(([name, change]) => [name, ...faultsOf(filesOf({ 'PLUGIN.md': change(good) }), { trust: 'official' }, house()).map((fault) => explain(fault, 'en').message)])
  expect(told).toEqual(Object.entries(wrong).map(([name, change]) => [name, saysOf(change, 'en')]))
})
