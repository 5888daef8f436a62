import type { Chance } from '../../clock/clock.ts'
import type { Keystore } from '../../keystore/keystore.ts'
import { absentAs } from '../absent.ts'

/**
 * The account's device id, 12 hex characters: made once and kept, through sign-outs too, because the treehole ties its
 * check by text message to it (protocols §2.1).
 */
export async function deviceId(keystore: Keystore, chance: Chance, account: string): Promise<string> {
  const ref = { account, kind: 'device-id', name: '' } as const
  const kept = await absentAs(undefined, keystore.use(ref, 'name this device to a service', (value) => value.toString('latin1')))
  if (kept !== undefined && /^[0-9a-f]{12}$/.test(kept)) return kept
  const made = chance.bytes(6).toString('hex')
  await keystore.put(ref, Buffer.from(made))
  return made
}
