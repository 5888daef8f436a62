import { isKept } from '../../keystore/is-kept.ts'
import type { Keystore, SecretRef } from '../../keystore/keystore.ts'
import { absentAs } from '../absent.ts'

/** Where the seed of an account's token stands; `unproved` is one aside, of which nobody knows whether IAAA bound it. It signs in to nothing. */
export const seedRef = (account: string, name: '' | 'unproved' = ''): SecretRef => ({ account, kind: 'otp-seed', name })

/** Makes the seed that was kept aside the account's; false where there is none. Both stand until the first is written. */
export async function useUnproved(keystore: Keystore, account: string): Promise<boolean> {
  const aside = seedRef(account, 'unproved')
  if (!await isKept(keystore, aside)) return false
  const seed = await keystore.use(aside, 'put the seed of a token to use', (value) => Buffer.from(value))
  try {
    await keystore.put(seedRef(account), seed)
  } finally {
    seed.fill(0)
  }
  await keystore.remove(aside)
  return true
}

/** The place of the unproved seed, while a new one may stand in it. */
export interface Aside {
  put(seed: string): Promise<void>
  /** As it was before: the earlier one may be what IAAA bound. A keystore that does not answer keeps what is there; that binds nothing. */
  restore(): Promise<void>
  /** Overwrites the copy of the earlier one. */
  close(): void
}

/** Rejects with `KEYSTORE_*` where an earlier one cannot be read: it could not be put back. */
export async function openAside(keystore: Keystore, account: string): Promise<Aside> {
  const ref = seedRef(account, 'unproved')
  const earlier = await isKept(keystore, ref) ? await absentAs(undefined, keystore.use(ref, 'hold the seed aside while another takes its place', (value) => Buffer.from(value))) : undefined
  return {
    put: (seed) => keepSeed(keystore, ref, seed),
    restore: async () => { await (earlier ? keystore.put(ref, earlier) : keystore.remove(ref)).catch(() => undefined) },
    close: () => { earlier?.fill(0) },
  }
}

export async function keepSeed(keystore: Keystore, ref: SecretRef, seed: string): Promise<void> {
  const bytes = Buffer.from(seed, 'latin1')
  try {
    await keystore.put(ref, bytes)
  } finally {
    bytes.fill(0)
  }
}
