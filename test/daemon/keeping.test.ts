import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAccounts } from '../../src/daemon/accounts.ts'
import { allowed, importAllowFile } from '../../src/daemon/allow-file.ts'
import { openSeal } from '../../src/daemon/seal.ts'
import { openAuditKey } from '../../src/daemon/start/audit-key.ts'
import { openKnownSecrets } from '../../src/daemon/start/known-secrets.ts'
import { teachingKeystore } from '../../src/daemon/start/teaching-keystore.ts'
import { recover } from '../../src/daemon/start/recover.ts'
import { systemChance, systemClock } from '../../src/host/clock/clock.ts'
import type { Keystore, SecretRef } from '../../src/host/keystore/keystore.ts'
import { openKeystore } from '../../src/host/keystore/open-keystore.ts'
import { openStore } from '../../src/host/store/open-store.ts'
import type { Store } from '../../src/host/store/store.ts'
import { createRegistry } from '../../src/plugins/registry/create-registry.ts'
import { HarnessError } from '../../src/rules/errors/index.ts'
import { makeScrubber } from '../../src/rules/redaction.ts'

let folder: string
let store: Store
let keystore: Keystore
const uses: string[] = []
const path = () => join(folder, 'harness.db')
const open = () => openStore(path(), { clock: systemClock, chance: systemChance })
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pkuh-keeping-'))
  store = open()
  uses.length = 0
  keystore = openKeystore({ backend: 'memory', service: 'test', index: join(folder, 'index'), helper: '', onUse: ({ purpose }) => { uses.push(purpose) } })
})
afterEach(async () => { store.close(); await keystore.close(); rmSync(folder, { recursive: true, force: true }) })

const ref = (kind: SecretRef['kind'], account = '2500000001', name = ''): SecretRef => ({ account, kind, name })

describe('after a crash', () => {
  it('what had begun is unknown with a row in the chain, and what waited is expired; a second start finds nothing', () => {
    store.intents.begin({ callId: 'c1', tool: 'treehole.post', account: '2500000001', effect: 'public', argsDigest: 'd' })
    store.approvals.create({ id: 'a1', callId: 'c2', tool: 'treehole.post', digest: 'd', card: {}, createdAt: Date.now(), expiresAt: Date.now() + 600_000 })
    store.close()
    store = open()
    expect(recover(store)).toEqual({ unknown: 1, expired: 1 })
    expect(store.intents.list(5)).toMatchObject([{ callId: 'c1', outcome: 'unknown' }])
    expect(store.approvals.get('a1')).toMatchObject({ state: 'expired' })
    expect(store.approvals.answer('a1', 'approved', 'someone', 'once')).toBe(false)
    expect(store.audit.list().map(({ kind, callId }) => [kind, callId])).toEqual(expect.arrayContaining([['outcome', 'c1'], ['approval.answered', 'c2']]))
    expect(store.audit.verify()).toMatchObject({ ok: true })
    expect(recover(store)).toEqual({ unknown: 0, expired: 0 })
  })
})

