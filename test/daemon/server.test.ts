import { statSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { HarnessError } from '../../src/rules/errors/index.ts'
import { type Bench, ask, greeted, hello, lastWords, raw, startBench } from './socket-bench.ts'

let bench: Bench | undefined
afterEach(async () => { await bench?.close(); bench = undefined })

const info = { pid: 1, version: '0', protocol: 1, profile: 'sim', startedAt: 0, uptimeMs: 0, clients: 0, residentBytes: 0, network: 'sim' }
const plainHandlers = { 'daemon.info': () => info }
const start = async (...args: Parameters<typeof startBench>) => { bench = await startBench(...args); return bench }

describe('a connection', () => {
  it('bug-log 95: the socket is 0600 in a 0700 directory from the first instant, whatever the umask', async () => {
    const before = process.umask(0)
    try {
      const { places } = await start(plainHandlers)
      expect((statSync(places.socket).mode & 0o777).toString(8)).toBe('600')
      expect((statSync(places.run).mode & 0o777).toString(8)).toBe('700')
    } finally { process.umask(before) }
  })

  it('says hello and is served; what the table does not name does not leave', async () => {
    const { places } = await start({ 'daemon.info': () => ({ ...info, token: 's3cret' }) })
    const client = await greeted(places.socket)
    expect(client.got[0]).toMatchObject({ id: 0, result: { protocol: 1, version: '9.9.9', capability: 'admin' } })
    expect(await ask(client, 1, 'daemon.info')).toEqual({ id: 1, result: info })
  })

  it('with a wrong token is closed with the reason and never served', async () => {
    const { places } = await start(plainHandlers)
    const client = raw(places.socket)
    client.send(hello({ token: 'wrong' }))
    client.send({ id: 1, method: 'daemon.info', params: {} })
    await client.closed
    expect(lastWords(client)).toContain('bad-token')
    expect(client.got.some((message) => 'result' in message)).toBe(false)
  })

  it('bug-log 91, 92: a web page\'s HTTP request to the socket gets nothing, whatever Host and Origin say', async () => {
    const { places } = await start(plainHandlers)
    const client = raw(places.socket)
    client.socket.write('POST / HTTP/1.1\r\nHost: evil.test\r\nOrigin: https://evil.test\r\nContent-Length: 2\r\n\r\n{}')
    await client.closed
    expect(lastWords(client)).toContain('malformed')
    expect(client.got).toHaveLength(1)
  })

  it.each(['GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n', 'GET http://evil.test/?token=right HTTP/1.1\r\nHost: evil.test\r\nConnection: keep-alive\r\n\r\n'])('bug-log 94: a GET by rebinding is closed and gets nothing (%j)', async (request) => {
    const { places } = await start(plainHandlers)
    const client = raw(places.socket)
    client.socket.write(request)
    await client.closed
    expect(lastWords(client)).toContain('malformed')
    expect(client.got).toHaveLength(1)
  })

  it('of another protocol version is told so, in its own language', async () => {
    const { places, events } = await start(plainHandlers)
    const client = raw(places.socket)
    client.send(hello({ protocol: 2, lang: 'zh' }))
    await client.closed
    expect(client.got[0]).toMatchObject({ id: 0, error: { code: 'DAEMON_VERSION', exit: 6, message: expect.stringContaining('协议 1') } })
    expect(events).toContain('outdated')
  })

  const newer = { version: '10.0.0', successor: true } as const
  it.each([
    ['of a newer version', newer, {}, true], ['of the same version', { ...newer, version: '9.9.9' }, {}, false], ['of an older version', { ...newer, version: '9.9.8' }, {}, false],
    ['that says no version', { successor: true }, {}, false], ['whose version is none', { ...newer, version: '10' }, {}, false], ['that starts no daemon', { version: '10.0.0' }, {}, false],
    ['of a newer version, where something would be lost with the daemon', newer, { losesNothing: () => false }, false],
  ] as const)('%s is given room by an idle daemon only if it is newer and will start one: %j', async (_, own, options, room) => {
    const { places, events } = await start(plainHandlers, options)
    const client = raw(places.socket)
    client.send(hello(own))
    if (room) {
      await client.closed
      expect(client.got[0]).toMatchObject({ id: 0, error: { code: 'DAEMON_STOPPING' } })
    } else expect(await ask(client, 1, 'daemon.info')).toHaveProperty('result')
    expect(events.includes('outdated')).toBe(room)
  })

  it('of a newer version is served by a daemon that others use, and is told of as newer', async () => {
    const newers: unknown[] = []
    const { places, events } = await start({ 'daemon.info': (_, { peer }) => { newers.push(peer.newer); return info } })
    const other = await greeted(places.socket)
    const client = await greeted(places.socket, newer)
    for (const one of [client, other]) await ask(one, 1, 'daemon.info')
    expect([newers, events]).toEqual([['10.0.0', undefined], []])
  })

  it('that stays silent, or drips half a hello, is closed; one that works is not', async () => {
    const { places } = await start(plainHandlers, { bounds: { helloMs: 150, frameMs: 100 } })
    const [working, silent, dripping] = [await greeted(places.socket), raw(places.socket), raw(places.socket)]
    const drip = setInterval(() => dripping.socket.write('{'), 20)
    await Promise.all([silent.closed, dripping.closed])
    clearInterval(drip)
    expect(lastWords(silent)).toContain('silent')
    expect(await ask(working, 1, 'daemon.info')).toHaveProperty('result')
  })

  it('whose every chunk ends amid a frame is not closed, as each frame comes in time', async () => {
    const { places } = await start(plainHandlers, { bounds: { frameMs: 150 } })
    const client = await greeted(places.socket)
    const frame = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'daemon.info', params: {} })
    client.socket.write(frame(1).slice(0, 9))
    for (let id = 1; id <= 8; id++) {
      await new Promise((resolve) => setTimeout(resolve, 40))
      client.socket.write(`${frame(id).slice(9)}\n${frame(id + 1).slice(0, 9)}`)
    }
    await expect.poll(() => client.got.filter((message) => 'result' in message).length).toBe(9)
  })

  it('that sends over 1 MiB without a line end is closed; others go on', async () => {
    const { places } = await start(plainHandlers)
    const [working, big] = [await greeted(places.socket), await greeted(places.socket)]
    big.socket.write(Buffer.alloc(1024 * 1024 + 1, 0x61))
    await big.closed
    expect(lastWords(big)).toContain('too-big')
    expect(await ask(working, 1, 'daemon.info')).toHaveProperty('result')
  })

  it('that does not read is closed before it costs more than its share', async () => {
    const text = 'x'.repeat(200_000)
    const { places, events } = await start({ 'tools.show': () => ({ similar: [text] }), ...plainHandlers }, { bounds: { backlogBytes: 300_000 } })
    const [working, deaf] = [await greeted(places.socket), await greeted(places.socket)]
    deaf.socket.pause()
    for (let id = 1; id <= 20; id++) deaf.send({ id, method: 'tools.show', params: { tool: 'a' } })
    await expect.poll(() => events).toContain('closed slow')
    expect(await ask(working, 1, 'daemon.info')).toHaveProperty('result')
    deaf.socket.destroy()
  })

  it('in a flood of silent ones still gets through, and one before it is unaffected', async () => {
    const { places, events } = await start(plainHandlers, { bounds: { strangers: 8 } })
    const early = await greeted(places.socket)
    const flood = Array.from({ length: 40 }, () => raw(places.socket))
    const late = await greeted(places.socket)
    expect(await ask(late, 1, 'daemon.info')).toHaveProperty('result')
    expect(await ask(early, 1, 'daemon.info')).toHaveProperty('result')
    expect(events.filter((event) => event === 'closed flood').length).toBeGreaterThanOrEqual(30)
    for (const { socket } of flood) socket.destroy()
  })

  it('beyond the number of clients is refused with a reason', async () => {
    const { places } = await start(plainHandlers, { bounds: { clients: 2 } })
    await Promise.all([greeted(places.socket), greeted(places.socket)])
    const third = raw(places.socket)
    third.send(hello())
    await third.closed
    expect(lastWords(third)).toContain('full')
  })

  it('of a person finds a seat when scripts have taken all that they may', async () => {
    const { places, server } = await start(plainHandlers, { bounds: { clients: 3, reserved: 1 } })
    const scripts = Array.from({ length: 6 }, () => { const one = raw(places.socket); one.send(hello({ kind: 'script' })); return one })
    await Promise.all(scripts.slice(2).map(({ closed }) => closed))
    expect(scripts.slice(2).every((one) => lastWords(one).includes('full'))).toBe(true)
    expect(server.clients()).toBe(2)
    const person = await greeted(places.socket, { capability: 'approve' })
    expect(await ask(person, 1, 'daemon.info')).toHaveProperty('result')
  })

  it('gets DAEMON_BUSY for a request too many, and the others are answered', async () => {
    let release: () => void = () => {}
    const gate = new Promise<void>((resolve) => { release = resolve })
    const { places } = await start({ 'daemon.info': async () => { await gate; return info } }, { bounds: { requests: 2 } })
    const client = await greeted(places.socket)
    const first = [ask(client, 1, 'daemon.info'), ask(client, 2, 'daemon.info')]
    expect(await ask(client, 3, 'daemon.info')).toMatchObject({ error: { code: 'DAEMON_BUSY' } })
    release()
    for (const reply of await Promise.all(first)) expect(reply).toHaveProperty('result')
  })
})

