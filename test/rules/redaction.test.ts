import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanForModel } from '../../src/rules/hygiene/clean.ts'
import type { Json } from '../../src/rules/json.ts'
import { makeScrubber } from '../../src/rules/redaction.ts'
import { itWithShared } from './shared-data.ts'

const password = 'p@ss wörd"1+/='
const cookie = 'canary-9f8e7d6c5b4a'
const scrubber = makeScrubber(() => [password, cookie])
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('a known secret is found', () => {
  it.each<[string, string]>([
    ['as it is', `x${password}y`],
    ['as JSON writes it', JSON.stringify({ p: password })],
    ['URL-encoded', encodeURIComponent(password)],
    ['URL-encoded in lower case', encodeURIComponent(password).toLowerCase()],
    ['as a form writes it', new URLSearchParams({ p: password }).toString()],
    ['URL-encoded twice', encodeURIComponent(encodeURIComponent(password))],
    ['with every byte encoded', Array.from(Buffer.from(cookie), (byte) => `%${byte.toString(16)}`).join('')],
    ['Base64', base64(cookie)],
    ['Base64 after one byte', base64(`a${cookie}`)],
    ['Base64 after two bytes', base64(`ab${cookie}`)],
    ['Base64 inside more', base64(`user:${password}:more of it`)],
    ['Base64 for URLs', Buffer.from(`??${password}>>`).toString('base64url')],
    ['Base64 in a URL', encodeURIComponent(base64(`?${password}~`))],
  ])('%s', (_, text) => {
    const scrubbed = scrubber.text(text)
    expect(scrubbed).toContain('[credential: keystore]')
    for (const secret of [password, cookie]) expect([scrubbed.includes(secret), decodes(scrubbed, secret)]).toEqual([false, false])
    expect(scrubber.holdsSecret(text)).toBe(true)
  })

  it('in every alignment of Base64, whatever stands around it', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 40 }), fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), (secret, before, after) => {
      expect(makeScrubber(() => [secret]).text(base64(before + secret + after))).toContain('[credential: keystore]')
    }))
  })

  it('wherever it stands, whatever is beside it: the first look at a folded text passes none over', () => {
    const strange = fc.string({ unit: fc.constantFrom('ſ', 'İ', 'é', 'e\u0301', '\u0345', 'Σ', '\u00ad', ' ', '𝒳', 'A', 'z', '7', '密', '\ud83d', '%', '&'), minLength: 4, maxLength: 9 })
    fc.assert(fc.property(fc.array(strange, { minLength: 1, maxLength: 3 }), fc.string({ unit: 'binary', maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 6 }), (secrets, before, after) => {
      const kept = makeScrubber(() => secrets)
      for (const secret of secrets) expect(kept.holdsSecret(before + secret + after), JSON.stringify([secret, before, after])).toBe(true)
    }), { numRuns: 500 })
  })

  it('also one learnt after the scrubber was made', () => {
    const known: string[] = []
    const late = makeScrubber(() => known)
    expect(late.text('late-secret')).toBe('late-secret')
    known.push('late-secret')
    expect(late.text('late-secret')).toBe('[credential: keystore]')
  })

  it('but not one of three letters, which every text would hold', () => expect(makeScrubber(() => ['abc', '']).text('abcd')).toBe('abcd'))
})

