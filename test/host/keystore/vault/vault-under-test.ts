import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Keystore, SecretRef, Vault } from '../../../../src/host/keystore/keystore.ts'
import { openKeystore } from '../../../../src/host/keystore/open-keystore.ts'
import type { DeriveKey } from '../../../../src/host/keystore/vault/derive-key.ts'

export const password: SecretRef = { account: '2500000001', kind: 'password', name: '' }
export const pass = (text = 'an invented passphrase') => Buffer.from(text)

/** In place of scrypt where a test is not about it: a file's worth of it would take minutes. */
export const quickKey: DeriveKey = async (passphrase, salt) => createHash('sha256').update(salt).update(passphrase).digest()

/** A directory with a place for a vault, gone when the test is done. */
export function vaultPlace(): { readonly directory: string; readonly path: string; readonly index: string } {
  const directory = mkdtempSync(join(tmpdir(), 'pkuh-vault-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return { directory, path: join(directory, 'keystore.vault'), index: join(directory, 'vault-index.json') }
}

/** The keystore over a vault, scrypt and all. */
export function vaultKeystore({ path, index }: { readonly path: string; readonly index: string }): { readonly keystore: Keystore; readonly vault: Vault } {
  const keystore = openKeystore({ backend: 'vault', service: 'x', vault: path, index, helper: '', onUse: () => undefined })
  onTestFinished(() => keystore.close())
  if (!keystore.vault) throw new Error('a vault keystore has a vault')
  return { keystore, vault: keystore.vault }
}