describe('what may be asked', () => {
  it('a script cannot approve, whatever it claimed in hello', async () => {
    let answered = 0
    const { places } = await start({ 'approvals.answer': () => { answered++; return { won: true } } })
    const script = await greeted(places.socket, { kind: 'script', capability: 'admin' })
    expect(await ask(script, 1, 'approvals.answer', { id: 'a', digest: 'd', answer: 'once' })).toMatchObject({ error: { code: 'DAEMON_FORBIDDEN', exit: 22 } })
    const person = await greeted(places.socket, { capability: 'approve' })
    expect(await ask(person, 1, 'approvals.answer', { id: 'a', digest: 'd', answer: 'once' })).toMatchObject({ result: { won: true } })
    expect(answered).toBe(1)
  })

  it('unknown methods, unknown fields and wrong types are typed errors that never repeat the value', async () => {
    const { places } = await start(plainHandlers)
    const client = await greeted(places.socket)
    expect(await ask(client, 1, 'nothing.here')).toMatchObject({ error: { code: 'DAEMON_METHOD_UNKNOWN' } })
    const wrong = await ask(client, 2, 'login', { remember: true, password: ['hunter22'], extra: 1 })
    expect(wrong).toMatchObject({ error: { code: 'DAEMON_PARAMS', exit: 2 } })
    expect(JSON.stringify(wrong)).not.toContain('hunter22')
  })

  it('a fault inside is told without its text, and a known error with its words scrubbed', async () => {
    const { places } = await start({
      'daemon.info': () => { throw new TypeError('s3cret at /home') },
      'accounts': () => { throw new HarnessError('UNEXPECTED', { problem: 'got s3cret' }) },
    })
    const client = await greeted(places.socket)
    expect(await ask(client, 1, 'daemon.info')).toMatchObject({ error: { code: 'UNEXPECTED', message: expect.stringContaining('TypeError') } })
    expect(JSON.stringify(await ask(client, 2, 'accounts'))).toContain('got […]')
    expect(JSON.stringify(client.got)).not.toContain('s3cret')
  })

  it('an answer over 1 MiB is a typed error, and the connection lives', async () => {
    const { places } = await start({ 'tools.show': () => ({ similar: ['x'.repeat(1024 * 1024)] }), ...plainHandlers })
    const client = await greeted(places.socket)
    expect(await ask(client, 1, 'tools.show', { tool: 'a' })).toMatchObject({ error: { code: 'DAEMON_TOO_BIG' } })
    expect(await ask(client, 2, 'daemon.info')).toHaveProperty('result')
  })
})

