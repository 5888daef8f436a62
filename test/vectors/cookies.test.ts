import { readFileSync } from 'node:fs'
import { CookieJar } from 'tough-cookie'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { cookieHeader, keepCookies } from '../../src/host/net/cookies.ts'
import { itWithShared } from '../rules/shared-data.ts'

const folder = 'vectors/http-state-cookies'
/** The vectors were made over http, where a Secure cookie is not sent. */
const home = 'http://home.example.org:8888'

/** Only the date stands still, on a day when what the vectors call the future was one. */
beforeEach(() => { vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2011-01-01T00:00:00Z') }) })
afterEach(() => { vi.useRealTimers() })

const parserVectors = z.array(z.object({ 'test': z.string(), 'received': z.array(z.string()), 'sent': z.array(z.object({ name: z.string(), value: z.string() })), 'sent-to': z.string().optional() }))

itWithShared(`${folder}/parser.json`, 'all 222 http-state parser vectors come out as RFC 6265 requires', async (text) => {
  const all = parserVectors.parse(JSON.parse(text))
  const wrong: string[] = []
  for (const { test, received, sent, 'sent-to': to } of all) {
    const jar = new CookieJar()
    const from = new URL(`${home}/cookie-parser?${test}`)
    await keepCookies(jar, from, received)
    const header = await cookieHeader(jar, to === undefined ? new URL(`${home}/cookie-parser-result`) : new URL(to, from))
    if (header !== sent.map(({ name, value }) => `${name}=${value}`).join('; ')) wrong.push(test)
  }
  expect(wrong).toEqual([])
  expect(all).toHaveLength(222)
})

const dateVectors = z.array(z.object({ test: z.string(), expected: z.string().nullable() }))
for (const [name, count] of [['examples', 15], ['bsd-examples', 55]] as const) {
  itWithShared(`${folder}/dates/${name}.json`, `bug-log 113, 115: all ${count} dates of the http-state vectors (${name}) are read as RFC 6265 requires`, async (text) => {
    vi.setSystemTime(Date.parse('2005-02-10T08:00:00Z'))
    const all = dateVectors.parse(JSON.parse(text.replace(/^\/\/.*$/gm, '')))
    const wrong: string[] = []
    for (const { test, expected } of all) if (await expiry(test) !== expected) wrong.push(test)
    expect(wrong).toEqual([])
    expect(all).toHaveLength(count)
  })
}

async function expiry(date: string): Promise<string | null> {
  const jar = new CookieJar()
  const url = new URL('https://portal.pku.edu.cn/')
  expect(await keepCookies(jar, url, `a=1; Path=/; Expires=${date}`)).toEqual([])
  const [cookie] = await jar.getCookies(url.href, { expire: false })
  return cookie?.expires instanceof Date ? cookie.expires.toUTCString() : null
}

/** The rows of docs/cookies.md: a Set-Cookie line of https://portal.pku.edu.cn/a/b, and what goes back to the same URL. */
const choices: readonly (readonly [string, string, string])[] = [
  ['a public suffix as Domain', 'a=1; Domain=edu.cn', ''],
  ['a Domain that ends in a dot', 'a=1; Domain=pku.edu.cn.', ''],
  ['no name', '=1', ''],
  ['no equals sign', 'a', ''],
  ['a control character', 'a=1\u0001', ''],
  ['a tab inside', 'a=1\t2', ''],
  ['a NUL ends the line', 'a=1\u00002', 'a=1'],
  ['__Host- with a Domain', '__Host-a=1; Path=/; Secure; Domain=pku.edu.cn', ''],
  ['__Host- as it should be', '__Host-a=1; Path=/; Secure', '__Host-a=1'],
  ['__Secure- without Secure', '__Secure-a=1', ''],
  ['SameSite', 'a=1; SameSite=Strict', 'a=1'],
  ['Partitioned', 'a=1; Secure; Partitioned', 'a=1'],
  ['quotes', 'a="1 2"', 'a="1 2"'],
  ['bytes outside ASCII', `a=${Buffer.from('中').toString('latin1')}`, `a=${Buffer.from('中').toString('latin1')}`],
  ['a name and value of 4096 bytes', `a=${'x'.repeat(4095)}`, `a=${'x'.repeat(4095)}`],
  ['a name and value of 4097 bytes', `a=${'x'.repeat(4096)}`, ''],
]
it.each(choices)('where RFC 6265 leaves a choice or browsers go further: %s', async (_, line, header) => {
  const jar = new CookieJar()
  const url = new URL('https://portal.pku.edu.cn/a/b')
  const refused = await keepCookies(jar, url, line)
  expect(await cookieHeader(jar, url)).toBe(header)
  // What was not kept is named, so that a loop it makes can be told (bug-log 112).
  expect(refused.length).toBe(header === '' ? 1 : 0)
})
it('each of these choices has its row in docs/cookies.md', () => {
  const page = readFileSync(new URL('../../docs/cookies.md', import.meta.url), 'utf8')
  expect(choices.map(([name]) => name).filter((name) => !page.includes(`| ${name} |`))).toEqual([])
})
