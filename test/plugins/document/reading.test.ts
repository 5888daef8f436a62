import { expect, it } from 'vitest'
import { readYaml } from '../../../src/plugins/document/manifest/read-yaml.ts'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import { caught, filesOf, load, toolDocument, widget } from '../scene/documents.ts'
import { cpuTime } from '../scene/cpu-time.ts'
import { openScene } from '../scene/scene.ts'
import { noExtractor } from '../scene/no-extractor.ts'

const scene = openScene({ extractor: noExtractor })
const yaml = (text: string) => caught(() => readYaml({ file: 'PLUGIN.md', text, linesBefore: 0 }))
const doc = (text: string, trust?: 'official' | 'community') => caught(() => load(scene, text, trust))

it.each([
  ['a duplicate key', 'a: 1\nb: 2\na: 3\n', 'DOC_KEY_DUPLICATE', 3, 1],
  ['a duplicate key in a flow map', 'a: { b: 1, b: 2 }\n', 'DOC_KEY_DUPLICATE', 1, 12],
  ['a duplicate under another spelling', 'a: 1\n"a": 2\n', 'DOC_KEY_DUPLICATE', 2, 1],
  ['a merge key', 'a: &x { b: 1 }\nc:\n  <<: *x\n', 'DOC_KEY_MERGE', 3, 3],
  ['an anchor on a key', 'a: 1\n&k b: 2\n', 'DOC_KEY_ANCHOR', 2, 4],
  ['an alias as a key', 'a: &k b\n*k : 1\n', 'DOC_KEY_ANCHOR', 2, 1],
  ['__proto__', 'a:\n  __proto__: { admin: true }\n', 'DOC_KEY_FORBIDDEN', 2, 3],
  ['a number as a key', 'a:\n  1: x\n', 'DOC_KEY_FORBIDDEN', 2, 3],
  ['a map as a key', '? { a: 1 }\n: 2\n', 'DOC_YAML_SYNTAX', 1, 1],
  ['a tag of our own', 'a: !secret x\n', 'DOC_TAG_FOREIGN', 1, 4],
  ['a tag of another language', 'a: !!js/function "x"\n', 'DOC_TAG_FOREIGN', 1, 4],
  ['a timestamp', 'a: !!timestamp 2026-01-01\n', 'DOC_TAG_FOREIGN', 1, 4],
  ['two documents', 'a: 1\n---\nb: 2\n', 'DOC_YAML_SYNTAX', 2, 1],
  ['a directive', '%YAML 1.1\n---\na: yes\n', 'DOC_YAML_SYNTAX', 1, 1],
  ['bad indentation', 'a:\n  - b\n - c\n', 'DOC_YAML_SYNTAX', 3, 1],
  ['an alias to nothing', 'a: *x\n', 'DOC_YAML_SYNTAX', 1, 4],
  ['an alias to the list around it', 'a: &x [1, *x]\n', 'DOC_YAML_SYNTAX', 1, 11],
  ['an alias to a map far around it', 'a: &x { b: [{ c: *x }] }\n', 'DOC_YAML_SYNTAX', 1, 18],
])('%s is refused with its line and column', (_, text, code, line, column) => {
  expect(yaml(text)).toMatchObject({ code, file: 'PLUGIN.md', line, column })
})

it('core tags, anchors on values and up to 64 aliases are read', () => {
  const aliases = (count: number) => `a: &x !!str 1\nb: [${Array.from({ length: count }, () => '*x').join(', ')}]\n`
  expect(readYaml({ file: 'f', text: aliases(64), linesBefore: 0 }).value).toMatchObject({ a: '1' })
  expect(yaml(aliases(65))).toMatchObject({ code: 'DOC_ALIASES_EXCEEDED', limit: 64 })
})

it('bug-log 164: nested aliases do not multiply', () => {
  const levels = Array.from({ length: 6 }, (_, i) => `l${i}: &l${i} [${i === 0 ? '1' : Array.from({ length: 10 }, () => `*l${i - 1}`).join(', ')}]`)
  expect(cpuTime(() => expect(yaml(`${levels.join('\n')}\n`)).toMatchObject({ code: 'DOC_ALIASES_EXCEEDED' }))).toBeLessThan(1_000)
})