describe('a request under way', () => {
  const untilAborted = (ended: string[]) => ({
    'call': (_: unknown, { signal }: { signal: AbortSignal }) => new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => { ended.push('aborted'); reject(signal.reason) }, { once: true })
    }),
  })

  it('is cancelled when its client goes away', async () => {
    const ended: string[] = []
    const { places } = await start(untilAborted(ended))
    const client = await greeted(places.socket)
    client.send({ id: 1, method: 'call', params: { tool: 'a.b', args: {} } })
    await new Promise((resolve) => setTimeout(resolve, 50))
    client.socket.destroy()
    await expect.poll(() => ended).toEqual(['aborted'])
  })

  it('is cancelled by its own connection only', async () => {
    const ended: string[] = []
    const { places } = await start({ ...untilAborted(ended), 'cancel': ({ request }, { peer }) => ({ cancelled: peer.cancel(request) }) })
    const [mine, other] = [await greeted(places.socket), await greeted(places.socket)]
    const reply = ask(mine, 7, 'call', { tool: 'a.b', args: {} })
    expect(await ask(other, 1, 'cancel', { request: 7 })).toMatchObject({ result: { cancelled: false } })
    expect(ended).toEqual([])
    expect(await ask(mine, 8, 'cancel', { request: 7 })).toMatchObject({ result: { cancelled: true } })
    expect(await reply).toMatchObject({ error: { code: 'CALL_CANCELLED', exit: 130 } })
  })

  it('asks the person on its own connection; no other can answer, and a script is never asked', async () => {
    const { places } = await start({
      'login': async (_, { peer, request, signal }) => ({ account: (await peer.prompt(request, { kind: 'otp' }, signal)) ?? 'nobody' }),
      'prompt.answer': ({ id, value }, { peer }) => ({ taken: peer.answerPrompt(id, value) }),
    })
    const [mine, other, script] = [await greeted(places.socket), await greeted(places.socket), await greeted(places.socket, { kind: 'script' })]
    expect(await ask(script, 1, 'login', { remember: false })).toMatchObject({ result: { account: 'nobody' } })
    const prompted = mine.next((message) => 'method' in message && message.method === 'prompt')
    const reply = ask(mine, 1, 'login', { remember: false })
    const prompt = await prompted
    const { id } = ('params' in prompt ? prompt.params : {}) as { id: string }
    expect(await ask(other, 1, 'prompt.answer', { id, value: 'stolen' })).toMatchObject({ result: { taken: false } })
    expect(await ask(mine, 2, 'prompt.answer', { id, value: '123456' })).toMatchObject({ result: { taken: true } })
    expect(await reply).toMatchObject({ result: { account: '123456' } })
    expect(other.got.some((message) => 'method' in message)).toBe(false)
  })
})
