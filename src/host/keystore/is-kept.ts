import type { Keystore, SecretRef } from './keystore.ts'

/** Whether there is such a secret, by the index of names: none is read, and a locked keychain hides nothing. Rejects with `KEYSTORE_INDEX_DAMAGED`. */
export async function isKept(keystore: Pick<Keystore, 'list'>, ref: SecretRef): Promise<boolean> {
  return (await keystore.list(ref.account)).some(({ kind, name }) => kind === ref.kind && name === ref.name)
}
