import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import type { Json } from '../../../src/rules/json.ts'
import type { Component } from '../../../src/rules/screen/screen-schema.ts'
import { showScreen } from '../../../src/terminal/cli/show-screen.ts'
import { speaker } from '../../../src/terminal/cli/speaker.ts'
import { caught, filesOf } from '../scene/documents.ts'
import { noExtractor } from '../scene/no-extractor.ts'
import { openScene } from '../scene/scene.ts'

const main = (more: string) => `---
plugin: sample
version: 1.0.0
name: { zh: 样本, en: Sample }
summary: { zh: 样本, en: Sample }
scopes: [open]
websites: [site.example.org]
${more}
tools:
  free:
    description: { zh: 样本, en: Sample }
    effect: read
    input: { day: { type: string, enum: [today, tomorrow], default: today }, n: { type: integer, default: 1 } }
    output: { type: object, properties: { day: { type: string }, rooms: { type: array, items: { type: object, properties: { room: { type: string }, seats: { type: integer } } } } } }
    steps: [ { return: { day: 今天, rooms: [] } } ]
  book:
    description: { zh: 样本, en: Sample }
    effect: write
    input: { room: { type: string } }
    output: { type: string }
    steps: [ { return: x } ]
---
Sample.
`
type Part = readonly [id: string, component: Component]
const screen = (parts: readonly Part[], more: Readonly<Record<string, Json>> = { tool: 'free' }): string =>
  JSON.stringify({ ...more, root: parts[0]?.[0], components: parts.map(([id, component]) => ({ id, component })) }, undefined, 1)
const read = (json: string, more = 'widgets: { w: w.json }', pages: Readonly<Record<string, string>> = {}) =>
  loadDocument(filesOf({ 'PLUGIN.md': main(more), 'w.json': json, ...pages }), { trust: 'official' }, openScene({ extractor: noExtractor }).house)
const refusal = (parts: readonly Part[], more?: Readonly<Record<string, Json>>) => caught(() => read(screen(parts, more)))
const literal = (text: string) => ({ literalString: text })

const full: readonly Part[] = [
  ['main', { Column: { children: { explicitList: ['title', 'day', 'list', 'map', 'more', 'about'] } } }],
  ['title', { Text: { text: { literalString: { zh: '空闲教室', en: 'Free rooms' } }, usageHint: 'h2' } }],
  ['day', { Field: { label: { literalString: { zh: '日子', en: 'Day' } }, text: { path: '/day' } } }],
  ['list', { List: { children: { template: { componentId: 'row', dataBinding: '/rooms' } } } }],
  ['row', { Row: { children: { explicitList: ['room', 'seats', 'book'] } } }],
  ['room', { Text: { text: { path: 'room' } } }],
  ['seats', { Text: { text: { path: 'seats' } } }],
  ['book', { Button: { label: literal('订'), action: { name: 'tool:book', context: [{ key: 'room', value: { path: 'room' } }] } } }],
  ['map', { Image: { url: literal('https://site.example.org/map.png'), altText: literal('地图') } }],
  ['more', { Button: { label: literal('明天'), action: { name: 'tool:free', context: [{ key: 'day', value: { literal: 'tomorrow' } }] } } }],
  ['about', { Button: { label: literal('说明'), action: { name: 'page:about', context: [] } } }],
]
const about = screen([['t', { Text: { text: literal('一页说明') } }]], {})

describe('a widget', () => {
  const plugin = read(screen(full), 'widgets: { w: w.json }\npages: { about: about.json }', { 'about.json': about })
  const drawn = (data: Json, lang: 'zh' | 'en' = 'zh') => {
    const found = plugin.screens?.widgets['w']
    if (!found) throw new Error('no widget')
    const say = (words: { readonly zh: string; readonly en: string }, params: Readonly<Record<string, string | number>> = {}) => words[lang].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
    return showScreen(found, 'sample', data, { say, globals: { lang } } as never).map((line) => (typeof line === 'string' ? line : line.cells.join('')))
  }

  it('is text in a terminal, its rows aligned by the width of their characters', () => {
    expect(drawn({ day: '今天', rooms: [{ room: '理教101', seats: 221 }, { room: 'A2', seats: 30 }] })).toEqual([
      '空闲教室', '日子：今天',
      "理教101  221  [订] pkuh call sample.book --room 理教101", 'A2       30   [订] pkuh call sample.book --room A2',
      '[图片：地图]', '[明天] pkuh call sample.free --day tomorrow', '[说明] pkuh plugin widget sample about',
    ])
    expect(drawn({ day: 'today', rooms: [] }, 'en').slice(0, 3)).toEqual(['Free rooms', 'Day: today', '(nothing)'])
  })

  it('its commands name the profile that it is shown in', () => {
    const found = plugin.screens?.widgets['w']
    if (!found) throw new Error('no widget')
    const look = { lang: 'zh', profile: 'sim' } as const
    const lines = showScreen(found, 'sample', { day: 'x', rooms: [{ room: 'A2', seats: 30 }] }, { say: speaker(look), globals: look } as never).map((line) => (typeof line === 'string' ? line : line.cells.join('')))
    expect(lines.filter((line) => line.includes('pkuh'))).toHaveLength(3)
    expect(lines.join('\n').replaceAll('pkuh --profile sim ', '')).not.toContain('pkuh')
  })

  it('what a site gave stays in its line and in its quotes, and draws nothing', () => {
    const lines = drawn({ day: 'a\nOK\u001b[2Jb', rooms: [{ room: "x'; rm -rf ~\n#", seats: 1 }] })
    expect(lines).toHaveLength(6)
    expect(lines.join('\n')).not.toContain('\u001b')
    expect(lines[2]).toContain(String.raw`--room 'x'\''; rm -rf ~ #'`)
  })

  it('a path that the result does not have this time is a dash', () => {
    expect(drawn({ rooms: [{ room: 'A' }] })[1]).toBe('日子：-')
  })
})

