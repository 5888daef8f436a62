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

export interface Texted {
  /** What it was for: its code counts for nothing else. */
  readonly act: 'sign-in' | 'bind'
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Its code has been taken, and counts no more. */
  readonly used: boolean
}

/** The memories of all accounts: in this process at once, in the keystore when a sign-in has succeeded. */
export interface IaaaMemories {
  /**
   * What this process or an earlier one left; empty when nothing is stored or what is stored cannot be read. The jar is
   * the live one: a failed act leaves its IAAA session in it, to which IAAA ties the captcha of the next (protocols §1.1).
   * Rejects with `KEYSTORE_*` for a locked or dead keystore.
   */
  recall(account: string): Promise<IaaaMemory>
  /** Keeps it for the next start. */
  remember(account: string, memory: IaaaMemory): Promise<void>
  /** The last text message that this process had sent for each account. Signing out does not make IAAA forget it. */
  readonly texted: Map<string, Texted>
  /** Drops what this process holds. */
  forget(account: string): void
}

export function openIaaaMemories(keystore: Keystore): IaaaMemories {
  const held = new Map<string, IaaaMemory>()
  return {
    texted: new Map(),
    async recall(account) {
      const known = held.get(account)
      if (known) return known
      const bytes = keystore.use(refOf(account), 'sign in to IAAA', (value) => parse(value.toString('utf8')))
      const memory = await absentAs(undefined, bytes) ?? { jar: new CookieJar(), lastStep: -1 }
      held.set(account, memory)
      return memory
    },
    async remember(account, memory) {
      held.set(account, memory)
      const bytes = Buffer.from(JSON.stringify({ jar: memory.jar.serializeSync(), lastStep: memory.lastStep }))
      try {
        await keystore.put(refOf(account), bytes)
      } finally {
        bytes.fill(0)
      }
    },
    forget: (account) => { held.delete(account) },
  }
}

const stored = z.object({ jar: z.unknown(), lastStep: z.number().int() })

const refOf = (account: string): SecretRef => ({ account, kind: 'iaaa-jar', name: '' })

function parse(text: string): IaaaMemory | undefined {
  try {
    const { jar, lastStep } = stored.parse(JSON.parse(text))
    return { jar: CookieJar.deserializeSync(JSON.stringify(jar)), lastStep }
  } catch {
    return undefined
  }
}
