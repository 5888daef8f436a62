import type { Keystore, SecretRef } from '../../keystore/keystore.ts'

/** Where the seed of an account's token stands; `unproved` is one aside, of which nobody knows whether IAAA bound it. It signs in to nothing. */
export const seedRef = (account: string, name: '' | 'unproved' = ''): SecretRef => ({ account, kind: 'otp-seed', name })

/** Makes the seed that was kept aside the account's; false where there is none. Both stand until the first is written. */
export async function useUnproved(keystore: Keystore, account: string): Promise<boolean> {
  const aside = seedRef(account, 'unproved')
  if (!(await keystore.list(account)).some(({ kind, name }) => kind === aside.kind && name === aside.name)) return false
  const seed = await keystore.use(aside, 'put the seed of a token to use', (value) => Buffer.from(value))
  try {
    await keystore.put(seedRef(account), seed)
  } finally {
    seed.fill(0)
  }
  await keystore.remove(aside)
  return true
}
