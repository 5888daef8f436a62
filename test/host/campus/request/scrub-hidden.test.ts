import { describe, expect, it } from 'vitest'
import { cleanResponse } from '../../../../src/host/campus/request/clean-response.ts'
import { scrubberOf } from '../../../../src/host/campus/request/scrub.ts'
import { undoEscapes } from '../../../../src/rules/undo-escapes.ts'
import type { DoorResponse } from '../../../../src/host/net/door.ts'

const secret = 'A1b2+C3d4/E5f6=='
const each = (write: (character: string, code: number) => string) => Array.from(secret, (character) => write(character, character.charCodeAt(0))).join('')
const hex = (code: number) => code.toString(16)

describe('a session’s secret is found however a page writes it', () => {
  it.each([
    ['HTML, decimal', each((_, code) => `&#${code};`)],
    ['HTML, hex with zeros and no semicolon between', each((_, code) => `&#x000${hex(code)};`)],
    ['HTML, upper-case X', each((_, code) => `&#X${hex(code).toUpperCase()};`)],
    ['HTML by name', secret.replaceAll('+', '&plus;').replaceAll('/', '&sol;').replaceAll('=', '&equals;')],
    ['one character in HTML', secret.replace('b', '&#98;')],
    ['\\u outside JSON', each((_, code) => `\\u${hex(code).padStart(4, '0')}`)],
    ['\\u{} and \\x', each((_, code) => (code % 2 === 0 ? `\\u{${hex(code)}}` : `\\x${hex(code)}`))],
    ['CSS', each((_, code) => `\\${hex(code)} `)],
    ['every byte percent-encoded, lower case', each((_, code) => `%${hex(code)}`)],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(secret))],
    ['HTML within HTML', each((_, code) => `&amp;#${code};`)],
    ['an escaped slash', secret.replace('/', '\\/')],
    ['upper case', secret.toUpperCase()],
    ['hex', Buffer.from(secret).toString('hex')],
    ['upper-case hex', Buffer.from(secret).toString('hex').toUpperCase()],
    ['Base64 inside a longer value', Buffer.from(`id=7;${secret};x`).toString('base64')],
    ['UTF-16 read as bytes', Buffer.from(secret, 'utf16le').toString('latin1')],
  ])('%s', (_, spelling) => {
    const cleaned = scrubberOf([secret]).text(`前${spelling}后`)
    expect(cleaned).toContain('[credential]')
    expect(cleaned).not.toContain(spelling)
    expect(cleaned.startsWith('前')).toBe(true)
    expect(cleaned.endsWith('后')).toBe(true)
  })

  const answer = (contentType: string, bytes: Uint8Array, text: string): DoorResponse => ({
    url: 'https://treehole.pku.edu.cn/chapi/x', status: 200, headers: { 'content-type': contentType }, bytes, text, charset: 'utf-8', replaced: 0, hops: [], skewMs: undefined,
  })

  it.each(['utf16le', 'latin1'] as const)('a charset that reads past it hides it neither in the bytes nor in the text (%s)', (charset) => {
    const bytes = Buffer.from(`{"echo":"${secret}" }`)
    const clean = cleanResponse(answer('text/html; charset=x', bytes, bytes.toString(charset)), [secret])
    expect(Buffer.from(clean.bytes).toString('latin1')).not.toContain(secret)
    for (const encoding of ['utf16le', 'latin1', 'utf8'] as const) expect(Buffer.from(clean.text, encoding).toString('latin1')).not.toContain(secret)
    expect(JSON.stringify(clean.json ?? null)).not.toContain(secret)
  })

  it('an answer in UTF-16 that is said to be Latin-1', () => {
    const bytes = Buffer.from(`echo ${secret}`, 'utf16le')
    const clean = cleanResponse(answer('text/plain', bytes, bytes.toString('latin1')), [secret])
    expect(Buffer.from(clean.bytes).toString('utf16le')).not.toContain(secret)
    expect(clean.text.replaceAll('\0', '')).not.toContain(secret)
  })

  it('a page with escapes and no secret is the page as it came', () => {
    const page = '<p>&lt;b&gt; 100% \\u4f60 &#20320; C:\\dead %E4%BD%A0 &amp;amp;</p>'
    expect(scrubberOf([secret]).text(page)).toBe(page)
    expect(undoEscapes('plain')).toBeUndefined()
    expect(undoEscapes('a&#x62;c')).toMatchObject({ text: 'abc', starts: Int32Array.of(0, 1, 7, 0, 0, 0, 0, 0), ends: Int32Array.of(1, 7, 8, 0, 0, 0, 0, 0) })
  })
})

describe('time', () => {
  const cpu = (work: () => void): number => Math.min(...[0, 1, 2].map(() => {
    const before = process.cpuUsage().user
    work()
    return process.cpuUsage().user - before
  }))

  it.each([
    'eyJ-', 'eyJ', 'eyJaaaaaaaa.', 'eyJaaaaaaaa.a.', 'eyJaaaaaaaa.bbbbbbbb.', '-eyJaaaaaaaa', '?token=', '?token=aaaaaaaa', ';jsessionid=a', '&#', '&#x', '&#x0', '&#0', '&amp;', '\\', '\\u', '\\u{0', '%', '%25', '\0',
    'A1b2+C3d4', 'A1b2%2BC3d4', 'A',
  ])('a text of %j takes as long whole as in sixteen parts', (unit) => {
    const { text } = scrubberOf([secret, '0123456789abcdef'])
    const [less, more] = [unit.repeat(3_000), unit.repeat(48_000)]
    const sixteenTimes = cpu(() => { for (let time = 0; time < 16; time++) text(less) })
    // A quadratic one takes sixteen times as long. Five times slack, and 50 ms for what a collection of garbage may add.
    expect(cpu(() => text(more))).toBeLessThan(5 * sixteenTimes + 50_000)
  })
})
