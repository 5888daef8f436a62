import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemName } from '../../../../src/host/keystore/item-name.ts'
import type { SecretRef } from '../../../../src/host/keystore/keystore.ts'
import { openVault } from '../../../../src/host/keystore/vault/open-vault.ts'
import { packItems, unpackItems } from '../../../../src/host/keystore/vault/vault-items.ts'
import { pass, password, quickKey, vaultKeystore, vaultPlace } from './vault-under-test.ts'

const canary = 'vault-canary-密码-7f'

describe('a vault', () => {
  it('keeps a secret under scrypt and AES-256-GCM, and a process that starts anew reads it with the passphrase alone', async () => {
    const place = vaultPlace()
    const { keystore, vault } = vaultKeystore(place)
    await vault.create(pass())
    await keystore.put(password, Buffer.from(canary))
    await expect(keystore.use(password, 'sign-in', String)).resolves.toBe(canary)
    await keystore.close()
    const again = vaultKeystore(place)
    expect(await again.keystore.status()).toStrictEqual({ state: 'locked', detail: 'vault' })
    expect(await again.keystore.list()).toStrictEqual([password])
    await again.vault.unlock(pass())
    await expect(again.keystore.use(password, 'sign-in', String)).resolves.toBe(canary)
    expect(await again.keystore.status()).toStrictEqual({ state: 'ready' })
  })

  it('is one file of mode 0600, shows neither names nor values, and leaves nothing else but its lock and the index of names', async () => {
    const place = vaultPlace()
    const { keystore, vault } = vaultKeystore(place)
    await vault.create(pass())
    await keystore.put(password, Buffer.from(canary))
    expect(statSync(place.path).mode & 0o777).toBe(0o600)
    for (const text of [canary, Buffer.from(canary).toString('base64'), password.account, 'an invented']) expect(readFileSync(place.path).includes(text)).toBe(false)
    expect(readdirSync(place.directory).sort()).toStrictEqual(['keystore.vault', 'keystore.vault.lock', 'vault-index.json'])
  })

  it('locked says so for every act, is not absent, and holds no key: without the passphrase nothing opens it again', async () => {
    const place = vaultPlace()
    const { keystore, vault } = vaultKeystore(place)
    await vault.create(pass())
    await keystore.put(password, Buffer.from(canary))
    vault.lock()
    expect(vault.unlocked()).toBe(false)
    const other: SecretRef = { account: '-', kind: 'audit-key', name: '' }
    for (const work of [() => keystore.use(password, 'p', String), () => keystore.use(other, 'p', String), () => keystore.put(other, pass()), () => keystore.remove(password)]) {
      await expect(work()).rejects.toMatchObject({ code: 'KEYSTORE_VAULT_LOCKED' })
    }
    expect(await keystore.list()).toStrictEqual([password])
    await expect(vault.unlock(pass('another'))).rejects.toMatchObject({ code: 'KEYSTORE_PASSPHRASE_WRONG' })
    expect(vault.unlocked()).toBe(false)
  })

  it('overwrites its key when it is locked, and the content between two calls', async () => {
    const { path } = vaultPlace()
    const keys: Buffer[] = []
    const { keychain, vault } = openVault(path, async (passphrase, salt) => { const key = await quickKey(passphrase, salt); keys.push(key); return key })
    await vault.create(pass())
    await keychain.set('a', pass(canary), 1)
    vault.lock()
    await vault.unlock(pass('wrong')).catch(() => undefined)
    expect(keys).toStrictEqual([Buffer.alloc(32), Buffer.alloc(32)])
  })

  it('is not opened by a passphrase whose key was still being made when somebody locked', async () => {
    const { path } = vaultPlace()
    let wait = Promise.resolve()
    const { vault } = openVault(path, async (passphrase, salt) => { await wait; return quickKey(passphrase, salt) })
    await vault.create(pass())
    vault.lock()
    let go: () => void = () => undefined
    wait = new Promise((resolve) => { go = resolve })
    const unlock = vault.unlock(pass())
    vault.lock()
    go()
    await expect(unlock).rejects.toMatchObject({ code: 'KEYSTORE_VAULT_LOCKED' })
    expect(vault.unlocked()).toBe(false)
  })

  it('is opened on another thread: this one goes on meanwhile', async () => {
    const { vault } = vaultKeystore(vaultPlace())
    let turns = 0
    const ticking = setInterval(() => { turns += 1 }, 5)
    await vault.create(pass())
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(3)
  })

  it('takes a new nonce at each write, and a new salt with a new passphrase', async () => {
    const { path } = vaultPlace()
    const { keychain, vault } = openVault(path, quickKey)
    await vault.create(pass())
    const [salts, nonces] = [new Set<string>(), new Set<string>()]
    for (let turn = 0; turn < 50; turn += 1) {
      await keychain.set('a', Buffer.from(canary), 1)
      const file = readFileSync(path)
      salts.add(file.toString('hex', 15, 47))
      nonces.add(file.toString('hex', 47, 59))
    }
    expect([salts.size, nonces.size]).toStrictEqual([1, 50])
    await vault.rotate(pass(), pass('the next one'))
    expect(salts.has(readFileSync(path).toString('hex', 15, 47))).toBe(false)
  })

  it('is made once: a second one says that there is one and leaves it', async () => {
    const { path } = vaultPlace()
    const { vault } = openVault(path, quickKey)
    await expect(vault.unlock(pass())).rejects.toMatchObject({ code: 'KEYSTORE_VAULT_MISSING' })
    await vault.create(pass())
    const before = readFileSync(path)
    await expect(vault.create(pass('b'))).rejects.toMatchObject({ code: 'KEYSTORE_VAULT_THERE' })
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('that was taken away is missing, and no write makes an empty one in its place', async () => {
    const place = vaultPlace()
    const { vault, keystore } = vaultKeystore(place)
    expect(await keystore.status()).toStrictEqual({ state: 'absent', detail: 'no-vault' })
    await expect(keystore.put(password, Buffer.from(canary))).rejects.toMatchObject({ code: 'KEYSTORE_VAULT_MISSING' })
    expect([vault.exists(), await keystore.list()]).toStrictEqual([false, []])
  })

  it('with a new passphrase keeps everything, takes the new one only, and asks for the old one first', async () => {
    const { path } = vaultPlace()
    const { keychain, vault } = openVault(path, quickKey)
    await vault.create(pass())
    await keychain.set('a', Buffer.from(canary), 1)
    await expect(vault.rotate(pass('not it'), pass('b'))).rejects.toMatchObject({ code: 'KEYSTORE_PASSPHRASE_WRONG' })
    await vault.rotate(pass(), pass('b'))
    expect(String(await keychain.get('a', 1))).toBe(canary)
    const again = openVault(path, quickKey)
    await expect(again.vault.unlock(pass())).rejects.toMatchObject({ code: 'KEYSTORE_PASSPHRASE_WRONG' })
    await again.vault.unlock(pass('b'))
    expect(String(await again.keychain.get('a', 1))).toBe(canary)
  })

  it('that is locked while it gets another passphrase has the new one, and stays locked', async () => {
    const { path } = vaultPlace()
    const { vault } = openVault(path, async (passphrase, salt) => { if (String(passphrase) === 'b') vault.lock(); return quickKey(passphrase, salt) })
    await vault.create(pass())
    await vault.rotate(pass(), pass('b'))
    expect(vault.unlocked()).toBe(false)
    await openVault(path, quickKey).vault.unlock(pass('b'))
  })

  it('whose passphrase another process changed is locked here, and not overwritten with what was known before', async () => {
    const { path } = vaultPlace()
    const [one, other] = [openVault(path, quickKey), openVault(path, quickKey)]
    await one.vault.create(pass())
    await other.vault.unlock(pass())
    await one.vault.rotate(pass(), pass('b'))
    await expect(other.keychain.set('a', pass(), 1)).rejects.toMatchObject({ code: 'KEYSTORE_VAULT_LOCKED' })
    expect(other.vault.unlocked()).toBe(false)
  })

  it('two that write in turn lose nothing of each other’s', async () => {
    const { path } = vaultPlace()
    const [one, other] = [openVault(path, quickKey), openVault(path, quickKey)]
    await one.vault.create(pass())
    await other.vault.unlock(pass())
    for (let turn = 0; turn < 10; turn += 1) await Promise.all([one.keychain.set(`one-${turn}`, pass(), 1), other.keychain.set(`other-${turn}`, pass(), 1)])
    for (let turn = 0; turn < 10; turn += 1) for (const name of [`one-${turn}`, `other-${turn}`]) expect(await one.keychain.get(name, 1)).toStrictEqual(pass())
  })

  it('gives any bytes under any name back, and knows a name that is gone', async () => {
    const { path } = vaultPlace()
    const { keychain, vault } = openVault(path, quickKey)
    await vault.create(pass())
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.uint8Array({ maxLength: 4096 }), async (text, value) => {
      const name = itemName({ account: '-', kind: 'session', name: text.replaceAll(/[\ud800-\udfff]/g, '') })
      await keychain.set(name, Buffer.from(value), 1)
      expect(await keychain.get(name, 1)).toStrictEqual(Buffer.from(value))
      expect([await keychain.delete(name, 1), await keychain.delete(name, 1), await keychain.get(name, 1)]).toStrictEqual([true, false, null])
    }), { numRuns: 40 })
    const big = Buffer.alloc(100 * 1024, 'x😀')
    await keychain.set('big', big, 1)
    expect((await keychain.get('big', 1))?.equals(big)).toBe(true)
  })

  it('refuses what would make it larger than it may be read, and stays as it was', async () => {
    const { path } = vaultPlace()
    const { keychain, vault } = openVault(path, quickKey)
    await vault.create(pass())
    const before = readFileSync(path)
    await expect(keychain.set('a', Buffer.alloc(17 * 1024 * 1024), 1)).rejects.toMatchObject({ code: 'KEYSTORE_VAULT_FULL' })
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('sweeps away what a write that was killed left beside it', async () => {
    const { path, directory } = vaultPlace()
    const { keychain, vault } = openVault(path, quickKey)
    await vault.create(pass())
    writeFileSync(`${path}.99999.new`, 'half')
    await keychain.set('a', pass(), 1)
    expect(readdirSync(directory).filter((name) => name.endsWith('.new'))).toStrictEqual([])
    expect(join(directory, 'keystore.vault')).toBe(path)
  })
})

it('items packed and unpacked are the same, and what was not packed so is a RangeError', () => {
  fc.assert(fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }).map((text) => text.toWellFormed()), fc.uint8Array().map((bytes) => Buffer.from(bytes)))), (items) => {
    const map = new Map(items)
    expect(unpackItems(packItems(map))).toStrictEqual(map)
  }))
  for (const bad of [Buffer.from([0]), Buffer.from([0, 1, 0, 0, 0, 9, 65]), Buffer.from([255, 255, 0, 0, 0, 0])]) expect(() => unpackItems(bad)).toThrow(RangeError)
})
