import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ModelEvent, ModelProvider, ModelRequest } from '../../../src/agent/model.ts'
import { type ModelEndpoint, modelKeyRef } from '../../../src/agent/providers/endpoint.ts'
import { openaiProvider } from '../../../src/agent/providers/openai.ts'
import { runTurn } from '../../../src/agent/run-turn.ts'
import { type Clock, systemClock } from '../../../src/host/clock/clock.ts'
import type { Keystore } from '../../../src/host/keystore/keystore.ts'
import { openKeystore } from '../../../src/host/keystore/open-keystore.ts'
import { openDoor } from '../../../src/host/net/open-door.ts'
import { scene, tool } from '../turn-under-test.ts'

const request: ModelRequest = {
  messages: [{ role: 'system', content: 's' }, { role: 'user', content: 'u' }, { role: 'assistant', content: '', calls: [{ id: 'c1', name: 'a_x', args: '{bad' }] }, { role: 'tool', callId: 'c1', content: '{}' }],
  tools: [{ name: 'a_x', description: 'd', inputSchema: { type: 'object' } }],
}

let server: Server
let origin: string
let seen: { readonly headers: IncomingMessage['headers']; readonly url: string; readonly body: string }[]
let answer: (response: ServerResponse, n: number) => void
let slept: number[]
const clock: Clock = { now: () => systemClock.now(), sleep: async (ms, signal) => { slept.push(ms); await systemClock.sleep(Math.min(ms, 20), signal) } }
beforeEach(async () => {
  seen = []
  slept = []
  server = createServer((incoming, response) => {
    let body = ''
    incoming.on('data', (chunk: Buffer) => { body += chunk.toString() })
    incoming.on('end', () => answer(response, seen.push({ headers: incoming.headers, url: incoming.url ?? '', body })))
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => { server.closeAllConnections(); await new Promise((resolve) => { server.close(resolve) }) })

/** A real keystore in memory that holds these keys by origin. */
async function keystoreWith(keys: Readonly<Record<string, string>>): Promise<Keystore> {
  const keystore = openKeystore({ backend: 'memory', service: 'test', index: '-', helper: '-', onUse: () => {} })
  for (const [name, key] of Object.entries(keys)) await keystore.put({ account: '-', kind: 'model-key', name }, Buffer.from(key))
  return keystore
}
async function provider(more: Partial<ModelEndpoint> = {}, keys: Readonly<Record<string, string>> = {}): Promise<ModelProvider> {
  const door = openDoor({ kind: 'public' }, { clock, loopbackModel: { origin } })
  return openaiProvider({ id: 'test', baseUrl: `${origin}/v1`, model: 'm', needsKey: false, ...more }, { door, keystore: await keystoreWith(keys), clock })
}
async function ask(of: Promise<ModelProvider> = provider(), signal = new AbortController().signal): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of (await of).stream(request, signal)) events.push(event)
  return events
}
const part = (delta: unknown, more: object = {}) => `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`
const piece = (index: number | undefined, id: string | undefined, name: string | undefined, args: string) => part({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }] })
const finish = (reason: string, more: object = {}) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: reason }], ...more })}\n\n`
const sse = (response: ServerResponse, ...chunks: (string | Buffer)[]) => { response.writeHead(200, { 'content-type': 'text/event-stream' }); for (const chunk of chunks) response.write(chunk); response.end() }

const mixed = part({ role: 'assistant', content: '' }) + part({ reasoning_content: '想一想' }) + part({ content: '空教' }) + part({ content: '室😀' })
  + piece(1, 'b', 'b_y', '{"q":') + piece(0, 'a', 'a_x', '{"day": "tod') + piece(1, undefined, undefined, '"理教"}') + finish('tool_calls', { usage: { prompt_tokens: 100, completion_tokens: 7 } }) + 'data: [DONE]\n\n'
const mixedEvents = (events: readonly ModelEvent[]) => ({
  reasoning: events.flatMap((event) => (event.kind === 'reasoning' ? [event.text] : [])).join(''),
  text: events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join(''),
  rest: events.filter(({ kind }) => kind !== 'text' && kind !== 'reasoning'),
})
const mixedExpected = {
  reasoning: '想一想', text: '空教室😀',
  rest: [
    { kind: 'usage', input: 100, output: 7 },
    { kind: 'call', call: { id: 'a', name: 'a_x', args: '{"day": "tod' } },
    { kind: 'call', call: { id: 'b', name: 'b_y', args: '{"q":"理教"}' } },
    { kind: 'end', reason: 'calls' },
  ],
}

describe('a streamed answer', () => {
  it('gives text, reasoning, usage, and interleaved calls by their index with broken JSON kept', async () => {
    answer = (response) => sse(response, mixed)
    expect(mixedEvents(await ask())).toEqual(mixedExpected)
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      model: 'm', stream: true, stream_options: { include_usage: true },
      messages: [
        { role: 'system', content: 's' }, { role: 'user', content: 'u' },
        { role: 'assistant', content: '', tool_calls: [{ id: 'c1', type: 'function', function: { name: 'a_x', arguments: '{bad' } }] },
        { role: 'tool', tool_call_id: 'c1', content: '{}' },
      ],
      tools: [{ type: 'function', function: { name: 'a_x', description: 'd', parameters: { type: 'object' } } }],
    })
    expect(seen[0]?.url).toBe('/v1/chat/completions')
  })
  it('is the same however it is cut: byte by byte, inside characters and with CRLF', async () => {
    const bytes = Buffer.from(mixed)
    answer = (response) => sse(response, ...Array.from(bytes, (byte) => Buffer.from([byte])))
    expect(mixedEvents(await ask())).toEqual(mixedExpected)
    answer = (response) => sse(response, mixed.replaceAll('\n', '\r\n'))
    expect(mixedEvents(await ask())).toEqual(mixedExpected)
  })
  it('whose calls have no index is told apart by their ids', async () => {
    answer = (response) => sse(response, piece(undefined, 'a', 'a_x', '{"n":'), piece(undefined, undefined, undefined, '1}'), piece(undefined, 'b', 'a_x', '{}'), finish('stop'))
    expect((await ask()).filter(({ kind }) => kind === 'call')).toEqual([{ kind: 'call', call: { id: 'a', name: 'a_x', args: '{"n":1}' } }, { kind: 'call', call: { id: 'b', name: 'a_x', args: '{}' } }])
  })
  it('that stops for length says so; comments and unknown fields are passed over', async () => {
    answer = (response) => sse(response, ': keep-alive\n\n', part({ content: 'x', audio: 1 }, { system_fingerprint: 'f' }), finish('length'))
    expect(await ask()).toEqual([{ kind: 'text', text: 'x' }, { kind: 'end', reason: 'length' }])
  })
  it.each([['ends without an end', part({ content: 'x' })], ['is no JSON', 'data: {"choices": [\n\n'], ['never ends its line', `data: ${'x'.repeat(1_100_000)}`]])('that %s is broken', async (_, body) => {
    answer = (response) => sse(response, body)
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL_STREAM_BROKEN' })
  })
  it('that asks for more calls than an answer has is broken off, however many it would ask for', async () => {
    answer = (response) => sse(response, ...Array.from({ length: 32_000 }, (_, index) => piece(index, undefined, 'a_x', '')))
    const started = performance.now()
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL_FAILED', params: { reason: 'too-many-calls' } })
    expect(performance.now() - started).toBeLessThan(5000)
    answer = (response) => sse(response, ...Array.from({ length: 128 }, (_, index) => piece(127 - index, undefined, `a_${127 - index}`, '')), finish('tool_calls'))
    expect((await ask()).flatMap((event) => (event.kind === 'call' ? [event.call.name] : []))).toEqual(Array.from({ length: 128 }, (_, index) => `a_${index}`))
  })
  it('that carries an error fails by its code, without its words', async () => {
    answer = (response) => sse(response, `data: ${JSON.stringify({ error: { code: 'context_length_exceeded', message: 'your key sk-123' } })}\n\n`)
    const error = await ask().catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'MODEL_FAILED', params: { reason: 'context_length_exceeded' } })
  })
})

describe('asking again', () => {
  it('waits as Retry-After says, in seconds or as a date, then goes on', async () => {
    answer = (response, n) => n === 1 ? response.writeHead(429, { 'retry-after': '2' }).end() : n === 2 ? response.writeHead(503, { 'retry-after': new Date(Date.now() + 5000).toUTCString() }).end() : sse(response, part({ content: 'ok' }), finish('stop'))
    expect((await ask())[0]).toEqual({ kind: 'text', text: 'ok' })
    expect(slept[0]).toBe(2000)
    expect(slept[1]).toBeGreaterThan(3000)
  })
  it('gives up after three times, and at once when the wait is too long', async () => {
    answer = (response) => response.writeHead(500).end()
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL_BUSY', params: { status: 500 } })
    expect(seen).toHaveLength(3)
    answer = (response) => response.writeHead(429, { 'retry-after': '3600' }).end()
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL_BUSY', params: { seconds: 3600 } })
    expect(seen).toHaveLength(4)
  })
  it('is done after a lost connection, but never once a byte of the answer has come', async () => {
    answer = (response, n) => n === 1 ? response.destroy() : sse(response, part({ content: 'ok' }), finish('stop'))
    expect((await ask())[0]).toEqual({ kind: 'text', text: 'ok' })
    seen.length = 0
    answer = (response) => { response.writeHead(200, { 'content-type': 'text/event-stream' }); response.write(part({ content: 'half' })); setTimeout(() => response.destroy(), 20) }
    await expect(ask()).rejects.toMatchObject({ code: 'NET_RESET_AFTER_SEND' })
    expect(seen).toHaveLength(1)
  })
  it.each([[401, 'MODEL_KEY_REFUSED'], [403, 'MODEL_KEY_REFUSED'], [400, 'MODEL_FAILED'], [404, 'MODEL_FAILED'], [302, 'MODEL_FAILED']])('is not done after %d', async (status, code) => {
    answer = (response) => response.writeHead(status, { location: `${origin}/elsewhere` }).end('Incorrect API key provided: sk-canary')
    const error = await ask(provider({ needsKey: true }, { [origin]: 'sk-canary' })).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code })
    expect(JSON.stringify(error)).not.toContain('sk-canary')
    expect(seen).toHaveLength(1)
  })
})

describe('the key', () => {
  it('goes to the origin it was stored for', async () => {
    answer = (response) => sse(response, finish('stop'))
    await ask(provider({ needsKey: true }, { [origin]: 'sk-canary\n' }))
    expect(seen[0]?.headers.authorization).toBe('Bearer sk-canary')
  })
  it('is not sent to another origin, nor asked of the keystore where none is needed', async () => {
    answer = (response) => sse(response, finish('stop'))
    await expect(ask(provider({ needsKey: true }, { 'https://api.deepseek.com': 'sk-canary' }))).rejects.toMatchObject({ code: 'KEYSTORE_ABSENT' })
    expect(seen).toHaveLength(0)
    await ask()
    expect(seen[0]?.headers.authorization).toBeUndefined()
  })
  it('lies under the origin alone, so a changed path keeps it and a changed host or port does not', () => {
    const at = (baseUrl: string) => modelKeyRef({ id: 'x', baseUrl, model: 'm', needsKey: true }).name
    expect(at('https://api.deepseek.com/v1')).toBe(at('https://API.deepseek.com/beta/'))
    expect(at('https://api.deepseek.com.evil.com/v1')).not.toBe(at('https://api.deepseek.com/v1'))
    expect(at('https://api.deepseek.com:8443/v1')).not.toBe(at('https://api.deepseek.com/v1'))
  })
})

it('a cancel ends the request in flight within 100 ms', { retry: 2 }, async () => {
  let closed = 0
  answer = (response) => { response.on('close', () => { closed = performance.now() }); response.writeHead(200, { 'content-type': 'text/event-stream' }); response.write(part({ content: 'x' })) }
  const controller = new AbortController()
  let cancelled = 0
  setTimeout(() => { cancelled = performance.now(); controller.abort() }, 50)
  await expect(ask(provider(), controller.signal)).rejects.toMatchObject({ code: 'NET_CANCELLED' })
  expect(performance.now() - cancelled).toBeLessThan(100)
  await expect.poll(() => closed).toBeGreaterThan(0)
})
it('a cancel during a wait ends it', async () => {
  answer = (response) => response.writeHead(429, { 'retry-after': '20' }).end()
  const controller = new AbortController()
  const waiting: Clock = { now: () => Date.now(), sleep: (ms, signal) => { setTimeout(() => controller.abort(), 10); return systemClock.sleep(ms, signal) } }
  const door = openDoor({ kind: 'public' }, { clock: waiting, loopbackModel: { origin } })
  const waits = keystoreWith({}).then((keystore) => openaiProvider({ id: 'test', baseUrl: origin, model: 'm', needsKey: false }, { door, keystore, clock: waiting }))
  await expect(ask(waits, controller.signal)).rejects.toThrow()
})
it.each(['not a url', 'ftp://x.com'])('the address %s is refused', async (baseUrl) => {
  await expect(provider({ baseUrl })).rejects.toThrow('MODEL_ENDPOINT_INVALID')
})
it.each([
  ['https://x.com/v1?key=canary', 'm'], ['https://x.com/v1#canary', 'm'], ['https://me:canary@x.com/v1', 'm'], ['https://canary@x.com/v1', 'm'],
  ['https://x.com/sk-canary0123456789/v1', 'm'], ['https://x.com/v1', 'sk-canary0123456789'],
])('an address or a name that carries a key is refused, and not repeated: %s %s', async (baseUrl, model) => {
  const error = await provider({ baseUrl, model }).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'MODEL_ENDPOINT_SECRET' })
  expect(JSON.stringify(error)).not.toContain('canary')
})

const mock = fileURLToPath(new URL('../../../../shared/bench/mock-model.mjs', import.meta.url))
const have = existsSync(mock)
if (!have && process.env['CI'] === 'true') throw new Error('the shared mock model is missing')

describe.skipIf(!have)('a turn against the shared mock model, a process of its own (skipped where ../shared is missing)', () => {
  let child: ChildProcess
  let port = ''
  beforeAll(async () => {
    child = spawn(process.execPath, [mock], { env: { PATH: process.env['PATH'], PORT: '0', TOOL: 'classrooms_free', ARGS: '{"building":"理教"}', N: '4', PAR: '2' }, stdio: ['ignore', 'pipe', 'inherit'] })
    port = await new Promise((resolve) => { child.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim().split(' ')[1] ?? '')) })
  })
  afterAll(() => { child.kill() })
  it('makes its four calls, two at a time, and ends in its words', async () => {
    const local = `http://127.0.0.1:${port}`
    const door = openDoor({ kind: 'public' }, { clock: systemClock, loopbackModel: { origin: local } })
    const at = scene([tool('classrooms.free')], () => ({ data: ['107'] }))
    const end = await runTurn(at.options({ provider: openaiProvider({ id: 'mock', baseUrl: `${local}/v1`, model: 'mock', needsKey: false }, { door, keystore: await keystoreWith({}), clock: systemClock }) }))
    expect(end).toMatchObject({ reason: 'done', text: 'final answer', used: ['classrooms.free'] })
    expect(at.calls.map(({ args }) => args)).toEqual(Array.from({ length: 4 }, () => ({ building: '理教' })))
    expect(at.events.filter(({ kind }) => kind === 'usage')).toHaveLength(3)
    at.close()
    await door.close()
  })
})
