import { assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { budgets } from '../../src/plugins/document/budgets.ts'
import { makeSheet } from '../../src/plugins/review/make-sheet.ts'
import type { ReviewSheet } from '../../src/rules/lattice/review-sheet.ts'
import { budgetWords, unitWords } from '../../src/rules/words/review.ts'
import { say } from '../../src/rules/words/say.ts'
import type { Lang, Words } from '../../src/sdk/index.ts'
import { screenLine } from '../../src/terminal/cli/screen-line.ts'
import { sheetLines } from '../../src/terminal/cli/show-review.ts'
import { load, toolDocument } from '../plugins/scene/documents.ts'
import { noExtractor } from '../plugins/scene/no-extractor.ts'
import { openScene, smallCampus } from '../plugins/scene/scene.ts'
import { sampleCharacters } from './every-character.ts'

const scene = openScene({ extractor: noExtractor })
const parts = {
  input: '{ id: { type: string, enum: [a, b] } }', head: 'scopes: [open]\nwebsites: [site.example.org]\ndisclosure: [{ zh: 你找的房间, en: the room you look for }]',
  steps: '- request: { service: open, path: "/item/${{ input.id }}" }\n- request: { url: "https://site.example.org/q", query: { q: "${{ input.id }}" } }\n- return: done',
}
const before = load(scene, toolDocument({ ...parts, input: '{ id: { type: string, enum: [a] } }' }), 'community')
const after = load(scene, toolDocument(parts).replace('Sample.\n', 'Sample.\nSee `q`.\n'), 'community')
const sheet = makeSheet({ kind: 'update', plugin: after, before: before.permissions(), source: 'https://example.org/sample/PLUGIN.md', verified: false, campus: smallCampus })

const draw = (lang: Lang, own: Partial<ReviewSheet> = {}, terminal: { readonly columns?: number } = {}): string[] => {
  const io = { say: (words: Words, params?: Readonly<Record<string, string | number>>) => say(words, lang, params), globals: { lang } as never }
  return sheetLines({ ...sheet, contentHash: '0'.repeat(64), budgets: sheet.budgets.slice(0, 2), ...own }, io).flatMap((line) => screenLine(line, { isTTY: terminal.columns !== undefined, ...terminal }).trimEnd().split('\n'))
}

describe('the review sheet', () => {
  it('reads like this in English', () => expect(draw('en').join('\n')).toMatchInlineSnapshot(`
    "This update may do more, or has other words. Take it?
    Plugin           sample 1.0.0 (community · not verified)
    Content          sha256 0000000000000000000000000000000000000000000000000000000000000000
    Campus services  open (open.example.cn)
    Websites         site.example.org
    Host abilities   none
    Source:
      │ https://example.org/sample/PLUGIN.md
      │ Sample
      │ Sample

    What can leave:
      campus service open (open.example.cn): the tools’ arguments; the host signs in, the plugin never sees how (sample.t)
      website site.example.org (site.example.org): the tools’ arguments (sample.t)
    What its author says leaves:
      │ the room you look for

    Compared with the version you have:
      ! changed  guidance.instructions  other words, whole on the sheet
      ! changed  tools.t.arguments  may do more
      │ − {"type":"object","properties":{"id":{"type":"string","enum":["a"]}},"required":["id"],"additionalProperties":false}
      │ + {"type":"object","properties":{"id":{"type":"string","enum":["a","b"]}},"required":["id"],"additionalProperties":false}
      ! added  tools.t.requests  may do more
      │ + GET campus:open /item/{a|b}
      ! added  tools.t.requests  may do more
      │ + GET website:site.example.org /q ?q={a|b}

    Tools (what is declared and not proved is marked):
      sample.t  read  declared, not proved
        · its results hold text that others wrote
        · results of at most 65536 bytes
      │ its author says untrusted: unsaid; the host made it true: community
      │ GET campus:open /item/{a|b}
      │ GET website:site.example.org /q ?q={a|b}
        It tells the assistant:
      │ Sample

    Its instructions to the assistant:
      │ Sample.
      │ See \`q\`.

    Limits of each run:
      time   20000 ms
      steps  10000 steps"
  `))
  it('reads like this in Chinese', () => expect(draw('zh').join('\n')).toMatchInlineSnapshot(`
    "这个更新权限变大，或者文字变了，同意吗？
    插件      sample 1.0.0 (社区 · 未核实)
    内容      sha256 0000000000000000000000000000000000000000000000000000000000000000
    校园服务  open (open.example.cn)
    网站      site.example.org
    主机能力  没有
    来源:
      │ https://example.org/sample/PLUGIN.md
      │ 样本
      │ 样本

    会发出去的:
      校内服务 open (open.example.cn): 工具的参数；登录由主机代办，插件拿不到（sample.t）
      网站 site.example.org (site.example.org): 工具的参数（sample.t）
    作者说会发出去的:
      │ 你找的房间

    和现在的版本比:
      ! 改动  guidance.instructions  文字变了，全文在审阅页上
      ! 改动  tools.t.arguments  权限变大
      │ − {"type":"object","properties":{"id":{"type":"string","enum":["a"]}},"required":["id"],"additionalProperties":false}
      │ + {"type":"object","properties":{"id":{"type":"string","enum":["a","b"]}},"required":["id"],"additionalProperties":false}
      ! 增加  tools.t.requests  权限变大
      │ + GET campus:open /item/{a|b}
      ! 增加  tools.t.requests  权限变大
      │ + GET website:site.example.org /q ?q={a|b}

    工具（声明的，未经证明的注明）:
      sample.t  读取  声明的，未经证明
        · 结果里有别人写的文字
        · 结果最多 65536 字节
      │ 作者写 untrusted: unsaid，主机改为 true：community
      │ GET campus:open /item/{a|b}
      │ GET website:site.example.org /q ?q={a|b}
        它对助手说:
      │ 样本

    它给助手的说明:
      │ Sample.
      │ See \`q\`.

    每次运行的上限:
      时间  20000 毫秒
      步骤  10000 步"
  `))

  it('bug-log 85: whatever an author writes stays behind the bar', () => {
    const anyText = string({ unit: constantFrom(...sampleCharacters(), '\n', '\u001b', '│', '═', 'a'), minLength: 1, maxLength: 60 })
    assert(property(anyText, (text) => {
      const words = { zh: text, en: text }
      const plain = { zh: 'x', en: 'x' }
      const outside = (own: Words) => draw('en', { name: own, summary: own, instructions: own, disclosure: [own], tools: sheet.tools.map((tool) => ({ ...tool, description: own, confirm: own })) }, { columns: 60 })
      const host = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('  │'))
      expect(host(outside(words))).toEqual(host(outside(plain)))
    }), { numRuns: 100 })
  })
})

it('every limit of a run has words, and so has what it is counted in', () => {
  expect(Object.keys(budgetWords).toSorted()).toEqual(Object.keys(budgets).toSorted())
  expect(new Set(Object.keys(unitWords))).toEqual(new Set(Object.values(budgets).map(({ unit }) => unit)))
})
