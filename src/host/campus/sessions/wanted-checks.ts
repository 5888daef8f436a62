import type { Keystore, SecretRef } from '../../keystore/keystore.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import type { StepUpCode } from '../services/service.ts'

/**
 * Which further checks services want of an account: in memory at once, and by name in the keystore, so that the person's
 * sign-in after a restart or a lock asks what a call before it met. The name is all that is kept; it opens nothing.
 */
export interface WantedChecks {
  /** By service. What an earlier run left is in it once `ready` has resolved. */
  of(account: string): ReadonlyMap<string, ReadonlySet<StepUpCode>>
  /** In memory when it returns. A keystore that takes nothing costs the mark its next start, and the caller nothing. */
  add(account: string, service: string, code: StepUpCode): Promise<void>
  remove(account: string, service: string, code: StepUpCode): Promise<void>
  /** Drops what this process holds. */
  forget(account: string): void
  /** Resolves when the index was read; never rejects. */
  ready(): Promise<void>
}

export const stepUpCodes: readonly StepUpCode[] = ['CAMPUS_STEP_UP_DEVICE', 'CAMPUS_STEP_UP_RECORDS']

export function openWantedChecks(keystore: Keystore): WantedChecks {
  const wanted = new Map<string, Map<string, Set<StepUpCode>>>()
  const codesOf = (account: string, service: string): Set<StepUpCode> => {
    const services = wanted.get(account) ?? new Map<string, Set<StepUpCode>>()
    const codes = services.get(service) ?? new Set<StepUpCode>()
    wanted.set(account, services.set(service, codes))
    return codes
  }
  const index = keystore.list().then((refs) => {
    for (const ref of refs) {
      const read = readRef(ref)
      if (read) codesOf(ref.account, read.service).add(read.code)
    }
  }).catch(() => undefined)

  return {
    of: (account) => wanted.get(account) ?? new Map(),
    async add(account, service, code) {
      const codes = codesOf(account, service)
      if (codes.has(code)) return
      codes.add(code)
      await unlessAway(keystore.put(refOf(account, service, code), Buffer.from('wanted')))
    },
    async remove(account, service, code) {
      codesOf(account, service).delete(code)
      await unlessAway(keystore.remove(refOf(account, service, code)))
    },
    forget: (account) => { wanted.delete(account) },
    ready: () => index,
  }
}

const prefix = 'step-up'

/** Beside what the person chose, and forgotten with it. */
const refOf = (account: string, service: string, code: StepUpCode): SecretRef => ({ account, kind: 'choice', name: `${prefix} ${service} ${code}` })

function readRef({ kind, name }: SecretRef): { readonly service: string; readonly code: StepUpCode } | undefined {
  const [first, service, last] = name.split(' ')
  const code = stepUpCodes.find((known) => known === last)
  return kind === 'choice' && first === prefix && service !== undefined && code !== undefined ? { service, code } : undefined
}

/** A mark is no reason to fail what found it. */
async function unlessAway(write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (!(error instanceof HarnessError) || !error.code.startsWith('KEYSTORE_')) throw error
  }
}
