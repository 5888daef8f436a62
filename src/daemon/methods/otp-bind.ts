import type { BindOutcome, BindStep } from '../../host/campus/campus.ts'
import { errorOfOutcome } from '../../host/campus/iaaa/outcomes.ts'
import { useUnproved } from '../../host/campus/iaaa/stored-seed.ts'
import { isKept } from '../../host/keystore/is-kept.ts'
import { passwordRef } from '../../host/keystore/password-ref.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { bindStepWords } from '../../rules/words/otp.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'
import { meantAccount } from './meant-account.ts'
import { shownPrompt } from './shown-prompt.ts'

type Own = Pick<Handlers, 'otp.bind' | 'otp.keep'>
type House = Pick<Running, 'accounts' | 'campus' | 'clock' | 'keystore' | 'lock' | 'noteTyped' | 'pinGate' | 'store'>

/** Binding a new mobile token: the person's own act at a terminal, behind the PIN, since the token before it may be at an end by it. */
export function otpBindHandlers(house: House): Own {
  const { accounts, campus, clock, keystore, lock, store } = house
  const note = (account: string, by: string, how: 'bind' | 'keep'): void => { store.audit.append({ kind: 'setting', detail: { setting: 'otp-seed', account, set: true, how, by } }) }
  const keepsPassword = (account: string): Promise<boolean> => isKept(keystore, passwordRef(account))

  return {
    async 'otp.bind'({ account: named, password }, { peer, request, signal }) {
      if (peer.kind !== 'interactive') throw new HarnessError('OTP_BIND_NO_TERMINAL')
      const account = meantAccount(named, accounts)
      lock.check()
      // Taken before the PIN is waited for: a lock that falls meanwhile ends this act too.
      const ending = AbortSignal.any([signal, lock.signal()])
      await house.pinGate.pass(peer)
      ending.throwIfAborted()
      const bytes = password === undefined ? undefined : Buffer.from(password, 'utf8')
      try {
        const outcome = await campus.bindToken({
          account, signal: ending, ask: (prompt) => peer.prompt(request, shownPrompt(prompt), ending), ...(bytes ? { password: bytes } : {}),
        })
        if (password !== undefined && provesPassword(outcome)) house.noteTyped(account, password)
        if (outcome.outcome !== 'ok') throw errorOfBinding(outcome, clock.now())
        note(account, peer.id, 'bind')
        return { account, passwordKept: await keepsPassword(account), ...(outcome.skewMs === undefined ? {} : { skewMs: outcome.skewMs }) }
      } finally {
        bytes?.fill(0)
      }
    },
    async 'otp.keep'({ account: named }, { peer }) {
      const account = meantAccount(named, accounts)
      lock.check()
      await house.pinGate.pass(peer)
      if (!await useUnproved(keystore, account)) throw new HarnessError('OTP_NONE_UNPROVED')
      note(account, peer.id, 'keep')
      return { account, passwordKept: await keepsPassword(account) }
    },
  }
}

/** Whether IAAA had taken the password before the binding ended so. */
function provesPassword(outcome: BindOutcome): boolean {
  if (outcome.outcome === 'bind-refused' || outcome.outcome === 'bind-cut') return outcome.step !== 'password'
  return outcome.outcome === 'ok' || outcome.outcome === 'bind-unknown' || outcome.outcome === 'bound-not-kept'
}

/** @param now milliseconds since the epoch */
function errorOfBinding(outcome: Exclude<BindOutcome, { readonly outcome: 'ok' }>, now: number): HarnessError {
  switch (outcome.outcome) {
    case 'not-agreed': return new HarnessError('OTP_BIND_NOT_AGREED')
    case 'bind-refused': return new HarnessError('OTP_BIND_REFUSED', stepOf(outcome))
    case 'bind-cut': return new HarnessError('OTP_BIND_CUT', stepOf(outcome))
    case 'bind-unknown': return new HarnessError('OTP_BIND_UNKNOWN')
    case 'bound-not-kept': return new HarnessError('OTP_BOUND_NOT_KEPT', { code: outcome.code })
    default: return errorOfOutcome(outcome, now)
  }
}

const stepOf = ({ step, message }: { readonly step: BindStep; readonly message: string }) =>
  ({ stepZh: bindStepWords[step].zh, stepEn: bindStepWords[step].en, message: message === '' ? '' : ` ${message}` })