describe('is refused where it stands', () => {
  const text = (path: string): Part => ['t', { Text: { text: { path } } }]
  it.each<[string, readonly Part[], Readonly<Record<string, Json>> | undefined, Readonly<Record<string, unknown>>]>([
    ['a path that the output has not', [text('/dya')], undefined, { at: 'widgets.w.components[0].component.Text.text.path', expected: 'day | rooms' }],
    ['a path into a text', [text('/day/x')], undefined, { expected: 'string' }],
    ['a path to a list as a text', [text('/rooms')], undefined, { expected: 'string | number | integer | boolean' }],
    ['a path of an item outside its list', [text('room')], undefined, { expected: 'day | rooms' }],
    ['a list over no list', [['l', { List: { children: { template: { componentId: 't', dataBinding: '/day' } } } }], text('/day')], undefined, { expected: 'array' }],
    ['a component that is not there', [['c', { Column: { children: { explicitList: ['x'] } } }]], undefined, { at: 'widgets.w.components[0].component.Column.children.explicitList[0]' }],
    ['a component inside itself', [['c', { Column: { children: { explicitList: ['c'] } } }]], undefined, { at: 'widgets.w.components[0].component.Column.children.explicitList[0]' }],
    ['two of one name', [text('/day'), text('/day')], undefined, { at: 'widgets.w.components[1].id' }],
    ['an image of an undeclared website', [['i', { Image: { url: literal('https://evil.example/x.png'), altText: literal('x') } }]], undefined, { expected: 'https://site.example.org/…' }],
    ['a button to no tool', [['b', { Button: { label: literal('x'), action: { name: 'tool:gone', context: [] } } }]], undefined, { expected: 'tool:free | tool:book' }],
    ['a button to another plugin’s tool', [['b', { Button: { label: literal('x'), action: { name: 'tool:memory.save', context: [] } } }]], undefined, { code: 'DOC_FIELD_INVALID' }],
    ['a button with an argument that the tool has not', [['b', { Button: { label: literal('x'), action: { name: 'tool:free', context: [{ key: 'place', value: { literal: 1 } }] } } }]], undefined, { expected: 'day | n' }],
    ['a tool that does more than read', [text('/day')], { tool: 'book', args: { room: 'A' } }, { at: 'widgets.w.tool', expected: 'free' }],
    ['no tool', [['t', { Text: { text: literal('x') } }]], {}, { at: 'widgets.w', expected: 'tool' }],
    ['an argument that the tool has not', [text('/day')], { tool: 'free', args: { dya: 'x' } }, { code: 'DOC_KEY_UNKNOWN', at: 'widgets.w.args.dya' }],
    ['an argument of another kind', [text('/day')], { tool: 'free', args: { n: 'x' } }, { at: 'widgets.w.args.n', expected: 'number' }],
  ])('%s', (_, parts, more, expected) => {
    expect(refusal(parts, more)).toMatchObject({ code: 'DOC_FIELD_INVALID', file: 'w.json', ...expected })
  })
  it('with the line and the column in its own file', () => {
    expect(refusal([['t', { Text: { text: { path: '/dya' } } }]])).toMatchObject({ file: 'w.json', line: 10, column: 15 })
  })
  it('a component that there is not, a script above all', () => {
    expect(caught(() => read('{ "tool": "free", "root": "a", "components": [ { "id": "a", "component": { "Html": { "text": "<script>" } } } ] }'))).toMatchObject({ code: 'DOC_KEY_UNKNOWN', key: 'Html' })
  })
  it('a page without a tool is bound to nothing', () => {
    expect(caught(() => read(screen([text('/day')], {}), 'pages: { w: w.json }'))).toMatchObject({ at: 'pages.w.components[0].component.Text.text.path', expected: 'tool' })
    expect(read(about, 'pages: { w: w.json }').screens?.pages['w']?.tool).toBeUndefined()
  })
})

it('a shortcut’s arguments are those of its tool; what it leaves open is asked for when it is tapped', () => {
  const shortcut = (args: string, tool = 'free') => `shortcuts: [ { title: { zh: 去, en: Go }, tool: ${tool}, args: ${args} } ]`
  expect(read('{}', shortcut('{ day: tomorrow }')).screens?.shortcuts).toEqual([{ title: { zh: '去', en: 'Go' }, tool: 'free', args: { day: 'tomorrow' } }])
  expect(read('{}', shortcut('{}', 'book')).screens?.shortcuts).toHaveLength(1)
  expect(caught(() => read('{}', shortcut('{ dya: x }')))).toMatchObject({ code: 'DOC_FIELD_INVALID', at: 'shortcuts[0].args.dya', expected: 'day | n' })
  expect(caught(() => read('{}', shortcut('{ day: never }')))).toMatchObject({ code: 'DOC_FIELD_INVALID', at: 'shortcuts[0].args.day', expected: 'today | tomorrow' })
})

it('a tool shows its result in a widget of its own only', () => {
  expect(caught(() => loadDocument(filesOf({ 'PLUGIN.md': main('widgets: { w: w.json }').replace('effect: write', 'effect: write\n    ui: w'), 'w.json': screen(full.slice(1, 2)) }), { trust: 'official' }, openScene({ extractor: noExtractor }).house)))
    .toMatchObject({ code: 'DOC_FIELD_INVALID', at: 'tools.book.ui' })
})
