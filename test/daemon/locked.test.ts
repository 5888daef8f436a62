import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startCampus } from '../../fixtures/campus/start-campus.ts'
import { openAccounts } from '../../src/daemon/accounts.ts'
import { campusSeat } from '../../src/daemon/campus-seat.ts'
import { gatedKeystore } from '../../src/daemon/gated-keystore.ts'
import { createLock } from '../../src/daemon/lock.ts'
import { accountHandlers } from '../../src/daemon/methods/account.ts'
import { lockHouse, unlockHouse } from '../../src/daemon/methods/lock-house.ts'
import type { Asked } from '../../src/daemon/server/peer.ts'
import { openKnownSecrets } from '../../src/daemon/start/known-secrets.ts'
import { teachingKeystore } from '../../src/daemon/start/teaching-keystore.ts'
import { openCampus } from '../../src/host/campus/open-campus.ts'
import { systemChance, systemClock } from '../../src/host/clock/clock.ts'
import type { Keystore, SecretRef } from '../../src/host/keystore/keystore.ts'
import { openKeystore } from '../../src/host/keystore/open-keystore.ts'
import { openDoor } from '../../src/host/net/open-door.ts'
import { openStore } from '../../src/host/store/open-store.ts'
import { createApprovals } from '../../src/monitor/approvals/create-approvals.ts'
import { scores } from '../host/campus/campus-under-test.ts'

const account = '2500000001'
const password = 'correct-horse-01'
const passwordRef: SecretRef = { account, kind: 'password', name: '' }
const asked = (capability: 'call' | 'approve'): Asked => ({
  request: 1, signal: new AbortController().signal,
  peer: { id: capability, kind: capability === 'call' ? 'script' : 'interactive', capability, lang: 'zh', push: () => undefined, cancel: () => false, prompt: async () => undefined, answerPrompt: () => false, onGone: () => undefined },
})
const code = (work: unknown): Promise<string> => Promise.resolve(work).then(() => 'ok', (error: { code?: string }) => error.code ?? String(error))

/** A house as it is composed, with a keychain that is asked through `slow`. */
async function house(slow: (raw: Keystore) => Keystore = (raw) => raw) {
  const folder = mkdtempSync(join(tmpdir(), 'pkuh-locked-'))
  const sim = await startCampus()
  const door = openDoor({ kind: 'sim', port: sim.port, ca: sim.ca, hosts: sim.hosts }, { clock: systemClock })
  const store = openStore(join(folder, 'h.db'), { clock: systemClock, chance: systemChance })
  const raw = openKeystore({ backend: 'memory', service: 'x', index: '', helper: '', onUse: () => undefined })
  await raw.put(passwordRef, Buffer.from(password))
  const secrets = openKnownSecrets()
  const keystore = teachingKeystore(slow(raw), secrets)
  const lock = createLock({ cancel: () => 0 }, async () => { campus.renew(); keystore.forget() })
  const campus = campusSeat(() => {
    const life = lock.signal()
    return openCampus({ door, keystore: gatedKeystore(keystore, () => life.throwIfAborted()), clock: systemClock, chance: systemChance, onEvent: () => undefined })
  })
  const accounts = openAccounts(store.settings)
  accounts.use(account, 'person')
  onTestFinished(async () => { await door.close(); await sim.close(); store.close(); rmSync(folder, { recursive: true, force: true }) })
  const parts = { accounts, approvals: createApprovals({ store, clock: systemClock }), campus, clock: systemClock, keystore, learnSecrets: keystore.learn, lock, noteTyped: (who: string, typed: string) => secrets.note(who, [typed]), store }
  return { ...parts, sim, secrets, handlers: accountHandlers(parts) }
}

describe('a lock that falls while somebody signs in', () => {
  it('stands, though the sign-in had only its session left to keep; what came of it is neither told nor known', async () => {
    let writing: () => void = () => undefined
    const sessionIsWritten = new Promise<void>((resolve) => { writing = resolve })
    const at = await house((raw) => ({ ...raw, put: async (ref, value) => { const kept = Buffer.from(value); if (ref.kind === 'session') { writing(); await sleep(200) } return raw.put(ref, kept) } }))
    const login = code(at.handlers.login({ remember: true }, asked('call')))
    await sessionIsWritten
    await lockHouse(at, 'person')
    expect([await login, at.lock.locked(), at.secrets.now()]).toEqual(['CALL_LOCKED', true, []])
  })

  it('keeps a password that was on its way out of the keychain from the sign-in', async () => {
    let reading: () => void = () => undefined
    const passwordIsRead = new Promise<void>((resolve) => { reading = resolve })
    const at = await house((raw) => ({ ...raw, use: async (ref, purpose, fn) => { if (ref.kind === 'password') { reading(); await sleep(200) } return raw.use(ref, purpose, fn) } }))
    const login = code(at.handlers.login({ remember: true }, asked('call')))
    await passwordIsRead
    await lockHouse(at, 'person')
    expect([await login, at.lock.locked(), at.secrets.now()]).toEqual(['CALL_LOCKED', true, []])
    await sleep(300)
    expect([at.sim.recorder.count({ path: '/iaaa/oauthlogin.do' }), at.secrets.now()]).toEqual([0, []])
  })

  it('ends a sign-in of the host’s own, though whoever wanted it is gone', async () => {
    let reading: () => void = () => undefined
    const passwordIsRead = new Promise<void>((resolve) => { reading = resolve })
    const at = await house((raw) => ({ ...raw, use: async (ref, purpose, fn) => { if (ref.kind === 'password') { reading(); await sleep(200) } return raw.use(ref, purpose, fn) } }))
    const call = code(at.campus.request(account, scores, { signal: new AbortController().signal, effect: 'read', trace: () => undefined }))
    await passwordIsRead
    await lockHouse(at, 'person')
    expect([await call, at.sim.recorder.count({ path: '/iaaa/oauthlogin.do' }), at.secrets.now()]).toEqual(['CALL_LOCKED', 0, []])
  })

  it('is not lifted by an unlock that was under way, which says so', async () => {
    const at = await house((raw) => ({ ...raw, list: async (of) => { await sleep(100); return raw.list(of) } }))
    await lockHouse(at, 'person')
    const unlock = code(unlockHouse(at, 'person', 'unlock'))
    await lockHouse(at, 'other')
    expect([await unlock, at.lock.locked(), at.secrets.now()]).toEqual(['CALL_LOCKED', true, []])
  })
})

describe('a sign-in while locked', () => {
  it('lifts the lock and teaches the scrubber, where it succeeds', async () => {
    const at = await house()
    await lockHouse(at, 'person')
    expect([await code(at.handlers.login({ remember: true }, asked('approve'))), at.lock.locked()]).toEqual(['ok', false])
    expect(at.secrets.now()).toContain(password)
  })

  it('leaves nothing in memory, where it fails', async () => {
    const at = await house()
    await lockHouse(at, 'person')
    for (const one of at.sim.data.accounts) one.password += '-changed'
    expect([await code(at.handlers.login({ remember: true }, asked('approve'))), at.lock.locked(), at.secrets.now()]).toEqual(['CAMPUS_BAD_CREDENTIALS', true, []])
  })
})
