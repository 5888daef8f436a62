import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createLock } from '../../src/daemon/lock.ts'
import { losesNothing } from '../../src/daemon/loses-nothing.ts'
import { coolDownMs, openHolds } from '../../src/host/campus/sessions/holds.ts'
import { openKeystore } from '../../src/host/keystore/open-keystore.ts'
import { openProxyLogin } from '../../src/host/net/proxy-login.ts'
import { readProxy } from '../../src/host/net/proxy-url.ts'
import { createSessionGrants, sessionIdleMs } from '../../src/monitor/standing/session-grants.ts'
import { grantSchema } from '../../src/rules/grant.ts'
import { fakeClock } from '../monitor/world/fake-clock.ts'

const grant = grantSchema.parse({
  id: 'a', account: null, plugin: 'memory', tool: 'memory.save', contentHash: null, definitionDigest: 'd'.repeat(64), effect: 'write', destinations: [{ kind: 'local' }],
  args: { exact: {}, free: [] }, ceiling: 'untainted', expires: null, usesLeft: null, revoked: false, made: { at: 0, how: 'answer', by: 'a' },
})

/** A house with a vault that nobody opened, through a proxy that wants a login. */
async function house() {
  const folder = mkdtempSync(join(tmpdir(), 'loses-'))
  const open = (backend: 'vault' | 'memory') => openKeystore({ backend, service: 'test', vault: join(folder, 'vault'), index: join(folder, backend), helper: '', onUse: () => undefined })
  const [keystore, memory] = [open('vault'), open('memory')]
  onTestFinished(async () => { await keystore.close(); await memory.close(); rmSync(folder, { recursive: true, force: true }) })
  const proxy = readProxy('http://127.0.0.1:3128')
  if (!proxy) throw new Error('no proxy')
  const login = openProxyLogin(proxy, memory)
  await login.keep('name', 'secret')
  const clock = fakeClock()
  const lock = createLock({ cancel: () => 0 }, async () => undefined)
  return { clock, keystore, memory, lock, sessionGrants: createSessionGrants(clock), holds: openHolds(), proxy: { url: '', isReadOnTheWay: false, login } }
}
type House = Awaited<ReturnType<typeof house>>

it('an idle daemon whose memory holds nothing of a person may end', async () => {
  expect(losesNothing(await house())).toBe(true)
})

it.each<[string, (house: House) => unknown]>([
  ['a vault that is open', ({ keystore }) => keystore.vault?.create(Buffer.from('a long passphrase'))],
  ['a lock of the person’s own', ({ lock }) => lock.lock('person')],
  ['what was allowed for a conversation', ({ sessionGrants }) => sessionGrants.add('c', grant)],
  ['a password that IAAA refused', ({ holds, clock }) => holds.note('2500000001', 'portal', { outcome: 'bad-credentials', message: '' }, clock.now())],
  ['a pause after an unsure end', ({ holds, clock }) => holds.note('2500000001', 'portal', { outcome: 'network-after-send', message: '' }, clock.now())],
  ['a login that the proxy refused, also where it opens a tunnel unasked after it', async ({ proxy: { login } }) => {
    await expect(login.lend(async () => ({ status: '407' }))).rejects.toThrow('NET_PROXY_LOGIN_REFUSED')
    login.without('unasked')
  }],
])('one that holds %s may not', async (_, change) => {
  const held = await house()
  await change(held)
  expect(losesNothing(held)).toBe(false)
})

it('nor one that keeps secrets in memory alone; an idle lock, a pause and a conversation that are over hold it no longer', async () => {
  const held = await house()
  expect(losesNothing({ ...held, keystore: held.memory })).toBe(false)
  await held.lock.lock('idle')
  held.holds.note('2500000001', 'portal', { outcome: 'network-after-send', message: '' }, held.clock.now())
  held.sessionGrants.add('c', grant)
  await held.clock.advance(Math.max(coolDownMs, sessionIdleMs))
  expect(losesNothing(held)).toBe(true)
})
