import { array, assert, constantFrom, integer, oneof, property, string, tuple } from 'fast-check'
import { LinkifyIt } from 'linkify-it'
import tlds from 'tlds'
import { describe, expect, it } from 'vitest'
import { cleanCharacters } from '../../../src/rules/hygiene/characters.ts'
import { longestRun } from '../../../src/rules/links/link-runs.ts'
import { linksIn, linkStream, markLinks } from '../../../src/rules/links/mark-links.ts'
import { plainDrawing } from '../../../src/terminal/cli/plain-drawing.ts'

const marking = (told: string, lang: 'zh' | 'en' = 'en') => ({ known: new Set(linksIn(told)), names: new Set(['treehole.post']), lang })
const marked = (text: string, told = '', lang: 'zh' | 'en' = 'en') => markLinks(text, marking(told, lang)).text

describe('a link that nobody but the model wrote', () => {
  it.each<[string, string, string]>([
    ['with a scheme', 'see https://evil.example/a.html now', 'see [link written by the assistant, host evil[.]example: https[://]evil[.]example/a[.]html] now'],
    ['at the end of a sentence', 'see https://evil.example/a.', 'see [link written by the assistant, host evil[.]example: https[://]evil[.]example/a].'],
    ['that begins with www', 'www.evil.example', '[address written by the assistant: www[.]evil[.]example]'],
    ['that is a bare host', 'log in at pku-login.com.', 'log in at [address written by the assistant: pku-login[.]com].'],
    ['that is an address of mail', 'a.b@evil.com', '[link written by the assistant, host evil[.]com: a[.]b@evil[.]com]'],
    ['of Markdown', '[PKU](https://evil.example)', '[PKU]([link written by the assistant, host evil[.]example: https[://]evil[.]example])'],
    ['of a Markdown image', '![](https://evil.example/?d=1)', '![]([link written by the assistant, host evil[.]example: https[://]evil[.]example/?d=1])'],
    ['in angle brackets', '<https://evil.example>', '<[link written by the assistant, host evil[.]example: https[://]evil[.]example]>'],
    ['that pretends to be another host', 'https://pku.edu.cn@evil.example/x', '[link written by the assistant, host evil[.]example: https[://]pku[.]edu[.]cn@evil[.]example/x]'],
    ['that pretends so with a backslash', 'https://evil.example\\@pku.edu.cn', '[link written by the assistant, host evil[.]example: https[://]evil[.]example\\@pku[.]edu[.]cn]'],
    ['of look-alike letters', 'https://аррӏе.com/', '[link written by the assistant, host xn--80ak6aa92e[.]com: https[://]аррӏе[.]com/]'],
    ['of look-alike letters, bare', 'аррӏе.com', '[link written by the assistant, host xn--80ak6aa92e[.]com: аррӏе[.]com]'],
    ['with wide letters and dots', 'ｅvil．com 和 evil。com', '[address written by the assistant: evil[.]com] 和 [link written by the assistant, host evil[.]com: evil[。]com]'],
    ['with an encoded host', 'https://%65vil.example', '[link written by the assistant, host evil[.]example: https[://]%65vil[.]example]'],
    ['with what is invisible in it', 'https://ev\u200bil.example', '[link written by the assistant, host evil[.]example: https[://]evil[.]example]'],
    ['with what a terminal draws otherwise', 'https:╱╱evil░com', '[link written by the assistant, host evil[.]com: https[://]evil[.]com]'],
    ['that runs code', 'javascript:alert(1)', '[link written by the assistant: javascript[:]alert(1)]'],
    ['that is data', 'data:text/html;base64,PHg+', '[link written by the assistant: data[:]text/html;base64,PHg+]'],
    ['that is a file', 'file:///etc/passwd', '[link written by the assistant: file[:///]etc/passwd]'],
    ['of an app', 'weixin://dl/x', '[link written by the assistant, host dl: weixin[://]dl/x]'],
    ['without slashes', 'https:evil.example', '[link written by the assistant, host evil[.]example: https[:]evil[.]example]'],
    ['without a scheme', '//evil.example/x', '[link written by the assistant, host evil[.]example: [//]evil[.]example/x]'],
    ['of numbers', 'http://2130706433/ 10.0.0.1', '[link written by the assistant, host 127[.]0[.]0[.]1: http[://]2130706433/] [address written by the assistant: 10[.]0[.]0[.]1]'],
    ['with a port', 'evil.com:8080/x', '[link written by the assistant, host evil[.]com: evil[.]com[:]8080/x]'],
    ['that may be a file', 'README.md', 'README[.]md'],
    ['among Chinese words', '请打开evil.com查看', '请打开[address written by the assistant: evil[.]com]查看'],
    ['before a Chinese full stop', '见https://evil.example/a。好', '见[link written by the assistant, host evil[.]example: https[://]evil[.]example/a]。好'],
  ])('%s', (_, text, shown) => expect(marked(text)).toBe(shown))

  it('is marked in Chinese', () => {
    expect(marked('见 https://evil.example/a，或 evil.com', '', 'zh')).toBe('见 [助手自己写的链接，主机 evil[.]example：https[://]evil[.]example/a]，或 [助手自己写的地址 evil[.]com]')
  })
  it('is told beside the text, once each', () => {
    expect(markLinks('https://a.com/x https://b.com/y https://a.com/x', marking('see https://b.com/y.')).links)
      .toEqual([{ url: 'https://a.com/x', host: 'a.com', known: false }, { url: 'https://b.com/y', host: 'b.com', known: true }])
  })
  it.each(['1.5', 'e.g. this', 'Node.js', 'a.b', 'v1.2.3', '10:30', '注意:明天', '理教306。好', 'treehole.post', 'grades.list', 'and/or', 'C:\\Users', '3.14.', '@zhang.san', '3 @ 2.5', '成绩是A。B班'])('%s is none', (text) => expect(markLinks(text, marking(''))).toEqual({ text, links: [] }))
})

