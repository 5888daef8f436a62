import { HarnessError } from '../../../rules/errors/index.ts'
import { abandonable } from '../abandonable.ts'
import type { BindOutcome, BindRequest, EndSign, ServiceStatus, ServiceWhy, SignInOutcome, SignInRequest } from '../campus.ts'
import type { CampusDeps } from '../deps.ts'
import { isKept } from '../../keystore/is-kept.ts'
import { passwordRef } from '../../keystore/password-ref.ts'
import { bindToken } from '../iaaa/bind-token.ts'
import { openIaaaMemories } from '../iaaa/memory.ts'
import { errorOfOutcome } from '../iaaa/outcomes.ts'
import type { IaaaApp } from '../iaaa/exchange.ts'
import type { Pace } from '../request/pace.ts'
import { isSignedIn, type Service, type SignedInService, type StepUpCode } from '../services/service.ts'
import { type Act, establish, type Established, lender } from './establish.ts'
import { openHolds } from './holds.ts'
import { openKeptSessions } from './kept-sessions.ts'
import { openLanes } from './lanes.ts'
import { isOver, type Session } from './session.ts'
import { openStepUps } from './step-ups.ts'
import { gateOf, signInThrough, type Gates } from './through.ts'

/** Who is signed in where. Signing in is single-flight for a service and account, and one at a time for an account. */
export interface Sessions {
  /** The live session; signs in with the stored password where there is none. Rejects with the typed error of whatever stands in the way. */
  live(account: string, service: SignedInService, signal: AbortSignal): Promise<Session>
  /** Notes a positive proof of life. */
  prove(session: Session): void
  /** Ends exactly this session; a newer one stays. */
  end(session: Session, sign: EndSign): Promise<void>
  /** Notes that the service wants a further check; the person's next sign-in asks for it. */
  wantStepUp(session: Session, code: StepUpCode): Promise<void>
  signIn(service: SignedInService, request: SignInRequest): Promise<SignInOutcome>
  /** In the account's lane, like its sign-ins: they share IAAA's cookie jar and the token's steps. */
  bindToken(app: IaaaApp, request: BindRequest): Promise<BindOutcome>
  signOut(account: string): Promise<void>
  state(account: string, service: Service): Standing
  ready(): Promise<void>
}

type Standing = Pick<ServiceStatus, 'state' | 'since' | 'why'>