describe('what is shaped like a credential goes, known or not', () => {
  it.each<[string, string, string]>([
    ['bug-log 170: a JWT', 'got eyJhbGciOiJI.eyJzdWIiOiIx.sig_na-ture ok', 'got [credential: jwt] ok'],
    ['bug-log 170: a token in a URL', 'GET /x?token=abc123&page=2', 'GET /x?token=[credential: token]&page=2'],
    ['an access token in a form', 'access_token=abc.def; x', 'access_token=[credential: token]; x'],
    ['a ticket in a redirect', 'https://portal.pku.edu.cn/cas?ticket=ST-12-abc', 'https://portal.pku.edu.cn/cas?ticket=[credential: token]'],
    ['a token in a URL in a URL', 'next=%2Fx%3Ftoken%3Dabc123', 'next=%2Fx%3Ftoken%3D[credential: token]'],
    ['bug-log 170: a token in a URL in a URL in a URL', 'next=%252Fx%253Ftoken%253Dabc123', 'next=%252Fx%253Ftoken%253D[credential: token]'],
    ['bug-log 170: a token with JSON’s escape', String.raw`"/x?token\u003dabc123"`, String.raw`"/x?token\u003d[credential: token]"`],
    ['bug-log 170: a token with HTML’s number', '/x?token&#61;abc123', '/x?token&#61;[credential: token]'],
    ['bug-log 169: a password in a debug line', 'POST form userName=2500000001&password=hunter22&randCode=', 'POST form userName=2500000001&password=[credential: token]&randCode='],
    ['a bearer header', 'Authorization: Bearer abcdef123456', 'Authorization: [credential: authorization]'],
    ['a basic header in JSON', '{"authorization":"Basic dXNlcjpwdw==","a":1}', '{"authorization":"[credential: authorization]","a":1}'],
    ['a bearer token without its header', 'uses bearer abcdef123456 now', 'uses bearer [credential: bearer] now'],
    ['a cookie header', 'Cookie: JSESSIONID=abc; iPlanet="x y"; z=1\nHost: a', 'Cookie: [credential: cookie]\nHost: a'],
    ['a cookie header in JSON', '{"set-cookie":"a=b; Path=/; HttpOnly","x":1}', '{"set-cookie":"[credential: cookie]","x":1}'],
    ['a token in JSON text', '{"jwt":"abcdefgh","n":1}', '{"jwt":"[credential: token]","n":1}'],
    ['a token in JSON in JSON', String.raw`{"body":"{\"token\":\"abcdefgh\"}"}`, String.raw`{"body":"{\"token\":\"[credential: token]\"}"}`],
    ['bug-log 172: a share link', '看 https://cloud.example/s/abc#k=ZmFrZWtleQ 吧', '看 [credential: share-link] 吧'],
    ['bug-log 172: a share link, URL-encoded', 'u=https%3A%2F%2Fcloud.example%2Fs%2Fabc%23k%3DZmFrZWtleQ', 'u=[credential: share-link]'],
    ['bug-log 172: a share link whose fragment is the key', '(https://cloud.example/s/abc#Zm9vYmFy01ZmFrZWtleQabc)', '([credential: share-link])'],
    ['a share link whose key has dashes', 'https://cloud.example/s/abc#Zm9v-mFy01_mFrZWtleQab', '[credential: share-link]'],
    ['a share link whose key has its only digit between dashes', 'https://cloud.example/s/abc#ZmvbmFyoZ-1-mFrZWtleQab', '[credential: share-link]'],
    ['bug-log 172: a share link, URL-encoded twice', 'u=https%253A%252F%252Fcloud.example%252Fs%252Fabc%2523k%253DZmFrZWtleQ', 'u=[credential: share-link]'],
    ['bug-log 172: a share link whose fragment alone is encoded twice', 'https://cloud.example/s/abc%2523k%253DZmFrZWtleQ', '[credential: share-link]'],
    ['bug-log 172: a share link with JSON’s escapes', String.raw`{"u":"https://cloud.example/s/abc\u0023k\u003dZmFrZWtleQ"}`, '{"u":"[credential: share-link]"}'],
    ['bug-log 172: a share link in JSON in JSON', String.raw`{"b":"{\"u\":\"https://cloud.example/s/abc\\u0023k\\u003DZmFrZWtleQ\"}"}`, String.raw`{"b":"{\"u\":\"[credential: share-link]\"}"}`],
    ['bug-log 172: a share link with a script’s escapes', String.raw`'https://cloud.example/s/abc\x23k\x3dZmFrZWtleQ'`, "'[credential: share-link]'"],
    ['bug-log 172: a share link with HTML’s decimal numbers', '<a href="https://cloud.example/s/abc&#35;k&#61;ZmFrZWtleQ">', '<a href="[credential: share-link]">'],
    ['bug-log 172: a share link with HTML’s hexadecimal numbers', 'https://cloud.example/s/abc#k&#x3d;ZmFrZWtleQ 吧', '[credential: share-link] 吧'],
    ['bug-log 172: a share link with HTML’s names', 'https://cloud.example/s/abc&num;k&equals;ZmFrZWtleQ', '[credential: share-link]'],
    ['bug-log 172: a share link escaped for HTML twice', 'https://cloud.example/s/abc&amp;#35;k&amp;#61;ZmFrZWtleQ', '[credential: share-link]'],
    ['bug-log 172: a share link with a number of HTML before its fragment', 'https://cloud.example/?a&#61;1&#35;k&#61;ZmFrZWtleQ', 'https://cloud.example/?a&#61;1[credential: share-link]'],
    ['bug-log 172: a share link with PHP’s slashes', String.raw`"https:\/\/cloud.example\/s\/abc#k=ZmFrZWtleQ"`, String.raw`"https:\/\/cloud.example\/s\/abc[credential: share-link]"`],
    ['an API key', 'key sk-abcdefghijklmnop0123 set', 'key [credential: api-key] set'],
    ['a seed of a token app', 'otpauth://totp/pku?secret=ABC234', '[credential: token-seed]'],
    ['a private key', '-----BEGIN EC PRIVATE KEY-----\nabc\n-----END EC PRIVATE KEY-----\nx', '[credential: private-key]\nx'],
    ['a password in a URL', 'https://user:secretpw@host.example/x', 'https://user:[credential: password]@host.example/x'],
  ])('%s', (_, text, expected) => {
    expect(scrubber.text(text)).toBe(expected)
    expect(scrubber.text(expected)).toBe(expected)
  })
})

