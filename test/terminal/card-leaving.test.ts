import { assert, constantFrom, dictionary, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/rules/canonical.ts'
import type { ShownCard } from '../../src/daemon/protocol/shapes.ts'
import { drawCard } from '../../src/terminal/cli/card.ts'
import { anyJson } from '../rules/any-json.ts'
import { card, now } from './card.fixture.ts'

/** A remote plugin's read in a conversation that holds private data. */
const leaving: ShownCard = {
  ...card, plugin: { ...card.plugin, id: 'mcp-weather', trust: 'remote' }, tool: 'mcp-weather.look', effect: 'read', goesTo: ['remote:mcp-weather'],
  args: '{"q":"绩点 3.85 天气"}', provenance: [{ path: '/q', from: 'model' }], tainted: false, confirm: undefined, typed: undefined, answers: ['once', 'session', 'always', 'deny'],
  reasons: [{ rule: 'R7', code: 'egressOver', params: { to: 'remote:mcp-weather', private: 'portal', bits: '145', spent: '3', limit: '8' } }],
}
const draw = (own: Partial<ShownCard> = {}, lang: 'zh' | 'en' = 'zh', width = 80) => drawCard({ ...leaving, ...own }, { lang, width, now })
/** What stands behind the card's last bar, read back. */
function shownBytes(lines: readonly string[]): string {
  const barred = (line: string | undefined): boolean => line?.startsWith('  │ ') === true
  const end = lines.findLastIndex(barred) + 1
  const start = lines.slice(0, end).findLastIndex((line) => !barred(line)) + 1
  return canonicalJson(JSON.parse(lines.slice(start, end).map((line) => line.slice('  │ '.length).replace(/␠$/, ' ')).join('')))
}

describe('a card for what goes to a third party', () => {
  it('shows the exact bytes and how many, and says how many bits of how many and what is private', () => {
    expect(draw().join('\n')).toMatchInlineSnapshot(`
      "════════════════════════════════════════════════════════════════════════════════
      需要你的批准
      ────────────────────────────────────────────────────────────────────────────────
      工具      mcp-weather.look (远程)
      作用      读取
      谁要做    助手
      账号      2500000001
      发往      远程插件 mcp-weather 的服务器
      为什么问  R7 对话里有你的私人数据（portal），而这次要发给第三方
                remote:mcp-weather 的内容里，有 145 比特是助手自己选的（已经发出 3
                比特；不问你最多可以发 8
                比特），其中可能藏着你的数据，所以先让你看清要发出的每一个字
      参数:
        │ q = "绩点 3.85 天气"
          ← 助手写的
      远程插件 mcp-weather 的服务器会原样收到这 26 字节，一字不差：
        │ {"q":"绩点 3.85 天气"}
      10 分钟后自动作废
      ════════════════════════════════════════════════════════════════════════════════"
    `)
    expect(draw({}, 'en').join('\n')).toMatchInlineSnapshot(`
      "════════════════════════════════════════════════════════════════════════════════
      Your approval is needed
      ────────────────────────────────────────────────────────────────────────────────
      Tool               mcp-weather.look (remote)
      Effect             read
      Who asks           the assistant
      Account            2500000001
      Goes to            server of the remote plugin mcp-weather
      Why you are asked  R7 The conversation holds your private data (portal), and of
                         what would go to the third party remote:mcp-weather the
                         assistant chose 145 bits by itself (3 went before; 8 may go
                         unasked). Your data could be hidden in them, so you see
                         exactly what leaves first
      Arguments:
        │ q = "绩点 3.85 天气"
          ← written by the assistant
      Exactly these 26 bytes go to the server of the remote plugin mcp-weather:
        │ {"q":"绩点 3.85 天气"}
      Expires by itself in 10 min
      ════════════════════════════════════════════════════════════════════════════════"
    `)
  })

  it('shows them for a website that a community plugin declared, and says what the plugin makes of them', () => {
    const text = draw({ plugin: { ...card.plugin, trust: 'community' }, goesTo: ['campus:portal portal.pku.edu.cn', 'website:example.org'] }, 'en').join('\n')
    expect(text).toContain('Of exactly these 26 bytes')
    expect(text).toContain('website example.org:')
  })

  it.each<[string, Partial<ShownCard>]>([
    ['the campus', { goesTo: ['campus:portal portal.pku.edu.cn'] }], ['this machine', { goesTo: ['local'] }], ['an official plugin’s website', { goesTo: ['website:example.org'], plugin: { ...card.plugin, trust: 'official' } }],
  ])('says nothing of it for %s', (_, own) => expect(draw(own).join('\n')).not.toContain('字节'))

  it('is whole at any width: what is read off the card are the bytes that leave', () => {
    const odd = constantFrom(' ', '\u200b', '│', '␠', '\\u200b', '"', '\n', '\u202e', '宽', 'e\u0301', '10', '9')
    assert(property(dictionary(odd, anyJson({ maxDepth: 2 }), { maxKeys: 3, noNullPrototype: true }), string({ unit: 'grapheme', maxLength: 300 }), constantFrom(19, 40, 80), (given, long, width) => {
      const args = canonicalJson({ ...JSON.parse(JSON.stringify(given)), long })
      expect(shownBytes(draw({ args }, 'en', width))).toBe(args)
    }), { numRuns: 300 })
  })

  it('grows with them: 60 KB are 60 KB on the card', () => {
    const args = canonicalJson({ q: `${'保密'.repeat(10_000)}END` })
    const lines = draw({ args }, 'en')
    expect(lines.length).toBeGreaterThan(700)
    expect(shownBytes(lines)).toBe(args)
  })
})
