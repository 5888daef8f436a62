import { describe, expect, it } from 'vitest'
import { makeScrubber } from '../../src/rules/redaction.ts'
import { holdsSecret } from '../../src/rules/holds-secret.ts'

const secret = 'correct-Horse-01'
const bytes = Buffer.from(secret)
const scrubber = makeScrubber(() => [secret])
const each = (write: (character: string, code: number) => string) => Array.from(secret, (character) => write(character, character.charCodeAt(0))).join('')
const base64 = bytes.toString('base64')
const fullWidth = (text: string) => text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))

describe('a known secret is found however it is spelt', () => {
  it.each<[string, string]>([
    ['in full width', fullWidth(secret)],
    ['in mathematical letters', each((character, code) => (/[a-z]/.test(character) ? String.fromCodePoint(0x1d41a + code - 97) : character))],
    ['with a zero-width space in it', `${secret.slice(0, 5)}\u200b${secret.slice(5)}`],
    ['with soft hyphens in it', each((character) => `${character}\u00ad`)],
    ['with tags and selectors in it', each((character) => `${character}\ufe0f\u{e0061}`)],
    ['struck through', each((character) => `${character}\u0336`)],
    ['in upper case', secret.toUpperCase()],
    ['in lower case', secret.toLowerCase()],
    ['with spaces', [...secret].join(' ')],
    ['with no-break and full-width spaces', [...secret].join('\u00a0\u3000')],
    ['over lines', `${secret.slice(0, 8)}\r\n   ${secret.slice(8)}`],
    ['with some bytes percent-encoded', secret.replaceAll('o', '%6F').replace('t', '%74')],
    ['with HTML’s numbers', each((_, code) => `&#${code};`)],
    ['with HTML’s numbers in HTML', each((_, code) => `&amp;#x${code.toString(16)};`)],
    ['with \\u', each((_, code) => `\\u${code.toString(16).padStart(4, '0')}`)],
    ['with \\u in JSON in JSON', JSON.stringify(JSON.stringify({ a: each((_, code) => `\\u${code.toString(16).padStart(4, '0')}`) }))],
    ['with \\x', each((_, code) => `\\x${code.toString(16)}`)],
    ['percent-encoded thrice, every byte', each((_, code) => `%252525${code.toString(16)}`)],
    ['in hex', bytes.toString('hex')],
    ['in upper-case hex', bytes.toString('hex').toUpperCase()],
    ['in hex with spaces', bytes.toString('hex').replace(/../g, '$& ')],
    ['in hex of UTF-16', Buffer.from(secret, 'utf16le').toString('hex')],
    ['in Base64 over lines', base64.replace(/.{8}/g, '$&\n')],
    ['in Base64 of one case', base64.toLowerCase()],
    ['in Base64 twice', Buffer.from(base64).toString('base64')],
    ['in Base64 twice, amid other words', Buffer.from(`x ${Buffer.from(`my ${secret}!`).toString('base64')} y`).toString('base64')],
    ['in Base64 for URLs twice', Buffer.from(Buffer.from(`??${secret}>>`).toString('base64url')).toString('base64url')],
    ['in Base64 of UTF-16', Buffer.from(secret, 'utf16le').toString('base64')],
    ['in Base64 of UTF-16, the other way round, amid other words', Buffer.from(`ab${secret}c`, 'utf16le').swap16().toString('base64')],
    ['in percent-encoded Base64 with line breaks', encodeURIComponent(base64.replace(/.{8}/g, '$&\r\n'))],
    ['backwards', [...secret].toReversed().join('')],
    ['in full width, percent-encoded', encodeURIComponent(fullWidth(secret))],
  ])('%s', (_, spelling) => {
    expect(scrubber.holdsSecret(`看：${spelling}。`)).toBe(true)
    const shown = scrubber.text(`看：${spelling}。`)
    expect(shown).toContain('[credential: keystore]')
    expect(shown.startsWith('看：')).toBe(true)
    expect(shown.endsWith('。')).toBe(true)
    expect(scrubber.holdsSecret(shown)).toBe(false)
    expect(holdsSecret({ list: [{ note: spelling }] }, scrubber)).toBe(true)
    expect(holdsSecret({ [spelling]: 1 }, scrubber)).toBe(true)
  })

  it('composed or decomposed', () => {
    const umlauts = makeScrubber(() => ['Müller-Straße-9'])
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) expect(umlauts.text(`a ${'Müller-Straße-9'.normalize(form)} b`)).toBe('a [credential: keystore] b')
  })

  it('one of eight digits, in full width and not with spaces', () => {
    const digits = makeScrubber(() => ['20031127'])
    expect(digits.holdsSecret('生日２００３１１２７')).toBe(true)
    expect(digits.holdsSecret('MjAwMzExMjc=')).toBe(true)
    expect([digits.holdsSecret('2003 11 27'), digits.holdsSecret('7211 3002'), digits.holdsSecret('72113002')]).toEqual([false, false, false])
  })

  it('a token of a kilobyte', () => {
    const token = `eyJ${Buffer.from(Array.from({ length: 750 }, (_, at) => (at * 37) % 256)).toString('base64url')}`
    const long = makeScrubber(() => [token])
    for (const text of [token.replace(/.{64}/g, '$&\n'), Buffer.from(token).toString('hex'), Buffer.from(Buffer.from(token).toString('base64')).toString('base64').replace(/.{76}/g, '$&\n')]) {
      // Of Base64 the last characters may stay: they hold bits of what comes after, too.
      expect(long.text(`a ${text} b`)).toMatch(/^a \[credential: keystore\].{0,8}\s? b$/s)
    }
  })
})