describe('what is no credential stays', () => {
  it.each([
    '学号 2500000001，手机 13800000000', '2500000001', 'token authentication is needed', '手机令牌 token：没有设置', 'ticket: VIP seats left', '讲座 ticket=', 'bearer of bad news everywhere',
    'Authorization: required', 'https://dean.pku.edu.cn/web/notice.php#section-two-of-the-rules', '树洞 #1234567 和 #7654321',
    'https://en.wikipedia.org/wiki/Peking_University#Recent_developments_since_2000', 'https://its.pku.edu.cn/faq#How-To-Connect-Eduroam-2024', '密码学导论（甲）七 ISBN 978-7-301-12345-6', 'sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', '| 身份证 110108200001011234 | 卡号 6222020200012345678 |', '会议号：123-456-789 密码：8888', 'Password: ask the front desk', '{"next_page_token":"abcdefgh123"}', 'max_tokens: 4096', 'a = b', 'Cookie: 我喜欢吃', 'sk-learn', 'C#k=3', '&#35; 与 &#x3d;', '100%2523 份', '第%23节', 'a&#61;b&#35;c', String.raw`\u0023 is a hash`, '2026-03-02T08:00:00+08:00', '{"id":2500000001}',
  ])('%s', (text) => expect(scrubber.text(text)).toBe(text))

  for (const path of ['pku/dean/notice_list.html', 'pku/dean/notice_valid.html', 'pku/dean/rule_valid.html', 'pku/dean/dean_notices.json', 'pku/canteen/dishes_sample.json', 'pku/elective/courses_general.json', 'pku/treehole/error_responses.json']) {
    itWithShared(path, `${path}, as it is and as a model gets it`, (text) => {
      for (const given of [text, cleanForModel(text)]) expect(scrubber.text(given)).toBe(given)
    })
  }
})

