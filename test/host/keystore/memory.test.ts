import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SecretRef, SecretUse } from '../../../src/host/keystore/keystore.ts'
import { secretKinds } from '../../../src/host/keystore/keystore.ts'
import { type KeystoreOptions, openKeystore } from '../../../src/host/keystore/open-keystore.ts'

const password: SecretRef = { account: '2500000001', kind: 'password', name: '' }

function memoryKeystore(options: Partial<KeystoreOptions> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'pkuh-keystore-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const uses: SecretUse[] = []
  const keystore = openKeystore({
    backend: 'memory', service: 'pku-harness/test', index: join(directory, 'accounts.json'), helper: '/nowhere/helper.cjs',
    onUse: (use) => { uses.push(use) }, ...options,
  })
  return { keystore, uses, directory }
}

describe('the memory keystore', () => {
  it('lends what was put, as bytes, and records who used it and why', async () => {
    const { keystore, uses } = memoryKeystore()
    await keystore.put(password, Buffer.from('canary-秘密'))
    await expect(keystore.use(password, 'sign-in', (value) => value.toString())).resolves.toBe('canary-秘密')
    expect(uses).toStrictEqual([{ ref: password, purpose: 'sign-in' }])
    expect(JSON.stringify(uses)).not.toContain('canary')
  })

  it.each(['returned', 'rejected', 'threw'] as const)('overwrites the lent bytes when the borrower %s', async (how) => {
    const { keystore } = memoryKeystore()
    await keystore.put(password, Buffer.from('canary'))
    let lent: Buffer | undefined
    const borrowed = keystore.use(password, 'sign-in', async (value) => {
      lent = value
      if (how === 'threw') throw new Error('borrower')
      await Promise.resolve()
      expect(value.toString()).toBe('canary')
      return how === 'rejected' ? Promise.reject(new Error('borrower')) : 'done'
    })
    await (how === 'returned' ? expect(borrowed).resolves.toBe('done') : expect(borrowed).rejects.toThrow('borrower'))
    expect(lent).toStrictEqual(Buffer.alloc(6))
    await expect(keystore.use(password, 'again', String)).resolves.toBe('canary')
  })

  it('lends nothing when the use cannot be recorded', async () => {
    const { keystore } = memoryKeystore({ onUse: () => { throw new Error('the chain is full') } })
    await keystore.put(password, Buffer.from('canary'))
    let lent = false
    await expect(keystore.use(password, 'sign-in', () => { lent = true })).rejects.toThrow('the chain is full')
    expect(lent).toBe(false)
  })

  it('does not change with the buffer that was put, nor with the one that was lent', async () => {
    const { keystore } = memoryKeystore()
    const given = Buffer.from('canary')
    await keystore.put(password, given)
    given.fill(0)
    await keystore.use(password, 'spoil', (value) => { value.fill(1) })
    await expect(keystore.use(password, 'read', String)).resolves.toBe('canary')
  })

  it('says KEYSTORE_ABSENT for what is not there, naming the kind and neither account nor value', async () => {
    const { keystore } = memoryKeystore()
    const missing = keystore.use({ account: '2500000001', kind: 'session', name: 'treehole' }, 'read', String)
    await expect(missing).rejects.toMatchObject({ code: 'KEYSTORE_ABSENT', params: { secret: 'session (treehole)' } })
  })

  it('lists names by account, and forgets one that is removed', async () => {
    const { keystore } = memoryKeystore()
    const key: SecretRef = { account: '-', kind: 'model-key', name: 'p' }
    await keystore.put(password, Buffer.from('a'))
    await keystore.put(password, Buffer.from('b'))
    await keystore.put(key, Buffer.from('c'))
    expect(await keystore.list()).toStrictEqual([password, key])
    expect(await keystore.list('-')).toStrictEqual([key])
    expect([await keystore.remove(password), await keystore.remove(password)]).toStrictEqual([true, false])
    expect(await keystore.list()).toStrictEqual([key])
  })

  it('writes nothing to the disk, is ready at once, and is closed for good', async () => {
    const { keystore, directory } = memoryKeystore()
    expect(await keystore.status()).toStrictEqual({ state: 'ready' })
    await keystore.put(password, Buffer.from('canary'))
    expect(readdirSync(directory)).toStrictEqual([])
    await keystore.close()
    await expect(keystore.use(password, 'late', String)).rejects.toMatchObject({ code: 'KEYSTORE_CLOSED' })
    expect(await keystore.status()).toMatchObject({ state: 'dead' })
  })

  it('lets a borrower borrow again while it borrows', async () => {
    const { keystore } = memoryKeystore()
    await keystore.put(password, Buffer.from('canary'))
    const nested = await keystore.use(password, 'outer', () => keystore.use(password, 'inner', String))
    expect(nested).toBe('canary')
  })

  it('keeps any two secrets apart and gives any bytes back', async () => {
    const ref = fc.record({ account: fc.string({ unit: 'grapheme' }), kind: fc.constantFrom(...secretKinds), name: fc.string() })
    await fc.assert(fc.asyncProperty(fc.uniqueArray(fc.tuple(ref, fc.uint8Array()), { selector: ([r]) => JSON.stringify(r), maxLength: 6 }), async (secrets) => {
      const keystore = openKeystore({ backend: 'memory', service: 's', index: '', helper: '', onUse: () => undefined })
      for (const [name, value] of secrets) await keystore.put(name, Buffer.from(value))
      for (const [name, value] of secrets) {
        expect(await keystore.use(name, 'read', (lent) => Buffer.from(lent))).toStrictEqual(Buffer.from(value))
      }
    }))
  })
})
