import { expect, it } from 'vitest'
import type { Door } from '../../../src/host/net/door.ts'
import { requestHeaders } from '../../../src/host/net/request-headers.ts'
import { webThrough } from '../../../src/monitor/web-through-door.ts'
import type { LoadedDocument } from '../../../src/plugins/document/load-document.ts'
import { systemClock } from '../../../src/host/clock/clock.ts'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import { student, type UnderTest, underTest } from '../../host/campus/campus-under-test.ts'
import { makeWorld } from '../../monitor/world/world.ts'
import { filesOf, toolDocument } from '../scene/documents.ts'
import { noExtractor } from '../scene/no-extractor.ts'

type Trust = 'official' | 'community'

/** A website's end: no byte leaves, and the headers go through the door's own check. */
const websiteDoor: Door = {
  request: async ({ headers, url }) => {
    requestHeaders(headers)
    return { url, status: 200, headers: {}, bytes: new Uint8Array(), text: '', charset: 'utf-8', replaced: 0, hops: [], skewMs: undefined }
  },
  stream: () => Promise.reject(new Error('not here')),
  close: async () => undefined,
}

/** The code of why the document is not read; `undefined` and the document where it is. */
function read(request: string, trust: Trust, effect: string, house: UnderTest): { readonly refused?: string; readonly document?: LoadedDocument } {
  const text = toolDocument({
    steps: `- request: { ${request}, expect: { status: [200, 302, 400, 404, 405, 500] } }\n- return: done`, effect,
    tool: 'confirm: { zh: 做, en: Do }', head: 'scopes: [portal-public, treehole]\nwebsites: [site.example.org]',
  })
  try {
    return { document: loadDocument(filesOf({ 'PLUGIN.md': text }), { trust }, { campus: house.campus, extractor: noExtractor, clock: systemClock }) }
  } catch (error) {
    if (error instanceof HarnessError) return { refused: error.code }
    throw error
  }
}

/** The way of a call: the monitor with a person who approves, the campus's check, the door, the simulated campus. */
async function run(document: LoadedDocument, house: UnderTest): Promise<string> {
  using world = makeWorld({ plugins: [document], house: { campus: house.campus, web: webThrough(websiteDoor) } })
  world.approvals.watch(({ kind, card }) => { if (kind === 'asked') queueMicrotask(() => world.approvals.answer(card.id, 'once', 'screen', card.typed)) })
  world.approvals.attach('screen')
  const outcome = await world.call('sample.t', {}, { account: student })
  return outcome.ok ? 'ok' : outcome.error.code
}

const targets = [
  'service: portal-public, path: /publicQuery/classroomQuery/retrClassRoomFree.do', 'service: portal-public, path: /publicQuery/nobody/knows.do', 'service: portal-public, path: /elsewhere',
  'service: treehole, path: /chapi/api/v3/hole/list', 'service: treehole, path: /chapi/api/v3/hole/post', 'service: treehole, path: /chapi/api/v3/nobody/knows',
  'url: "https://site.example.org/a?b=1"',
]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
const payloads = ['', 'query: { a: 1 }', 'query: { _method: DELETE }', 'form: { a: 1 }', 'form: { " _METHOD[x": DELETE }', 'json: { a: [1] }', 'json: { _method: DELETE }', 'json: null', 'form: { a: 1 }, json: {}']
const headers = [
  '', 'accept: text/html', 'accept: 文', 'headers: { Accept: "*/*" }', 'headers: { accept: 文 }', `headers: { accept: "${'a'.repeat(513)}" }`, 'headers: { X-Requested-With: XMLHttpRequest }',
  'headers: { referer: "https://treehole.pku.edu.cn/web/" }', 'headers: { Referer: "https://evil.example/" }', 'headers: { referer: "https://portal.pku.edu.cn" }', 'headers: { referer: "${{ \'https://\' + \'evil.example\' }}" }',
  'headers: { content-type: application/json }', 'headers: { content-type: application/x-www-form-urlencoded }', 'headers: { accept-language: en }', 'headers: { authorization: x }', 'headers: { cookie: a=b }', 'headers: { host: x }', 'headers: { "bad name": x }',
]
const safes = ['', 'safe: true']

/** What the host says to a request that should not have been declared. */
const hostRefuses = /^(?:CAMPUS_(?:REQUEST_INVALID|PATH_REFUSED|ENDPOINT_RESERVED|EFFECT_EXCEEDED|OFFICIAL_PAGE_ONLY)|CALL_SERVICE_UNDECLARED|CALL_EFFECT_EXCEEDED|NET_|DOC_(?!STATUS)|MONITOR_|TOOL_BROKE)/

it.each<Trust>(['official', 'community'])('what a document may declare the host lets through, and the rest is refused when it is read: %s', { timeout: 120_000 }, async (trust) => {
  const house = await underTest()
  await house.login({ service: 'treehole' })
  const shapes = targets.flatMap((target) => methods.flatMap((method) => [
    ...payloads.flatMap((payload) => safes.map((safe) => [target, `method: ${method}`, payload, safe])),
    ...(method === 'GET' || method === 'POST' ? headers.flatMap((header) => ['', 'form: { a: 1 }', 'json: { a: 1 }'].map((payload) => [target, `method: ${method}`, payload, header])) : []),
  ])).filter((shape) => shape[3] === '' || shape[3] === 'safe: true' || !/nobody|elsewhere|post$/.test(shape[0] ?? ''))
  const surprises: string[] = []
  const counts = { read: 0, refused: 0 }
  for (const shape of shapes) {
    for (const effect of shape[2] === '' ? ['read', 'public'] : ['read']) {
      const request = shape.filter((part) => part !== '').join(', ')
      const { refused, document } = read(request, trust, effect, house)
      if (refused !== undefined) { counts.refused += 1; expect(refused).toMatch(/^DOC_/) }
      if (!document) continue
      counts.read += 1
      const end = await run(document, house)
      if (hostRefuses.test(end)) surprises.push(`${effect}: ${request} → ${end}`)
    }
  }
  expect(surprises).toEqual([])
  expect(counts.read).toBeGreaterThan(100)
  expect(counts.refused).toBeGreaterThan(counts.read)
})
