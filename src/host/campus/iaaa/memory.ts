import { CookieJar } from 'tough-cookie'
import { z } from 'zod'
import type { Keystore, SecretRef } from '../../keystore/keystore.ts'
import { absentAs } from '../absent.ts'

/**
 * What IAAA is to remember of an account between sign-ins: its cookie jar, which carries the trusted-device mark,
 * and the last token step a code was sent for, so that a restart cannot send one twice.
 */
export interface IaaaMemory {
  readonly jar: CookieJar
  /** -1 before the first. */
  readonly lastStep: number
}

const stored = z.object({ jar: z.unknown(), lastStep: z.number().int() })

const refOf = (account: string): SecretRef => ({ account, kind: 'iaaa-jar', name: '' })

/** An empty memory when nothing is stored or what is stored cannot be read. Rejects with `KEYSTORE_*` for a locked or dead keystore. */
export async function recall(keystore: Keystore, account: string): Promise<IaaaMemory> {
  const text = await absentAs(undefined, keystore.use(refOf(account), 'sign in to IAAA', (value) => value.toString('utf8')))
  if (text === undefined) return fresh()
  try {
    const { jar, lastStep } = stored.parse(JSON.parse(text))
    return { jar: CookieJar.deserializeSync(JSON.stringify(jar)), lastStep }
  } catch {
    return fresh()
  }
}

export async function remember(keystore: Keystore, account: string, memory: IaaaMemory): Promise<void> {
  await keystore.put(refOf(account), Buffer.from(JSON.stringify({ jar: memory.jar.serializeSync(), lastStep: memory.lastStep })))
}

const fresh = (): IaaaMemory => ({ jar: new CookieJar(), lastStep: -1 })
