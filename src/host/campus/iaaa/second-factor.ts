import type { SignInPrompt } from '../campus.ts'
import { isKept } from '../../keystore/is-kept.ts'
import type { CampusDeps } from '../deps.ts'
import { absentAs } from '../absent.ts'
import { parseSeed } from './base32.ts'
import type { FailedOutcome } from './outcomes.ts'
import type { Talk } from './talk.ts'
import type { Texted } from './memory.ts'
import { seedRef } from './stored-seed.ts'
import { codeByText } from './text-message.ts'
import { planStep, stepMs, totp } from './totp.ts'

export type Ask = (prompt: SignInPrompt) => Promise<string | undefined>

export interface Factor {
  readonly otpExpected: boolean
  readonly otpCode: string
  readonly smsCode: string
  /** The step the code was made for; undefined when none was made from a seed. */
  readonly step: number | undefined
  /** The step that ran when one was typed: once it has signed in, none is made from a seed for the same one (bug-log 122). */
  readonly typedStep?: number
}

export interface FactorNeeds {
  readonly account: string
  readonly service: string
  readonly lastStep: number
  readonly ask: Ask | undefined
  readonly texted: Map<string, Texted>
  readonly signal: AbortSignal
}

export interface SeedNeeds extends Pick<FactorNeeds, 'account' | 'service' | 'lastStep' | 'signal'> {
  /** The server's clock minus ours, milliseconds. */
  readonly skewMs: number
}

const none: Factor = { otpExpected: false, otpCode: '', smsCode: '', step: undefined }

/**
 * Asks IAAA which second factor it wants (it depends on account, app, place and device, so it is never assumed) and
 * gets it: a code from the stored seed or from the person. Ends with an outcome, before any sign-in attempt counts,
 * when there is no way to get one. A text message is sent only where a person is there and says so.
 */
export async function secondFactor(deps: CampusDeps, talk: Talk, needs: FactorNeeds): Promise<Factor | FailedOutcome> {
  const check = await talk.secondFactor()
  switch (check?.authenMode) {
    case 'OTP': {
      if (check.isBind === false) return { outcome: 'bind-otp-first', message: '' }
      const made = await codeFromSeed(deps, { ...needs, skewMs: talk.skewMs() ?? 0 })
      if (made) return { ...none, otpExpected: true, ...made }
      const typed = await typedCode(needs.ask, { kind: 'otp' })
      return typed === undefined ? { outcome: 'otp-needed', message: '' } : { ...none, otpExpected: true, otpCode: typed, typedStep: Math.floor((deps.clock.now() + (talk.skewMs() ?? 0)) / stepMs) }
    }
    case 'SMS': {
      const sms = await codeByText(talk, check.mobileMask, { ...needs, act: 'sign-in', now: () => deps.clock.now() })
      return typeof sms === 'string' ? { ...none, smsCode: sms } : sms
    }
    default: return none
  }
}

/** Waits for a step whose code can be sent, by the server's clock (bug-log 119), and makes it; undefined without a stored seed. */
export async function codeFromSeed(deps: CampusDeps, needs: SeedNeeds): Promise<{ otpCode: string; step: number } | undefined> {
  const ref = seedRef(needs.account)
  if (!await isKept(deps.keystore, ref)) return undefined
  const { step, waitMs } = planStep(deps.clock.now() + needs.skewMs, needs.lastStep)
  if (waitMs > 0) await deps.clock.sleep(waitMs, needs.signal)
  deps.onEvent({ kind: 'secret-used', account: needs.account, service: needs.service, secret: 'otp-seed', purpose: 'sign-in' })
  return absentAs(undefined, deps.keystore.use(ref, `token code for ${needs.service}`, (value) => {
    const key = parseSeed(value.toString('latin1'))
    if (!key) return undefined
    try {
      return { otpCode: totp(key, step), step }
    } finally {
      key.fill(0)
    }
  }))
}

/** What the person typed for a prompt; undefined where nobody is there or they give nothing. */
export async function typedCode(ask: Ask | undefined, prompt: SignInPrompt): Promise<string | undefined> {
  const typed = (await ask?.(prompt))?.trim()
  return typed === '' ? undefined : typed
}
