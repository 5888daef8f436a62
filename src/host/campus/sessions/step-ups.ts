import { HarnessError } from '../../../rules/errors/index.ts'
import { type Ask, codeFromSeed, typedCode } from '../iaaa/second-factor.ts'
import { services } from '../services/all-services.ts'
import type { Passed, SignedInService, StepUp, StepUpCode, Visit } from '../services/service.ts'
import { isSignedIn } from '../services/service.ts'
import type { Means } from './establish.ts'
import type { KeptSessions } from './kept-sessions.ts'
import type { Session } from './session.ts'
import { openVisit } from './visit.ts'
import { openWantedChecks, stepUpCodes } from './wanted-checks.ts'

/**
 * The further checks that services want before they go on. The host never answers one by itself: the person's next sign-in
 * does, with a code of the mobile token (from the stored seed, or typed), or with one by text message once they ask for it.
 */
export interface StepUps {
  note(session: Session, code: StepUpCode): Promise<void>
  /** Answers what is wanted of the account; asks `service`, which the person has just signed in to, whether it wants more. What is not passed stays wanted, and is given back. */
  answer(account: string, service: SignedInService, person: Answering): Promise<readonly StillWanted[]>
  forget(account: string): void
  /** Resolves once `wanted` tells of what an earlier run left too. */
  ready(): Promise<void>
  /** The first that the service still wants, as the error it ends in. */
  wanted(account: string, service: string): HarnessError | undefined
}

export interface StillWanted { readonly service: string; readonly code: StepUpCode }

export interface Answering {
  readonly ask: Ask
  /** IAAA's clock minus ours, milliseconds. */
  readonly skewMs: number
  readonly signal: AbortSignal
}

export function openStepUps(means: Means, kept: KeptSessions): StepUps {
  const checks = openWantedChecks(means.deps.keystore)

  async function seek(service: SignedInService, session: Session, { signal }: Answering): Promise<void> {
    for (const [code, stepUp] of tableOf(service)) {
      const visit = visitOf(means, service, session, signal)
      if (stepUp.wanted && await stepUp.wanted(visit, session).catch((error: unknown) => stayWanted(error, signal))) await checks.add(session.account, service.id, code)
    }
  }

  async function pass(service: SignedInService, code: StepUpCode, stepUp: StepUp, account: string, person: Answering): Promise<void> {
    const session = await kept.find(account, service.id)
    if (!session) return
    const passed = await tryWays(means, service, session, stepUp, person).catch((error: unknown) => stayWanted(error, person.signal))
    if (!passed || !passed.passed) return
    await checks.remove(account, service.id, code)
    if (passed.renewed) await kept.keep({ ...session, ...passed.renewed, version: kept.nextVersion() })
  }

  return {
    note: ({ account, service }, code) => checks.add(account, service, code),
    async answer(account, service, person) {
      await checks.ready()
      const session = kept.held(account, service.id)
      if (session) await seek(service, session, person)
      for (const [id, codes] of checks.of(account)) {
        const wanting = services.get(id)
        if (!wanting || !isSignedIn(wanting)) continue
        for (const [code, stepUp] of tableOf(wanting)) if (codes.has(code)) await pass(wanting, code, stepUp, account, person)
      }
      return [...checks.of(account)].flatMap(([service, codes]) => [...codes].map((code) => ({ service, code })))
    },
    forget: (account) => checks.forget(account),
    ready: () => checks.ready(),
    wanted(account, service) {
      const [code] = checks.of(account).get(service) ?? []
      return code && new HarnessError(code, { service })
    },
  }
}

const tableOf = ({ signedIn }: SignedInService): readonly (readonly [StepUpCode, StepUp])[] =>
  stepUpCodes.flatMap((code) => { const stepUp = signedIn.stepUps[code]; return stepUp ? [[code, stepUp] as const] : [] })

const visitOf = ({ deps, pace }: Means, service: SignedInService, { account, device, jar }: Session, signal: AbortSignal): Visit =>
  openVisit(deps, pace, service, { account, device, jar, signal, ask: undefined })

/** A code from the stored seed is sent without asking, once; then the person says which way they take, if any. */
async function tryWays(means: Means, service: SignedInService, session: Session, stepUp: StepUp, person: Answering): Promise<Passed> {
  const visit = visitOf(means, service, session, person.signal)
  const made = stepUp.byToken && await seedCode(means, session, person)
  if (made !== undefined) {
    const passed = await stepUp.byToken?.(visit, session, made)
    if (passed?.passed) return passed
  }
  const options = [...(stepUp.byToken && made === undefined ? ['token'] : []), ...(stepUp.bySms ? ['sms'] : [])]
  switch (options.length === 0 ? undefined : await typedCode(person.ask, { kind: 'choice', choice: 'step-up-way', options, current: undefined })) {
    case 'token': {
      const typed = await typedCode(person.ask, { kind: 'otp' })
      return typed === undefined ? none : await stepUp.byToken?.(visit, session, typed) ?? none
    }
    case 'sms': return stepUp.bySms ? bySms(visit, session, stepUp.bySms, person.ask) : none
    default: return none
  }
}

const none: Passed = { passed: false }

async function bySms(visit: Visit, session: Session, { send, verify }: NonNullable<StepUp['bySms']>, ask: Ask): Promise<Passed> {
  const { sent, mask } = await send(visit, session)
  if (sent === 'refused') return none
  const typed = await typedCode(ask, { kind: 'sms', mask })
  return typed === undefined ? none : verify(visit, session, typed)
}

/** The sign-in itself has succeeded by now; a network that fails here takes nothing of that back. */
function stayWanted(error: unknown, signal: AbortSignal): undefined {
  signal.throwIfAborted()
  if (error instanceof HarnessError && error.code.startsWith('NET_')) return undefined
  throw error
}

async function seedCode({ deps, memories }: Means, { account, service }: Session, { skewMs, signal }: Answering): Promise<string | undefined> {
  const memory = await memories.recall(account)
  const made = await codeFromSeed(deps, { account, service, lastStep: memory.lastStep, skewMs, signal })
  if (made) await memories.remember(account, { jar: memory.jar, lastStep: made.step })
  return made?.otpCode
}
