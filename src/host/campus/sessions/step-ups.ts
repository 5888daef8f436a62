import { HarnessError } from '../../../rules/errors/index.ts'
import type { CampusDeps } from '../deps.ts'
import type { IaaaMemories } from '../iaaa/memory.ts'
import { type Ask, codeFromSeed, typedCode } from '../iaaa/second-factor.ts'
import { services } from '../services/all-services.ts'
import type { Means } from './establish.ts'
import type { KeptSessions } from './kept-sessions.ts'
import type { Session } from './session.ts'
import { openVisit } from './visit.ts'

/**
 * Services that want this device verified before they go on. The host never answers that by itself: the person's next
 * sign-in does, with a code of the mobile token from the stored seed or from them.
 */
export interface StepUps {
  note(session: Session): void
  /** Answers what is wanted of the account; one code a service, sent once. What is not taken stays wanted. */
  answer(account: string, person: Answering): Promise<void>
  forget(account: string): void
}

export interface Answering {
  readonly ask: Ask
  /** IAAA's clock minus ours, milliseconds. */
  readonly skewMs: number
  readonly signal: AbortSignal
}

export function openStepUps({ deps, pace, memories }: Means, kept: KeptSessions): StepUps {
  const wanted = new Map<string, Set<string>>()
  return {
    note({ account, service }) { wanted.set(account, (wanted.get(account) ?? new Set<string>()).add(service)) },
    async answer(account, person) {
      for (const id of wanted.get(account) ?? []) {
        const service = services.get(id)
        const session = kept.held(account, id)
        const clear = service?.signedIn?.clearStepUp
        if (!service || !session || !clear) continue
        const code = await tokenCode(deps, memories, account, id, person)
        if (code === undefined) continue
        const visit = openVisit(deps, pace, service, { account, device: session.device, jar: session.jar, signal: person.signal })
        const taken = await clear(visit, session, code).catch((error: unknown) => stayWanted(error, person.signal))
        if (taken) wanted.get(account)?.delete(id)
      }
    },
    forget: (account) => { wanted.delete(account) },
  }
}

/** The sign-in itself has succeeded by now; a network that fails here takes nothing of that back. */
function stayWanted(error: unknown, signal: AbortSignal): false {
  signal.throwIfAborted()
  if (error instanceof HarnessError && error.code.startsWith('NET_')) return false
  throw error
}

async function tokenCode(deps: CampusDeps, memories: IaaaMemories, account: string, service: string, { ask, skewMs, signal }: Answering): Promise<string | undefined> {
  const memory = await memories.recall(account)
  const made = await codeFromSeed(deps, { account, service, lastStep: memory.lastStep, skewMs, signal })
  if (!made) return typedCode(ask, { kind: 'otp' })
  await memories.remember(account, { jar: memory.jar, lastStep: made.step })
  return made.otpCode
}
