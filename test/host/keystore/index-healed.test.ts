import { rmSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { itemName } from '../../../src/host/keystore/item-name.ts'
import type { SecretRef } from '../../../src/host/keystore/keystore.ts'
import { openVault } from '../../../src/host/keystore/vault/open-vault.ts'
import { pass, password, vaultKeystore, vaultPlace } from './vault/vault-under-test.ts'

/** A crash between the keychain and the index of names. */

it('a name whose secret was never written, or is gone, is taken away by its next use; a secret whose name was lost gets it back', async () => {
  const place = vaultPlace()
  const { keystore, vault } = vaultKeystore(place)
  await vault.create(pass())
  await keystore.put(password, pass('vault-canary'))
  const never: SecretRef = { account: '2500000001', kind: 'session', name: 'course' }
  writeFileSync(place.index, JSON.stringify({ version: 1, secrets: [never] }))
  await expect(keystore.use(never, 'p', String)).rejects.toMatchObject({ code: 'KEYSTORE_ABSENT' })
  expect(await keystore.list()).toStrictEqual([])
  await keystore.use(password, 'p', String)
  expect(await keystore.list()).toStrictEqual([password])
})

it('a name stands before its secret, and goes again where the write is known to have failed', async () => {
  const place = vaultPlace()
  const { keystore, vault } = vaultKeystore(place)
  await vault.create(pass())
  vault.lock()
  await expect(keystore.put(password, pass())).rejects.toMatchObject({ code: 'KEYSTORE_VAULT_LOCKED' })
  expect(await keystore.list()).toStrictEqual([])
  await vault.unlock(pass())
  await keystore.put(password, pass('first'))
  vault.lock()
  await expect(keystore.put(password, pass())).rejects.toMatchObject({ code: 'KEYSTORE_VAULT_LOCKED' })
  expect(await keystore.list()).toStrictEqual([password])
})

it('a broken index is told where names are asked and where one is written, and keeps nobody from a secret', async () => {
  const place = vaultPlace()
  const { keystore, vault } = vaultKeystore(place)
  await vault.create(pass())
  await keystore.put(password, pass('vault-canary'))
  writeFileSync(place.index, '{"version":1,')
  await expect(keystore.use(password, 'p', String)).resolves.toBe('vault-canary')
  await expect(keystore.list()).rejects.toMatchObject({ code: 'KEYSTORE_INDEX_DAMAGED' })
  await expect(keystore.put(password, pass('new'))).rejects.toMatchObject({ code: 'KEYSTORE_INDEX_DAMAGED' })
  await expect(keystore.use(password, 'p', String)).resolves.toBe('vault-canary')
  expect(await keystore.status()).toMatchObject({ state: 'denied' })
  rmSync(place.index)
  await keystore.use(password, 'p', String)
  expect(await keystore.list()).toStrictEqual([password])
  const { keychain, vault: raw } = openVault(place.path)
  await raw.unlock(pass())
  expect(String(await keychain.get(itemName(password), 1))).toBe('vault-canary')
})