describe('a link that stands in a result', () => {
  const told = '见https://its.pku.edu.cn/vpn。官网 pku.edu.cn，[x](https://a.cn/x_(1)) https://zh.wikipedia.org/wiki/北京大学 https://pku.edu.cn'
  it.each(['https://its.pku.edu.cn/vpn', '(https://its.pku.edu.cn/vpn).', '[文](https://a.cn/x_(1))', 'https://zh.wikipedia.org/wiki/北京大学 好', 'pku.edu.cn', '官网：pku.edu.cn'])('%s stays as it is', (text) => expect(marked(text, told)).toBe(text))
  it.each([
    ['https://its.pku.edu.cn/vpn查看', 'https://its.pku.edu.cn/vpn 查看'], ['https://its.pku.edu.cn/vpn，好', 'https://its.pku.edu.cn/vpn ，好'], ['请访问pku.edu.cn吧', '请访问 pku.edu.cn 吧'],
  ])('%s stands apart from the words around it', (text, shown) => expect(marked(text, told)).toBe(shown))
  it.each([
    'https://its.pku.edu.cn/vpn2', 'https://its.pku.edu.cn/', 'https://its.pku.edu.cn', 'http://its.pku.edu.cn/vpn', 'https://its.pku.edu.cn/vpn?to=x', 'https://pku.edu.cn.evil.com', 'https://pku.edu.cn@evil.com', 'https://pku.edu.cn:8443', 'xhttps://pku.edu.cn', 'x@pku.edu.cn', 'pku.edu.cn/x', 'not-pku.edu.cn',
  ])('%s is not it', (text) => expect(markLinks(text, marking(told)).links).toMatchObject([{ known: false }]))
  it('lends its host to nothing that is joined to it', () => {
    expect(marked('https://pku.edu.cn,@evil.com', told)).toBe('[link written by the assistant, host evil[.]com: https[://]pku[.]edu[.]cn,@evil[.]com]')
    expect(marked('https://pku.edu.cn，b@evil.com', told)).toBe('https://pku.edu.cn ，[link written by the assistant, host evil[.]com: b@evil[.]com]')
    expect(marked('https://pku.edu.cn查.evil.com', told)).toBe('https://pku.edu.cn [link written by the assistant, host xn--jvv[.]evil[.]com: 查[.]evil[.]com]')
  })
})

/** Everything that it can be made to see. */
const linkers = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true, urlAuth: true, tlds })
for (const scheme of ['javascript:', 'data:text', 'file:', 'weixin://']) linkers.add(scheme, { validate: (text, pos) => /^[\w/][^\s[\]]*/.exec(text.slice(pos))?.[0].length ?? 0 })