it('bug-log 163: a large !!omap is refused at once', () => {
  const omap = (count: number) => `a: !!omap\n${Array.from({ length: count }, (_, i) => `  - k${i}: 1`).join('\n')}\n`
  expect(cpuTime(() => expect(yaml(omap(2_000))).toMatchObject({ code: 'DOC_TAG_FOREIGN' }))).toBeLessThan(1_000)
  expect(cpuTime(() => expect(yaml(omap(20_000))).toMatchObject({ code: 'DOC_YAML_SYNTAX', problem: 'SIZE' }))).toBeLessThan(500)
})

it('many keys are checked in one pass', () => {
  const text = Array.from({ length: 4_000 }, (_, i) => `k${i}: 1`).join('\n')
  expect(cpuTime(() => expect(yaml(`${text}\nk7: 2\n`)).toMatchObject({ code: 'DOC_KEY_DUPLICATE', line: 4_001 }))).toBeLessThan(1_000)
})

it('30,000 tokens and 64 levels are read, one more is not, and no parser sees it', () => {
  const tokens = (count: number) => `${'#\n'.repeat((count - 1) / 2)}`
  expect(readYaml({ file: 'f', text: tokens(30_001), linesBefore: 0 }).value).toBeNull()
  expect(yaml(tokens(30_003))).toMatchObject({ code: 'DOC_YAML_SYNTAX', problem: 'SIZE', line: 15_001 })
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}\n`
  expect(readYaml({ file: 'f', text: nested(60), linesBefore: 0 }).value).toHaveLength(1)
  expect(yaml(nested(65))).toMatchObject({ code: 'DOC_YAML_SYNTAX', problem: 'DEPTH', line: 1 })
})

it.each([['brackets', '['.repeat(250_000)], ['short lines', '- a\n'.repeat(60_000)], ['comments', '#\n'.repeat(120_000)], ['anchors', `a: ${'&x '.repeat(80_000)}`]])('250 KB of %s are refused in a moment', (_, text) => {
  expect(cpuTime(() => expect(yaml(text)).toMatchObject({ code: 'DOC_YAML_SYNTAX' }))).toBeLessThan(500)
})

it.each(['['.repeat(100_000), `a: ${'{a: '.repeat(20_000)}`, '- '.repeat(50_000)])('nesting without end is refused, not a crash', (text) => {
  expect(yaml(text)).toMatchObject({ code: 'DOC_YAML_SYNTAX' })
})

it.each([
  ['no front matter', '# Sample\n', 'DOC_FRONT_MATTER_MISSING'],
  ['front matter without an end', '---\nplugin: sample\n', 'DOC_FRONT_MATTER_MISSING'],
])('%s', (_, text, code) => {
  expect(doc(text)).toMatchObject({ code, line: 1 })
})

const good = toolDocument({ steps: '- return: hi' })

it.each([
  ['an unknown key of the manifest', good.replace('version:', 'websits: []\nversion:'), 'DOC_KEY_UNKNOWN', 3, { key: 'websits' }],
  ['an unknown key of a tool', good.replace('effect:', 'efect: read\n    effect:'), 'DOC_KEY_UNKNOWN', 11, { key: 'efect' }],
  ['an id kept for remote plugins', good.replace('plugin: sample', 'plugin: mcp-sample'), 'DOC_FIELD_INVALID', 2, { at: 'plugin' }],
  ['an id that is none', good.replace('plugin: sample', 'plugin: Sample'), 'DOC_FIELD_INVALID', 2, { at: 'plugin' }],
  ['a version that is no semver', good.replace('1.0.0', '1.0'), 'DOC_FIELD_INVALID', 3, { at: 'version' }],
  ['a missing language', good.replace('name: { zh: 样本, en: Sample }', 'name: { zh: 样本 }'), 'DOC_FIELD_INVALID', 4, { at: 'name.en', expected: 'string' }],
  ['a wildcard host', good.replace('site.example.org', '"*.example.org"'), 'DOC_FIELD_INVALID', 7, { at: 'websites[0]' }],
  ['a host with a port', good.replace('site.example.org', 'site.example.org:8443'), 'DOC_FIELD_INVALID', 7, {}],
  ['an unknown effect', good.replace('effect: read', 'effect: raed'), 'DOC_FIELD_INVALID', 11, { at: 'tools.t.effect', expected: 'read | write | money | public' }],
  ['a step that does not exist', good.replace('return: hi', 'eval: hi'), 'DOC_STEP_UNKNOWN', 16, { step: 'eval', allowed: expect.stringContaining('request extract let each when') }],
  ['two steps in one', good.replace('- return: hi', '- return: hi\n        let: {}'), 'DOC_FIELD_INVALID', 16, {}],
  ['no return', good.replace('return: hi', 'let: { a: 1 }'), 'DOC_RETURN_MISSING', undefined, { at: 'tools.t' }],
  ['a function that does not exist', good.replace('return: hi', 'return: "${{ exec(1) }}"'), 'DOC_FUNCTION_UNKNOWN', 16, { name: 'exec' }],
  ['a name that nothing sets', good.replace('return: hi', 'return: "${{ pge.text }}"'), 'DOC_NAME_UNKNOWN', 16, { name: 'pge' }],
  ['an input that is not declared', good.replace('return: hi', 'return: "${{ input.buildng }}"'), 'DOC_NAME_UNKNOWN', 16, { name: 'input.buildng' }],
  ['an expression left open', good.replace('return: hi', 'return: "${{ 1 + 2"'), 'DOC_EXPRESSION_INVALID', 16, {}],
  ['a shortcut to nothing', good.replace('tools:', 'shortcuts: [ { title: { zh: 去, en: Go }, tool: gone } ]\ntools:'), 'DOC_FIELD_INVALID', 8, { expected: 't' }],
  ['an argument of a shortcut that JSON has not', good.replace('tools:', 'shortcuts:\n  - title: { zh: 去, en: Go }\n    tool: t\n    args: { a: [{ b: .nan }] }\ntools:'), 'DOC_FIELD_INVALID', 11, { at: 'shortcuts[0].args.a', expected: 'JSON' }],
  ['a widget whose file is missing', good.replace('tools:', 'widgets: { today: widgets/today.json }\ntools:'), 'DOC_FILE_MISSING', 8, { file: 'widgets/today.json' }],
])('%s is refused where it stands', (_, text, code, line, params) => {
  const { line: at, ...rest } = doc(text)
  expect(rest).toMatchObject({ code, ...params })
  if (line !== undefined) expect(at).toBe(line)
})

it('a tool may stand in a file of its own, and its errors name that file', () => {
  const main = good.replace(/ {2}t:\n[\s\S]*?\n---/, '  t: tools/t.yaml\n---')
  const tool = 'description: { zh: 样本, en: Sample }\neffect: read\noutput: { type: string }\nsteps:\n  - return: hi\n'
  const document = loadDocument(filesOf({ 'PLUGIN.md': main, 'tools/t.yaml': tool }), { trust: 'official' }, scene.house)
  expect(document.tools.map(({ facts }) => facts.id)).toEqual(['sample.t'])
  expect(caught(() => loadDocument(filesOf({ 'PLUGIN.md': main, 'tools/t.yaml': tool.replace('return', 'retrun') }), { trust: 'official' }, scene.house)))
    .toMatchObject({ code: 'DOC_STEP_UNKNOWN', file: 'tools/t.yaml', line: 5, at: 'tools.t.steps[0]' })
  expect(caught(() => loadDocument(filesOf({ 'PLUGIN.md': main }), { trust: 'official' }, scene.house))).toMatchObject({ code: 'DOC_FILE_MISSING', file: 'tools/t.yaml' })
})

it('256 KiB of files in all are read, a byte more is not; recordings do not count', () => {
  const filled = (bytes: number, name = 'notes.md') => {
    const files = new Map(filesOf({ 'PLUGIN.md': good }))
    return files.set(name, new Uint8Array(bytes - (files.get('PLUGIN.md')?.byteLength ?? 0)))
  }
  const read = (files: ReadonlyMap<string, Uint8Array>) => loadDocument(files, { trust: 'official' }, scene.house)
  expect(read(filled(262_144)).id).toBe('sample')
  expect(caught(() => read(filled(262_145)))).toMatchObject({ code: 'DOC_SIZE_EXCEEDED', limit: 262_144 })
  expect(read(filled(400_000, 'fixtures/list.html')).id).toBe('sample')
  expect(caught(() => read(filled(100_000, '../x')))).toMatchObject({ code: 'DOC_FILE_NAME' })
})

it.each([
  ['a tool', (text: string) => text.replace(/ {2}t:\n[\s\S]*?\n---/, '  t: fixtures/t.yaml\n---'), { 'fixtures/t.yaml': 'x' }, 'tools.t'],
  ['a widget', (text: string) => text.replace('tools:', 'widgets: { today: fixtures/today.json }\ntools:'), { 'fixtures/today.json': '{}' }, 'widgets.today'],
  ['a page', (text: string) => text.replace('tools:', 'pages: { today: fixtures/today.json }\ntools:'), { 'fixtures/today.json': '{}' }, 'pages.today'],
])('%s is no recording: it cannot stand where no bytes are counted', (_, change, more, at) => {
  expect(caught(() => loadDocument(filesOf({ 'PLUGIN.md': change(good), ...more }), { trust: 'official' }, scene.house))).toMatchObject({ code: 'DOC_FIELD_INVALID', at, expected: '≠ fixtures/' })
})

it.each([['no JSON', '{'], ['a list', '[]'], ['JSON without end', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`]])('a widget that is %s is refused with its place', (_, json) => {
  const main = good.replace('tools:', 'widgets: { today: w.json }\ntools:')
  expect(caught(() => loadDocument(filesOf({ 'PLUGIN.md': main, 'w.json': json }), { trust: 'official' }, scene.house))).toMatchObject({ code: 'DOC_FIELD_INVALID', at: 'widgets.today', expected: 'JSON' })
})