describe('a value', () => {
  it('loses secrets in its texts and its keys, and fields that are named for one', () => {
    const value: Json = { rows: [{ name: '测试生', id: 2500000001, note: `is ${cookie}` }], [cookie]: 1, accessToken: 'abcd efgh', Cookie: ['a=b; c'], ticket: 'VIP-front', st_ticket: 'ST-1234-abcd', password: '' }
    expect(scrubber.json(value)).toEqual({
      rows: [{ name: '测试生', id: 2500000001, note: 'is [credential: keystore]' }], '[credential: keystore]': 1,
      accessToken: '[credential: field]', Cookie: ['[credential: field]'], ticket: 'VIP-front', st_ticket: '[credential: field]', password: '',
    })
  })
})

describe('a name that stands in every row', () => {
  it('is looked at again once there are other secrets', () => {
    const known: string[] = []
    const { json } = makeScrubber(() => known)
    expect(json({ [cookie]: 1, note: 2 })).toEqual({ [cookie]: 1, note: 2 })
    known.push(cookie)
    expect(json({ [cookie]: 1, note: 2 })).toEqual({ '[credential: keystore]': 1, note: 2 })
    known.length = 0
    expect(json({ [cookie]: 1 })).toEqual({ [cookie]: 1 })
  })
  it('is taken for a credential as before, however many names came between', () => {
    for (let name = 0; name < 1_200; name++) expect(scrubber.json({ [`field-${name}`]: 'x1', session_token: 'abcd-efgh' })).toEqual({ [`field-${name}`]: 'x1', session_token: '[credential: field]' })
  })
})

describe('each word that a credential is known by is looked for, in any case', () => {
  it.each([
    ...['token', 'passwd', 'password', 'secret', 'api_key', 'api-key', 'apikey', 'session_id', 'sessionid', 'phpsessid', 'castgc', 'ticket', 'otp', ' jwt'].map((word) => `${word}=a1b2c3d4e5f6`),
    'cookie: a=b1c2', 'Set-Cookie2: a=b1c2', 'authorization: Basic YTpi', 'bearer a1b2c3d4e5', 'dpop a1b2c3d4e5', '-----BEGIN PRIVATE KEY-----MIIE', 'otpauth://totp/a?b', 'redis://user:pa55@host',
  ])('%s', (text) => {
    for (const written of [text, text.toUpperCase()]) expect(scrubber.text(`前 ${written}`)).toContain('[credential: ')
  })
})

describe('a value whose keys become one', () => {
  it('keeps what stands under each of them', () => {
    const scrubbed = scrubber.json({ [password]: 1, [cookie]: 2, [`${cookie}`.toUpperCase()]: 3 })
    expect(Object.values(scrubbed ?? {})).toEqual([1, 2, 3])
  })
})

describe('the worst texts are scrubbed in bounded time', () => {
  it.each(['http://', '#', '%23', 'eyJ-', 'eyJa.', 'token', 'token   ', 'cookie: ', 'cookie=a=', 'Bearer ', 'https://a:', '-----BEGIN PRIVATE KEY-----', 'authorization: ', 'cookie: a="', 'password":"', '#k=', '%25', '%2523', '&#35;', '&amp;', '&#x', '\\u0023', '\\\\', 'sk-', 'a-b.c+', '-'])('%j', (unit) => {
    const started = performance.now()
    scrubber.text(unit.repeat(Math.ceil(250_000 / unit.length)))
    expect(performance.now() - started).toBeLessThan(4000)
  })
})

/** Whether a secret can be had back from what is left of a text by decoding its Base64 runs. */
const decodes = (text: string, secret: string) => (text.match(/[\w+/-]{8,}/g) ?? []).some((run) => [0, 1, 2, 3].some((skip) => Buffer.from(run.slice(skip), 'base64').toString().includes(secret)))

it('a known secret of digits is taken out where it stands as a number, and other numbers stay numbers', () => {
  const { json } = makeScrubber(() => ['20261130'])
  expect(json({ pin: 20261130, list: [20261130, 7, 2.5], year: 2026 })).toEqual({ pin: '[credential: keystore]', list: ['[credential: keystore]', 7, 2.5], year: 2026 })
})