const told = 'https://pku.edu.cn https://its.pku.edu.cn/vpn pku.edu.cn a@pku.edu.cn'
const parts = oneof(
  constantFrom('https://', 'http:', '//', 'www.', 'evil.com', 'pku.edu.cn', 'https://pku.edu.cn', 'https://its.pku.edu.cn/vpn', 'a@pku.edu.cn', '@', '.', '/', ':', '?u=', '#', ')', '(', '[', '](', '"', '<', '>', '`', "'", '*', ',', '，', '。', '：', '（', '）', ' ', '\n', '查看', '北京大学', '.中国', 'аррӏе', '．', '｡', 'ｅ', '\u200b', '\u00ad', '░', '╱', 'javascript:', 'data:text,', 'file:', 'weixin://', 'mailto:', 'localhost', '10.0.0.1', ':80', '-', '_', '😀', '|', '\\', 'README.md', '%65', 'x', '1', '\u0007', '\ufff9', '︎'),
  string({ maxLength: 3 }), string({ unit: 'binary', maxLength: 2 }),
)
const texts = array(parts, { maxLength: 12 }).map((some) => some.join(''))

describe('whatever the text', () => {
  it('a linkifier finds no link in it that nobody else wrote', () => {
    assert(property(texts, constantFrom('zh' as const, 'en' as const), (text, lang) => {
      const { known } = marking(told)
      for (const { url, raw } of linkers.match(plainDrawing(cleanCharacters(marked(text, told, lang)))) ?? []) expect(known.has(raw) || known.has(url), `${JSON.stringify(text)}: ${raw}`).toBe(true)
    }), {
      numRuns: 10_000,
      examples: ['#@0．https://its.pku.edu.cn/vpn', '-@0.中国À', '10.0.0.1._0', '~.中国@°', '//。a@pku.edu.cn', 'A@查看0.𝪰a@pku.edu.cn', '//A.A@', '/@↊evil.com0', 'README.md╱@https://', '¢.中国\u00adÀ', 'README.md｡A', '¢.中国．0', 'evil.com@0']
        .map((text): [string, 'zh'] => [text, 'zh']),
    })
  })
  it('what looks is not blind', () => {
    for (const link of ['https://evil.com', 'evil.com', '//evil.com', 'a@evil.com', 'javascript:alert(1)', '10.0.0.1', 'weixin://x', 'https://pku.edu.cn，b@evil.com', '北京大学.中国']) expect(linkers.match(`见 ${link}`), link).not.toBeNull()
  })
  it('it comes out the same, however it was cut into pieces', () => {
    assert(property(texts, array(integer({ min: 1, max: 6 })), (text, cuts) => {
      const stream = linkStream(marking(told))
      let [shown, at] = ['', 0]
      for (const size of cuts) { shown += stream.push(text.slice(at, at + size)); at += size }
      shown += stream.push(text.slice(at)) + stream.end()
      const whole = markLinks(text, marking(told))
      expect([shown, stream.links()]).toEqual([whole.text, whole.links])
    }), { numRuns: 5000 })
  })
  it('a stretch without end is cut, at the same place whatever the pieces, and what lay across stays no link', () => {
    assert(property(tuple(integer({ min: longestRun - 12, max: longestRun + 3 }), constantFrom('https://evil.com/x', 'x。com', '😀😀evil.com')), ([length, link]) => {
      const text = 'a'.repeat(length) + link
      const stream = linkStream(marking(''))
      const shown = Array.from(text.match(/[^]{1,777}/g) ?? [], (piece) => stream.push(piece)).join('') + [...'，好'].map((piece) => stream.push(piece)).join('') + stream.end()
      expect(shown).toBe(marked(`${text}，好`))
      expect(linkers.match(shown)).toBeNull()
    }), { numRuns: 60 })
  })
  it('takes time as its length does', () => {
    const long = (unit: string) => { const begun = performance.now(); marked(unit.repeat(Math.ceil(200_000 / unit.length))); return performance.now() - begun }
    for (const unit of ['a', 'a.', 'a@', 'http:', 'https://a', '[(', ')', '北a', '.com', 'data:', '。a', 'a-']) expect(long(unit), unit).toBeLessThan(4000)
  })
})
