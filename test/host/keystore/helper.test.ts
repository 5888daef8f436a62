import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Bundle, builtHelper, scriptedHelper } from './built-helper.ts'
import { osKeystore, password, timed } from './os-keystore.ts'

let helper: Bundle
beforeAll(async () => { helper = await builtHelper() })
afterAll(() => helper.remove())

/** A keystore over a scripted helper. */
function scripted(onMessage: string, timeoutMs = 10_000) {
  const script = scriptedHelper(onMessage)
  onTestFinished(() => script.remove())
  return osKeystore({ helper: script.path, timeoutMs })
}

describe('the real helper where there is no keychain', () => {
  it.each([
    ['no bus in the environment', {}, 'no-bus'],
    ['a bus address that leads nowhere', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' }, 'no-bus'],
  ])('bug-log 124, 125: says dead in under 3 s with %s, and this process lives', async (_, env, reason) => {
    const { keystore } = osKeystore({ helper: helper.path, env: { HOME: '/nowhere', ...env }, timeoutMs: 3000 })
    const { error, ms } = await timed(() => keystore.put(password, Buffer.from('canary')))
    expect(error).toMatchObject({ code: 'KEYSTORE_DEAD', params: { reason } })
    expect(ms).toBeLessThan(3000)
    expect(await keystore.status()).toStrictEqual({ state: 'dead', detail: reason })
    expect(await keystore.list()).toStrictEqual([])
  })

  it('bug-log 130: says absent when keytar is not installed, and takes no other backend instead', async () => {
    const bare = await builtHelper('none')
    onTestFinished(() => bare.remove())
    const { keystore } = osKeystore({ helper: bare.path })
    expect(await keystore.status()).toStrictEqual({ state: 'absent', detail: 'no-module' })
    await expect(keystore.put(password, Buffer.from('canary'))).rejects.toMatchObject({ code: 'KEYSTORE_UNAVAILABLE', params: { reason: 'no-module' } })
    expect(keystore.backend).toBe('os')
  })

  it('says absent with another reason when keytar is there and its library cannot be loaded', async () => {
    const without = await builtHelper('own')
    onTestFinished(() => without.remove())
    const keytar = join(without.directory, 'node_modules', 'keytar')
    mkdirSync(join(keytar, 'lib'), { recursive: true })
    for (const file of ['package.json', 'lib/keytar.js']) copyFileSync(join(import.meta.dirname, '../../../node_modules/keytar', file), join(keytar, file))
    const { keystore } = osKeystore({ helper: without.path })
    expect(await keystore.status()).toStrictEqual({ state: 'absent', detail: 'no-library' })
  })
})

describe('a helper that misbehaves', () => {
  it('is killed when it hangs: timed out, and the next call starts another', async () => {
    const { keystore } = scripted('setInterval(() => {}, 1000)', 300)
    for (let turn = 0; turn < 2; turn += 1) {
      const { error, ms } = await timed(() => keystore.use(password, 'p', String))
      expect(error).toMatchObject({ code: 'KEYSTORE_TIMED_OUT', params: { ms: 300 } })
      expect(ms).toBeLessThan(1500)
    }
  })

  it('is dead and gone after a hang, even one that never returns to its event loop', async () => {
    const script = scriptedHelper(`require('node:fs').writeFileSync(__dirname + '/pid', String(process.pid)); for (;;) {}`)
    onTestFinished(() => script.remove())
    const { keystore } = osKeystore({ helper: script.path, timeoutMs: 4000 })
    expect(await keystore.status()).toMatchObject({ state: 'timed-out' })
    const pid = Number(readFileSync(join(script.directory, 'pid'), 'utf8'))
    await expect.poll(() => isRunning(pid), { timeout: 3000 }).toBe(false)
  })

  it('answers status within the timeout though calls before it hang', async () => {
    const { keystore } = scripted('setInterval(() => {}, 1000)', 400)
    const waiting = [1, 2, 3].map(() => keystore.use(password, 'p', String).catch(() => undefined))
    const { value, ms } = await timed(() => keystore.status())
    expect(value).toMatchObject({ state: 'timed-out' })
    expect(ms).toBeLessThan(1000)
    await Promise.all(waiting)
  })

  it('bug-log 125: is an error when it crashes in native code, and the next call starts another', async () => {
    const { keystore } = scripted(`process.kill(process.pid, 'SIGSEGV')`)
    for (let turn = 0; turn < 2; turn += 1) {
      await expect(keystore.use(password, 'p', String)).rejects.toMatchObject({ code: 'KEYSTORE_DEAD', params: { reason: 'helper-died' } })
    }
  })

  it.each([
    ['nonsense', `process.send('hello')`],
    ['an answer to another question', `process.send({ id: message.id + 1, outcome: 'value', value: null })`],
    ['an answer of another kind', `process.send({ id: message.id, outcome: 'stored' })`],
    ['a state that is none', `process.send({ id: message.id, outcome: 'failed', state: 'fine', reason: 'locked-collection' })`],
  ])('is not believed when it says %s', async (_, reply) => {
    const { keystore } = scripted(reply)
    await expect(keystore.use(password, 'p', String)).rejects.toMatchObject({ code: 'KEYSTORE_DEAD', params: { reason: 'bad-answer' } })
  })

  it('cannot pass a write off as done: what reads back otherwise is KEYSTORE_WRITE_FAILED, and no name is kept', async () => {
    const { keystore } = scripted(`process.send(message.op === 'set' ? { id: message.id, outcome: 'stored' } : { id: message.id, outcome: 'value', value: Buffer.from('other') })`)
    const failed = keystore.put(password, Buffer.from('canary'))
    await expect(failed).rejects.toMatchObject({ code: 'KEYSTORE_WRITE_FAILED', params: { secret: 'password' } })
    expect(await keystore.list()).toStrictEqual([])
  })

  it('is dead when its file is not there', async () => {
    const { keystore } = osKeystore({ helper: '/nowhere/helper.cjs' })
    expect(await keystore.status()).toStrictEqual({ state: 'dead', detail: 'helper-died' })
  })

  it('tells a damaged item from an absent one', async () => {
    const { keystore } = scripted(`process.send({ id: message.id, outcome: 'damaged' })`)
    await expect(keystore.use(password, 'p', String)).rejects.toMatchObject({ code: 'KEYSTORE_DAMAGED', params: { secret: 'password' } })
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
