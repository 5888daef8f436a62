import { afterAll, beforeAll, expect } from 'vitest'
import { checkUrl } from '../../src/host/net/check-url.ts'
import { HarnessError } from '../../src/rules/errors/index.ts'
import { doorUnderTest, type UnderTest } from '../host/net/door-under-test.ts'
import { itWithShared } from '../rules/shared-data.ts'

let at: UnderTest
beforeAll(async () => { at = await doorUnderTest() })
afterAll(async () => { await at.close() })

const origin = 'https://a.campus.test'
const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '')

for (const [file, count] of [['Open-Redirect-payloads.txt', 240], ['open_redirect_wordlist.txt', 18], ['openredirects.txt', 67]] as const) {
  itWithShared(`vectors/payloads/open-redirect/${file}`, `none of the ${count} open-redirect payloads of ${file}, sent as a Location, leads anywhere but to the host that sent it`, async (text) => {
    const payloads = linesOf(text)
    expect(payloads).toHaveLength(count)
    for (const payload of payloads) {
      const location = Buffer.from(payload).toString('latin1')
      const before = at.server.seen.length
      at.server.handle((request, response) => request.url === '/start' ? response.writeHead(302, { location }).end() : response.end('followed'))
      const outcome = await at.ask(`${origin}/start`, { redirects: 1 }).then(({ url }) => new URL(url).origin, (error: unknown) => error instanceof HarnessError ? error.code : error)
      expect([payload, outcome]).toEqual([payload, expect.stringMatching(/^https:\/\/a\.campus\.test$|^NET_/)])
      const after = at.server.seen.slice(before).map(({ headers }) => headers.host)
      expect([payload, after]).toEqual([payload, outcome === origin ? ['a.campus.test', 'a.campus.test'] : ['a.campus.test']])
    }
  })
}

itWithShared('vectors/payloads/crlf/crlfinjection.txt', 'none of the 17 line-break payloads begins a header or a second request, in a path, a query or a header', async (text) => {
  const payloads = linesOf(text)
  expect(payloads).toHaveLength(17)
  for (const payload of payloads) {
    const plain = unescaped(payload)
    for (const url of [`${origin}${payload}`, `${origin}/?q=${payload}`, `${origin}/?q=${plain}`]) {
      const before = at.server.seen.length
      at.server.handle((_, response) => response.end('ok'))
      await at.ask(url)
      expect([url, at.server.seen.slice(before).map(({ headers, url: asked }) => [headers['set-cookie'], headers['crlf'], /[\r\n]/.test(asked ?? '')])]).toEqual([url, [[undefined, undefined, false]]])
      expect(checkUrl(url, { hosts: ['a.campus.test'], upgradeHttp: false, loopbackOrigin: undefined }).url.host).toBe('a.campus.test')
    }
    if (/[\r\n]/.test(plain)) expect(await at.fault(`${origin}/`, { headers: { 'x-a': plain } })).toMatchObject({ code: 'NET_HEADER_REFUSED', params: { left: 'no' } })
  }
})

const unescaped = (payload: string): string => payload.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