describe('the audit chain', () => {
  it('is sealed in the keystore, and a cut behind the seal is found', async () => {
    const seal = openSeal(keystore, store.audit)
    expect(await seal.last()).toBeUndefined()
    for (let row = 0; row < 3; row++) store.audit.append({ kind: 'daemon', detail: { row } })
    await seal.set()
    const last = await seal.last()
    expect(last?.count).toBe(3)
    expect(store.audit.verify(last)).toMatchObject({ ok: true })
    const shorter = openStore(join(folder, 'cut.db'), { clock: systemClock, chance: systemChance })
    shorter.audit.append({ kind: 'daemon', detail: { row: 0 } })
    expect(shorter.audit.verify(last)).toMatchObject({ ok: false })
    shorter.close()
  })

  it('holds digests under a key: the same value reads the same, and not as its plain hash', async () => {
    const key = openAuditKey(keystore)
    const before = key.digest('ab'.repeat(32))
    await key.load()
    const after = key.digest('ab'.repeat(32))
    expect(after).not.toBe(before)
    const again = openAuditKey(keystore)
    await again.load()
    expect(again.digest('ab'.repeat(32))).toBe(after)
    expect(after).toMatch(/^[0-9a-f]{64}$/)
  })

  it('a keystore that is away leaves digests under a key of this run, and says so', async () => {
    await keystore.close()
    const key = openAuditKey(keystore)
    await expect(key.load()).rejects.toThrow('KEYSTORE_CLOSED')
    expect(key.digest('x')).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('secrets the scrubber knows', () => {
  it('are the password, the seed, and the values inside jars and sessions; each reading is on record', async () => {
    await keystore.put(ref('password'), Buffer.from('correct-horse-battery'))
    await keystore.put(ref('session', '2500000001', 'treehole'), Buffer.from(JSON.stringify({ jar: { cookies: [{ key: 'JSESSIONID', value: 'COOKIEVALUE0123', path: '/' }] }, token: 'TOKENVALUE4567', device: 'x', provedAt: 1 })))
    const secrets = openKnownSecrets()
    secrets.add('socket-token-0123')
    const teaching = teachingKeystore(keystore, secrets)
    await teaching.learn()
    const { text } = makeScrubber(secrets.now)
    for (const secret of ['correct-horse-battery', 'COOKIEVALUE0123', 'TOKENVALUE4567', 'socket-token-0123']) {
      expect(text(`a ${secret} b`)).not.toContain(secret)
      expect(text(Buffer.from(secret).toString('base64'))).not.toContain(Buffer.from(secret).toString('base64'))
    }
    expect(text('JSESSIONID /')).toBe('JSESSIONID /')
    expect(uses).toHaveLength(2)
    teaching.forget()
    expect(secrets.now()).toEqual(['socket-token-0123'])
  })

  it('stay known when the keystore goes away', async () => {
    await keystore.put(ref('password'), Buffer.from('correct-horse-battery'))
    const secrets = openKnownSecrets()
    const teaching = teachingKeystore(keystore, secrets)
    await teaching.learn()
    await keystore.close()
    await teaching.learn()
    expect(secrets.now()).toContain('correct-horse-battery')
  })
})

describe('accounts', () => {
  it('one that a script brought is a script\'s until a person types its password, and then no script takes it over; a stored password changes nothing', () => {
    const accounts = openAccounts(store.settings)
    const is = () => openAccounts(store.settings).isScripts('2500000001')
    expect(is()).toBe(false)
    accounts.use('2500000001', 'script')
    accounts.use('2500000002', 'person')
    accounts.use('2500000001', undefined)
    expect(is()).toBe(true)
    accounts.use('2500000001', 'person')
    accounts.use('2500000001', undefined)
    expect(is()).toBe(false)
    accounts.use('2500000001', 'script')
    expect(is()).toBe(false)
    accounts.forget('2500000001')
    accounts.use('2500000001', 'script')
    expect(is()).toBe(true)
    accounts.forget('2500000001')
    expect(is()).toBe(false)
  })

  it('the last one used is current, and when it is forgotten none is until another is used', () => {
    const accounts = openAccounts(store.settings)
    expect([accounts.current(), accounts.known()]).toEqual([undefined, []])
    accounts.use('2500000001', 'person')
    accounts.use('2500000002', 'person')
    expect([accounts.current(), accounts.known()]).toEqual(['2500000002', ['2500000002', '2500000001']])
    accounts.forget('2500000002')
    expect([openAccounts(store.settings).current(), accounts.known()]).toEqual([undefined, ['2500000001']])
    accounts.use('2500000001', undefined)
    expect(accounts.current()).toBe('2500000001')
    accounts.forget('2500000001')
    expect([accounts.current(), accounts.known()]).toEqual([undefined, []])
  })
})

describe('allow-files', () => {
  const registry = createRegistry({ switches: { isOff: () => false, setOff: () => {} } })
  const file = (uses = 1) => JSON.stringify({ version: 1, allow: [{ tool: 'treehole.post', args: { text: 'x' }, uses, expires: '2099-01-01T00:00:00+08:00' }] })
  const secret = 'Zxcv"word7/密'
  const house = (profile: 'default' | 'sim', locked = false) => ({ store, registry, profile, scrubber: makeScrubber(() => [secret]), lock: { locked: () => locked } })

  it('one that nobody imported allows nothing in `default`, and works at once in `sim`', () => {
    expect(() => allowed(file(), house('default'))).toThrow('ALLOW_FILE_UNKNOWN')
    expect(store.grants.list()).toEqual([])
    expect(allowed(file(), house('sim'))).toMatchObject([{ tool: 'treehole.post', args: { text: 'x' } }])
  })

  it('an imported one counts, also with other spaces; changed by a word it does not', () => {
    importAllowFile(file(), house('default'), 'person')
    importAllowFile(file(), house('default'), 'person')
    expect(store.grants.list()).toHaveLength(1)
    expect(allowed(JSON.stringify(JSON.parse(file()), undefined, 4), house('default'))).toHaveLength(1)
    expect(() => allowed(file(2), house('default'))).toThrow('ALLOW_FILE_UNKNOWN')
    expect(() => allowed('{', house('default'))).toThrow(HarnessError)
    expect(store.audit.list().map(({ kind }) => kind)).toEqual(['grant.made'])
  })

  it.each<[string, Record<string, unknown>]>([
    ['in a text', { text: `口令 ${secret}` }], ['URL-encoded', { text: encodeURIComponent(secret) }], ['deep inside', { more: [{ note: secret }] }], ['as a name', { [secret]: 1 }],
  ])('one whose arguments hold a secret of the keystore %s is refused whole, as the call would be, and kept nowhere', (_, args) => {
    const [entry] = JSON.parse(file()).allow
    const text = JSON.stringify({ version: 1, allow: [entry, { ...entry, args }] })
    for (const act of [() => importAllowFile(text, house('default'), 'person'), () => allowed(text, house('sim'))]) expect(act).toThrow('CALL_ARGS_SECRET')
    expect([store.grants.list(), store.audit.list()]).toEqual([[], []])
  })

  it('none is imported while locked: nobody can say then what is a secret', () => {
    for (const act of [() => importAllowFile(file(), house('default', true), 'person'), () => allowed(file(), house('sim', true))]) expect(act).toThrow('CALL_LOCKED')
    expect(store.grants.list()).toEqual([])
  })
})