export function openSessions(deps: CampusDeps, pace: Pace): Sessions {
  const { keystore, clock, onEvent } = deps
  const means = { deps, pace, memories: openIaaaMemories(keystore) }
  const kept = openKeptSessions(keystore)
  const lanes = openLanes()
  const holds = deps.holds ?? openHolds()
  const stepUps = openStepUps(means, kept)
  const flights = new Map<string, Promise<Session>>()
  const ended = new Map<string, EndSign>()
  const keyOf = (account: string, service: { readonly id: string }) => JSON.stringify([account, service.id])

  /** In the account's lane: what an earlier act left, or one sign-in by the host. */
  async function renew(account: string, service: SignedInService, signal: AbortSignal): Promise<Session> {
    const found = await kept.find(account, service.id)
    if (found && !isOver(found, clock.now())) return found
    const held = holds.standing(account, service.id, clock.now())
    if (held) throw errorOfOutcome(held, clock.now())
    const gate = gateOf(service)
    if (!gate && !await isKept(keystore, passwordRef(account))) throw new HarnessError('CAMPUS_SIGN_IN_NEEDED')
    const result = await enter(service, gate, {
      account, by: 'host', password: undefined, ask: undefined, trustDevice: false, signal, version: kept.nextVersion(),
    })
    if (result.outcome !== 'ok') {
      holds.note(account, service.id, result, clock.now())
      throw errorOfOutcome(result, clock.now())
    }
    holds.lift(account, service.id)
    await adopt(result.session)
    return result.session
  }

  const gates: Gates = {
    open: (account, service, signal) => renew(account, service, signal),
    standing: (account, service) => kept.find(account, service.id),
    end: (session) => end(session, 'entrance'),
  }

  /** In the account's lane. A gate that a person's act has just opened is not opened again within it. */
  async function enter(service: SignedInService, gate: SignedInService | undefined, act: Act): Promise<Established> {
    if (gate) return signInThrough(means, gates, gate, service, act, act.by === 'host')
    const result = await establish(means, service, act)
    if (result === 'gate-ended') throw new TypeError('no gate was given')
    return result
  }

  async function end(session: Session, sign: EndSign): Promise<void> {
    const forgotten = kept.drop(session)
    if (!forgotten) return
    // It has ended, whatever the keystore says to that.
    try {
      await forgotten
    } finally {
      ended.set(keyOf(session.account, { id: session.service }), sign)
      onEvent({ kind: 'session-ended', account: session.account, service: session.service })
    }
  }

  async function adopt(session: Session): Promise<void> {
    const again = ended.delete(keyOf(session.account, { id: session.service })) || kept.held(session.account, session.service) !== undefined
    await kept.keep(session)
    if (again) onEvent({ kind: 'session-renewed', account: session.account, service: session.service })
  }

  /** The person's act, in the account's lane. What was typed is kept only when it has proved right. */
  async function personSignsIn(service: SignedInService, request: SignInRequest, signal: AbortSignal): Promise<SignInOutcome> {
    const { account, password, remember, ask, trustDevice = false, unattended = false, byQr } = request
    if (byQr && !service.signedIn.provesAccount) throw new HarnessError('CAMPUS_QR_NOT_FOR', { service: service.id })
    if (!password && !byQr && !await isKept(keystore, passwordRef(account))) throw new HarnessError('CAMPUS_SIGN_IN_NEEDED')
    const held = unattended ? holds.standing(account, service.id, clock.now()) : undefined
    // What was typed may be right where the stored one was not; a lock of IAAA's holds for both.
    if (held && (!password || held.outcome === 'locked-until')) return held
    const gate = gateOf(service)
    const opened = gate && await personSignsIn(gate, request, signal)
    if (opened && opened.outcome !== 'ok') return opened
    const result = await enter(service, gate, {
      account, by: 'person', password, ask, trustDevice, byQr, signal, version: kept.nextVersion(),
    })
    if (result.outcome !== 'ok') {
      // A mistyped password, or a code that nobody scanned, says nothing of the stored one; a lock, and a choice to make, hold for both.
      const ofService = result.outcome === 'upstream-error' && result.code === 'CHOICE_NEEDED'
      if ((!password && !byQr) || ofService || result.outcome === 'locked-until') holds.note(account, service.id, result, clock.now())
      return result
    }
    holds.lift(account, service.id)
    await adopt(result.session)
    if (password && remember) await keystore.put(passwordRef(account), password)
    if (password && !remember) await keystore.remove(passwordRef(account))
    const skewMs = result.skewMs ?? opened?.skewMs
    const stillWanted = ask ? await stepUps.answer(account, service, { ask, skewMs: skewMs ?? 0, signal }) : []
    return { outcome: 'ok', account, skewMs, ...(stillWanted.length > 0 ? { stillWanted } : {}) }
  }

  /** What a binding says of the account holds for the host's sign-ins too; of a mistyped password only a lock does. */
  function noteBound(account: string, ended: BindOutcome, typed: boolean): void {
    switch (ended.outcome) {
      case 'ok': case 'bound-not-kept':
        // That a typed password is right does not make the stored one so.
        if (!typed || holds.standing(account, 'iaaa', clock.now())?.outcome !== 'bad-credentials') holds.lift(account, 'iaaa')
        return
      case 'not-agreed': case 'bind-refused': case 'bind-cut': case 'bind-unknown': return
      default: if (!typed || ended.outcome === 'locked-until') holds.note(account, 'iaaa', ended, clock.now())
    }
  }

  /** A service that is entered through another is as open as that one, where it has no session of its own. */
  function stateOf(account: string, service: Service): Standing {
    if (!isSignedIn(service)) return { state: 'public', since: undefined }
    const held = kept.held(account, service.id)
    if (held && !isOver(held, clock.now())) return { state: 'signed-in', since: held.provedAt, ...why(stepUps.wanted(account, service.id)) }
    const inTheWay = holds.standing(account, service.id, clock.now())
    const error = inTheWay && errorOfOutcome(inTheWay, clock.now())
    if (held) return { state: 'ended', since: held.provedAt, ...why(error, 'date') }
    const gate = gateOf(service)
    const opened = gate && stateOf(account, gate)
    if (opened?.state === 'signed-in') return opened
    const sign = ended.get(keyOf(account, service))
    if (sign) return { state: 'ended', since: undefined, ...why(error, sign) }
    return kept.mayBeKept(account, service.id) ? { state: 'signed-in', since: undefined, ...why(stepUps.wanted(account, service.id)) } : { state: 'signed-out', since: undefined, ...why(error) }
  }

  return {
    async live(account, service, signal) {
      signal.throwIfAborted()
      const held = kept.held(account, service.id)
      if (held && !isOver(held, clock.now())) return held
      const key = keyOf(account, service)
      const flying = flights.get(key)
      if (flying) return abandonable(flying, signal)
      const flight = lanes.run(account, (laneSignal) => renew(account, service, laneSignal)).finally(() => flights.delete(key))
      flight.catch(() => undefined)
      flights.set(key, flight)
      return abandonable(flight, signal)
    },
    prove: (session) => { session.provedAt = clock.now() },
    end,
    wantStepUp: (session, code) => stepUps.note(session, code),
    signIn: (service, request) => lanes.run(request.account, (signal) => personSignsIn(service, request, signal), request.signal),
    bindToken: (app, { account, password, ask, signal }) => lanes.run(account, async (laneSignal) => {
      if (!password && !await isKept(keystore, passwordRef(account))) throw new HarnessError('CAMPUS_SIGN_IN_NEEDED')
      let outcome: BindOutcome['outcome'] | 'stopped' = 'stopped'
      try {
        const ended = await bindToken(deps, means.memories, { account, app, lendPassword: lender(deps, 'iaaa', { account, password }), ask, signal: laneSignal })
        outcome = ended.outcome
        noteBound(account, ended, password !== undefined)
        return ended
      } finally {
        onEvent({ kind: 'token-bind-ended', account, outcome })
      }
    }, signal),
    async signOut(account) {
      lanes.cancel(account, new HarnessError('CAMPUS_SIGN_IN_NEEDED'))
      await lanes.run(account, async () => {
        await kept.dropAll(account)
        for (const ref of await keystore.list(account)) if (forgotten.includes(ref.kind)) await keystore.remove(ref)
        holds.lift(account)
        stepUps.forget(account)
        means.memories.forget(account)
        for (const key of ended.keys()) if (key.startsWith(`["${account}",`)) ended.delete(key)
      })
      onEvent({ kind: 'signed-out', account })
    },
    state: stateOf,
    ready: async () => { await Promise.all([kept.ready(), stepUps.ready()]) },
  }
}

const why = (error: HarnessError | undefined, sign?: EndSign): { readonly why?: ServiceWhy } =>
  (error || sign ? { why: { ...(error ? { error } : {}), ...(sign ? { sign } : {}) } } : {})

/** What signing out forgets beside sessions. The device id stays: services tie their checks to it, and it opens nothing. */
const forgotten: readonly string[] = ['password', 'otp-seed', 'iaaa-jar', 'choice']