describe('what is no secret stays', () => {
  const words = ['iloveyou', 'abcd', 'Pku123', 'tab cd', '12345', 'goodmorning', '1234567890']
  it.each([
    'I love you', 'a b c d', 'Pk u1 23', 'tab cd', 'good morning', 'Good\nmorning', '12 34 5', '1234 567 890', '0987654321', '54321', '321ukp', '%31%32%33 45', 'dcba', 'uoyevoli and I', 'ABC D', '70 6b 75',
  ].filter((text) => !words.includes(text)))('%s', (text) => {
    expect(makeScrubber(() => words).text(text)).toBe(text)
    expect(makeScrubber(() => words).holdsSecret(text)).toBe(false)
  })

  it('in Chinese and English words, addresses, ids and times, beside twenty secrets of every kind', () => {
    const secrets = ['Passw0rd!x', 'beijing2008!', 'f00dfeed0badcafe', '0123456789ab', 'a+b/c1234567890=', 'JBSWY3DPEHPK3PXP', '测试密码一二三四', ...Array.from({ length: 13 }, (_, at) => Buffer.from(`session-${at * 7919}`).toString('base64'))]
    const text = '理教 306 有空位（2026-03-02T08:00:00+08:00），学号 2500000001，https://dean.pku.edu.cn/web/a?b=1%20c&amp;d=%E4%BD%A0 "x\\u4f60" Beijing 2008, 0123 4567 89, pass word, ok.\n'.repeat(50)
    expect(makeScrubber(() => secrets).text(text)).toBe(text)
  })
})

it('twenty secrets are looked for in 50,000 characters in a few milliseconds', () => {
  const secrets = Array.from({ length: 20 }, (_, at) => Buffer.from(`session-${at * 104_729}-${at}`).toString('base64'))
  const many = makeScrubber(() => secrets)
  const cpu = (work: () => void): number => Math.min(...Array.from({ length: 9 }, () => {
    const before = process.cpuUsage().user
    work()
    return (process.cpuUsage().user - before) / 1000
  }))
  for (const unit of ['理教三楼的空教室在下午两点以后通常都有位置。', 'the quick brown fox, https://a.example/b?c=d%20e "x" ', '<p class="a">通知&nbsp;&#20320;好 \\u4f60</p>', '👍🏽好']) {
    const text = unit.repeat(Math.ceil(50_000 / unit.length))
    // Two to eight where it was measured; what a busy machine adds is allowed for.
    expect(cpu(() => { many.holdsSecret(text) })).toBeLessThan(60)
  }
})
