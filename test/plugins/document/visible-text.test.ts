import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import { caught, filesOf, load, toolDocument } from '../scene/documents.ts'
import { noExtractor } from '../scene/no-extractor.ts'
import { openScene } from '../scene/scene.ts'

const scene = openScene({ extractor: noExtractor })
const plain = toolDocument({ steps: "- return: 'x'", input: '{ q: { type: string, title: 查, enum: [a, b] } }', tool: 'confirm: { zh: 好, en: ok }', head: 'scopes: [open]\nauthor: 测试生\nlicense: MIT\ndisclosure: [{ zh: 不, en: no }]\n# 一行说明' })
const refusal = (text: string) => caught(() => load(scene, text))
const osc = '\\e]52;c;eA==\\a'

describe('bug-log 56, 85: a document in which something is hidden is refused', () => {
  it('and without it is read', () => { expect(load(scene, plain).id).toBe('sample') })

  it.each([
    ['a name', 'name: { zh: 样本', `name: { zh: "样本${osc}"`, 'name.zh', 4, '≠ U+001B'],
    ['a summary, bidi', 'summary: { zh: 样本', 'summary: { zh: 样\u202e本', 'summary.zh', 5, '≠ U+202E'],
    ['a description, zero-width', 'description: { zh: 样本', 'description: { zh: 样\u200b本', 'tools.t.description.zh', 13, '≠ U+200B'],
    ['a description, by an escape', 'description: { zh: 样本', 'description: { zh: "样\\u2066本"', 'tools.t.description.zh', 13, '≠ U+2066'],
    ['a title', 'title: 查', 'title: "查\\u00ad"', 'tools.t.input.q.title', 16, '≠ U+00AD'],
    ['a value of an enum', 'enum: [a, b]', 'enum: [a, b\u200b]', 'tools.t.input.q.enum[1]', 16, '≠ U+200B'],
    ['the words of a card', 'confirm: { zh: 好', 'confirm: { zh: 好\u2069', 'tools.t.confirm.zh', 15, '≠ U+2069'],
    ['a host', 'scopes: [open]', 'scopes: [open]\nwebsites: ["site.example\u202egro.live"]', 'websites[0]', 7, '≠ U+202E'],
    ['an id', 'plugin: sample', 'plugin: sam\u2066ple', 'plugin', 2, '≠ U+2066'],
    ['an author', 'author: 测试生', 'author: 测试\u{e0041}生', 'author', 7, '≠ U+E0041'],
    ['a license', 'license: MIT', 'license: "MIT\\x9b2J"', 'license', 8, '≠ U+009B'],
    ['a disclosure', '[{ zh: 不', '[{ zh: 不\u061c', 'disclosure[0].zh', 9, '≠ U+061C'],
    ['a step', "- return: 'x'", "- return: 'x\ufeff'", 'tools.t.steps[0].return', 19, '≠ U+FEFF'],
    ['a key', 'license: MIT', 'license: MIT\n"home\u200bpage": https://a.example', '', 9, '≠ U+200B'],
    ['a comment', '# 一行说明', '# 一行\u202e说明', '#', 10, '≠ U+202E'],
    ['the body', 'Sample.\n', '\nSample\u2067.\n', 'instructions', 22, '≠ U+2067'],
  ])('in %s', (_, from, to, at, line, expected) => {
    const text = plain.replace(from, to)
    expect(text).not.toBe(plain)
    expect(refusal(text)).toMatchObject({ code: 'DOC_FIELD_INVALID', file: 'PLUGIN.md', at, line, expected })
  })

  it.each([['as it is', '{"title":"a\u202eb"}'], ['by an escape', '{"title":"a\\u202eb"}'], ['in a key', '{"a\\u200b":1}']])('in a widget, %s', (_, json) => {
    const files = filesOf({ 'PLUGIN.md': plain.replace('license: MIT', 'widgets: { w: w.json }'), 'w.json': json })
    expect(caught(() => loadDocument(files, { trust: 'community' }, scene.house))).toMatchObject({ code: 'DOC_FIELD_INVALID', at: 'widgets.w' })
  })

  it('in a tool’s own file, with the file’s name', () => {
    const tool = plain.split('  t:\n')[1]?.split('---')[0]?.replace(/^ {4}/gm, '').replace('样本', '样\u200b本') ?? ''
    const files = filesOf({ 'PLUGIN.md': plain.replace(/ {2}t:\n[^]*?---/, '  t: t.yaml\n---'), 't.yaml': tool })
    expect(caught(() => loadDocument(files, { trust: 'community' }, scene.house))).toMatchObject({ code: 'DOC_FIELD_INVALID', file: 't.yaml', at: 'tools.t.description.zh', line: 1 })
  })

  it('but emoji stay whole, Windows line ends and a mark at the start are fine, and a pattern may name what it looks for', () => {
    const text = plain.replace('name: { zh: 样本', 'name: { zh: 样本👨‍👩‍👧❤️').replace('type: string, title', () => "type: string, pattern: '^[^\\u200b]*$', title")
    expect(load(scene, `\ufeff${text.replaceAll('\n', '\r\n')}`).name.zh).toBe('样本👨‍👩‍👧❤️')
  })
})
