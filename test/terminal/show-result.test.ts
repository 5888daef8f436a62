import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/rules/json.ts'
import { say } from '../../src/rules/words/say.ts'
import { readGlobals } from '../../src/terminal/cli/globals.ts'
import { showResult } from '../../src/terminal/cli/show-result.ts'
import { textOf } from '../../src/terminal/cli/line.ts'
import { showJson } from '../../src/terminal/cli/show-json.ts'
import { type ShownTool, toolLines } from '../../src/terminal/cli/show-tool.ts'
import type { Words } from '../../src/sdk/index.ts'

const speaker = (lang: 'zh' | 'en') => {
  const { globals } = readGlobals(['--lang', lang], {})
  return { globals, say: (words: Words, params?: Readonly<Record<string, string | number>>) => say(words, lang, params) }
}
const [zh, en] = [speaker('zh'), speaker('en')]
const inputSchema = {
  type: 'object', additionalProperties: false, required: ['keyword'],
  properties: {
    keyword: { type: 'string', minLength: 1, maxLength: 50, description: '关键词 / Keyword' }, day: { type: 'string', enum: ['today', 'tomorrow'], default: 'today', title: '哪天 / Day' },
    from: { type: 'integer', minimum: 1, maximum: 12, default: 1 }, count: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, deep: { type: 'boolean' },
  },
}
const tool = { id: 'rooms.free', inputSchema }

describe('a result that holds nothing', () => {
  it.each<[string, Json]>([['a list', []], ['an object', {}], ['nothing at all', null], ['a text', ''], ['an object whose lists are empty', { rooms: [] }]])('%s is told in words, with what was asked and what to do next', (_, data) => {
    expect(showResult(data, tool, { keyword: '理教' }, zh)).toEqual(['rooms.free：没有查到（--day today --from 1 --keyword 理教）', '换些参数再试；pkuh tools rooms.free 列出它的参数'])
    expect(showResult(data, { id: 'x.y', inputSchema: {} }, {}, en)).toEqual(['x.y: nothing was found', 'Try other arguments; pkuh tools x.y lists them'])
  })

  it('says it in the plugin’s own words where it has any', () => {
    const own = { ...tool, empty: { zh: '第 {from} 节没有；{unknown}', en: 'None in period {from}' } }
    expect(showResult([], own, { from: 3 }, zh)[1]).toBe('第 3 节没有；{unknown}')
    expect(showResult([], own, {}, en)[1]).toBe('None in period 1')
  })

  it('leaves nothing else out, and a result that holds something is no empty one', () => {
    expect(showResult({ page: 2, items: [] }, tool, {}, en).slice(2)).toEqual(['page: 2'])
    expect(showResult({ page: 2, items: [], more: { deep: [] } }, tool, {}, en)).toEqual(['page: 2', 'items: (none)', 'more:', '  deep: (none)'])
    expect(showResult({ done: true }, tool, {}, en)).toEqual(['done: true'])
    expect(showResult([{}], tool, {}, en)).toEqual(['(none)'])
  })

  it.each<[Json]>([[[]], [{}], [[[]]], [[{}]], [{ a: [] }], [{ a: {} }], [{ a: [{ b: [] }] }], [[[], { a: 1 }]]])('%j is never drawn as [] or {}', (data) => {
    expect(showJson(data, '(none)').map(textOf).join('\n')).not.toMatch(/\[\]|\{\}/)
  })
})

describe('a tool for people', () => {
  const words = { zh: '查教室', en: 'Finds rooms' }
  const whole: ShownTool = {
    ...tool, plugin: 'rooms', trust: 'official', effect: 'read', description: words, untrusted: true, userOnly: false, durable: false, private: false, irreversible: false,
    state: 'ready', destinations: ['campus:portal-public'],
  }
  it('stands there with its effect, every argument, what each may be, and a line to copy', () => {
    expect(toolLines(whole, en).map(textOf)).toEqual([
      'rooms.free  read  official plugin rooms', 'Finds rooms', 'Goes to: campus service portal-public', '· its results hold text that others wrote', '', 'Arguments:',
      '  --keyword  text (1–50)          required         Keyword',
      '  --day      today|tomorrow       default today    Day',
      '  --from     a whole number 1–12  default 1',
      '  --count    a whole number       may be left out',
      '  --deep     true|false           may be left out', '',
      'For example: pkuh call rooms.free --keyword TEXT --day today',
    ])
    expect(toolLines(whole, zh).map(textOf).join('\n')).toMatch(/读取.*官方插件 rooms[^]*--keyword +文字 \(1–50\) +必填 +关键词\n[^]*例如：pkuh call rooms\.free --keyword 文字 --day today/)
  })

  it('says how a date is written, and the line to copy holds one', () => {
    const dated = { type: 'object', required: ['date', 'time'], properties: { date: { type: 'string', format: 'date' }, time: { type: 'string', maxLength: 5, examples: ['08:30'] } } }
    const lines = toolLines({ ...whole, inputSchema: dated }, zh).map(textOf)
    expect(lines).toContain('  --date  文字 如 2026-09-01  必填')
    expect(lines).toContain('  --time  文字 (≤5) 如 08:30  必填')
    expect(lines.at(-1)).toBe('例如：pkuh call rooms.free --date 2026-09-01 --time 08:30')
  })

  it('without arguments says so, and one that is not ready says that too', () => {
    expect(toolLines({ ...whole, inputSchema: { type: 'object' }, state: 'disabled', untrusted: false }, en).map(textOf).slice(2)).toEqual([
      '! not available now (switched off)', 'Goes to: campus service portal-public', '', 'It takes no arguments', '', 'For example: pkuh call rooms.free',
    ])
  })

  it('a value in the example that a shell would take apart stands in quotes', () => {
    const odd = { type: 'object', required: ['a'], properties: { a: { enum: ["$(x) 'y'"] } } }
    expect(toolLines({ ...whole, inputSchema: odd }, en).map(textOf).at(-1)).toBe(`For example: pkuh call rooms.free --a '$(x) '\\''y'\\'''`)
  })
})
