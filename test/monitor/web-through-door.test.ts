import { expect, it } from 'vitest'
import { defaultCaps, type Door, type DoorRequest } from '../../src/host/net/door.ts'
import { webThrough } from '../../src/monitor/web-through-door.ts'

function scriptedDoor() {
  const asked: DoorRequest[] = []
  const door: Door = {
    request: async (request) => {
      asked.push(request)
      return {
        url: 'https://news.example/end', status: 200, headers: { 'content-type': 'application/json', 'x-session': 'secret' },
        bytes: new Uint8Array(), text: '{"ok":true}', charset: 'utf-8', replaced: 0, hops: [], skewMs: undefined,
      }
    },
    stream: () => Promise.reject(new Error('not here')),
    close: async () => undefined,
  }
  return { asked, web: webThrough(door) }
}
const limits = { signal: new AbortController().signal, trace: () => undefined } as const

it('a read follows redirects on the declared hosts alone and gets an answer without its session', async () => {
  const { asked, web } = scriptedDoor()
  const answer = await web.request(['news.example'], { url: 'https://news.example/list?a=1', query: { q: '理教', none: undefined }, timeoutMs: 500 }, limits)
  expect(asked[0]).toMatchObject({
    destination: { kind: 'website', host: 'news.example' }, url: 'https://news.example/list?a=1&q=%E7%90%86%E6%95%99', hosts: ['news.example'], redirects: 5, caps: { totalMs: 500 },
  })
  expect(asked[0]?.body).toBeUndefined()
  expect(answer).toMatchObject({ status: 200, json: { ok: true }, finalPath: '/end', headers: { 'content-type': 'application/json' } })
  expect(Object.keys(answer.headers)).toEqual(['content-type'])
})

it.each([
  [{ form: { a: 1, b: '二' } }, 'a=1&b=%E4%BA%8C', 'application/x-www-form-urlencoded'],
  [{ json: { a: [1] } }, '{"a":[1]}', 'application/json'],
] as const)('a write %j follows none', async (body, sent, type) => {
  const { asked, web } = scriptedDoor()
  await web.request(['news.example'], { url: 'https://news.example/', method: 'POST', ...body }, limits)
  expect(asked[0]).toMatchObject({ method: 'POST', redirects: 0, body: sent, headers: { 'content-type': type } })
})

it.each([[1, 1], [19_999, 19_999], [20_000, 20_000], [60_000, 20_000], [Infinity, 20_000], [0, 0]])('a plugin’s time-out of %d ms only ever shortens the host’s own: %d', async (timeoutMs, totalMs) => {
  const { asked, web } = scriptedDoor()
  await web.request(['news.example'], { url: 'https://news.example/', timeoutMs }, limits)
  expect({ ...defaultCaps, ...asked[0]?.caps }).toEqual({ ...defaultCaps, totalMs })
})