it('a tool shows its result in a widget that there is', () => {
  const read = (name: string) => loadDocument(filesOf({ 'PLUGIN.md': good.replace('tools:', 'widgets: { today: w.json }\ntools:').replace('effect:', `ui: ${name}\n    effect:`), 'w.json': widget('t') }), { trust: 'official' }, scene.house)
  expect(read('today').id).toBe('sample')
  expect(caught(() => read('gone'))).toMatchObject({ code: 'DOC_FIELD_INVALID', at: 'tools.t.ui', expected: 'today' })
})

it('a file that is not UTF-8 is refused', () => {
  const files = new Map([['PLUGIN.md', new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xc3, 0x28])]])
  expect(caught(() => loadDocument(files, { trust: 'official' }, scene.house))).toEqual({ code: 'DOC_ENCODING', file: 'PLUGIN.md' })
})

it('a document that needs an ability this host lacks is unavailable, with the reason', () => {
  const document = load(scene, good.replace('tools:', 'requires: [camera.scan]\ntools:'))
  expect(document).toMatchObject({ state: 'unavailable', stateReason: { en: expect.stringContaining('camera.scan') } })
  expect(document.tools[0]?.facts.state).toBe('unavailable')
})

it('the content hash covers every name and byte; the definition digest what a person agreed to', () => {
  const base = load(scene, good)
  expect(load(scene, good)).toMatchObject({ contentHash: base.contentHash })
  expect(load(scene, good.replace('Sample.', 'Sample!')).contentHash).not.toBe(base.contentHash)
  expect(load(scene, good.replace('Sample.', 'Sample!')).tools[0]?.facts.definitionDigest).toBe(base.tools[0]?.facts.definitionDigest)
  expect(load(scene, good.replace('return: hi', 'return: ho')).tools[0]?.facts.definitionDigest).not.toBe(base.tools[0]?.facts.definitionDigest)
  const split = (a: string, b: string) => loadDocument(filesOf({ 'PLUGIN.md': good, [a]: 'x', [b]: 'y' }), { trust: 'official' }, scene.house).contentHash
  expect(split('ab', 'c')).not.toBe(split('a', 'bc'))
})

it('CRLF and a byte order mark change nothing of what is read', () => {
  const document = load(scene, `\ufeff${good.replaceAll('\n', '\r\n')}`)
  expect(document).toMatchObject({ id: 'sample', instructions: { zh: 'Sample.', en: 'Sample.' } })
  expect(doc(`\ufeff\ufeff${good}`).code).toBe('DOC_FRONT_MATTER_MISSING')
})
