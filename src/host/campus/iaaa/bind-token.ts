import { HarnessError } from '../../../rules/errors/index.ts'
import { isStudentNumber } from '../../../rules/student-number.ts'
import { asksForLogin } from '../../net/asks-for-login.ts'
import { requestLeft } from '../../net/request-left.ts'
import type { BindOutcome, BindStep } from '../campus.ts'
import type { CampusDeps } from '../deps.ts'
import { parseSeed } from './base32.ts'
import { openBindTalk } from './bind-talk.ts'
import { encryptPassword } from './encrypt-password.ts'
import { type IaaaApp, openExchange } from './exchange.ts'
import type { IaaaMemories } from './memory.ts'
import { readSeed } from './otp-seed.ts'
import { outcomeOfReply } from './outcomes.ts'
import type { Ask } from './second-factor.ts'
import { answerCaptcha } from './sign-in.ts'
import { type Aside, keepSeed, openAside, seedRef } from './stored-seed.ts'
import { openTalk } from './talk.ts'
import { codeByText, usedUp } from './text-message.ts'
import { planStep, totp } from './totp.ts'

export interface BindAttempt {
  readonly account: string
  readonly app: IaaaApp
  /** Lends the password for the length of `fn`. */
  readonly lendPassword: <T>(fn: (password: Buffer) => T) => Promise<T>
  readonly ask: Ask
  readonly signal: AbortSignal
}

/**
 * One act of binding a new mobile token, in the order of IAAA's own page: password, text message, the new secret, its first
 * code. The secret goes from IAAA's answer into the keystore and to nobody else; it is the account's seed only after IAAA's yes.
 * Before the one request that binds, it stands there unproved, so that neither a lost answer nor a kill nor a keystore that
 * locks just then loses the only copy of what may be bound. What stood there before stays until then, and again where this one
 * comes to nothing. Rejects before that request when it is cancelled, the keystore fails, or a proxy asks for a name and password.
 */
export async function bindToken(deps: CampusDeps, memories: IaaaMemories, attempt: BindAttempt): Promise<BindOutcome> {
  const { account, app, ask, signal } = attempt
  const memory = await memories.recall(account)
  const exchange = openExchange(deps, app, memory.jar, signal)
  const talk = openTalk(exchange, account)
  const steps = openBindTalk(exchange, account)
  let at: BindStep = 'password'
  let aside: Aside | undefined
  let mayBeBound = false
  const refused = (message: string | undefined): BindOutcome => ({ outcome: 'bind-refused', step: at, message: message ?? '' })
  try {
    await talk.openPage()
    const { isBind: bound, mobileMask } = await talk.secondFactor() ?? {}
    if (await ask({ kind: 'bind-token', bound }) !== 'bind') return { outcome: 'not-agreed' }
    const captcha = await answerCaptcha(talk, ask)
    if (captcha === undefined) return { outcome: 'captcha-needed', message: '' }
    const key = await talk.publicKey()
    const password = await attempt.lendPassword((plain) => encryptPassword(key, plain))
    signal.throwIfAborted()
    const known = await steps.authenticate(password, captcha)
    if (!known.success) return known.errors?.code === undefined ? refused(known.errors?.msg ?? known.message) : outcomeOfReply(known, { otpExpected: false, otpSent: false, now: deps.clock.now() })

    at = 'sms-send'
    const code = await codeByText({ sendSms: steps.sendCode }, mobileMask, { account, act: 'bind', ask, texted: memories.texted, now: () => deps.clock.now() })
    if (typeof code !== 'string') return refused(code.message)
    at = 'sms'
    const checked = await steps.checkCode(code)
    if (!checked.success) return refused(checked.message)
    usedUp(memories.texted, account)

    at = 'key'
    const { success, message, personId = account, secKey } = await steps.newKey()
    const read = secKey === undefined ? { problem: 'form' as const } : readSeed(secKey, account)
    if (!success || 'problem' in read) return refused(message)
    if (isStudentNumber(personId) && personId !== account) return { outcome: 'upstream-error', code: 'WRONG_ACCOUNT', message: '' }

    at = 'code'
    aside = await openAside(deps.keystore, account)
    await aside.put(read.seed)
    const { step, waitMs } = planStep(deps.clock.now() + (talk.skewMs() ?? 0), memory.lastStep)
    if (waitMs > 0) await deps.clock.sleep(waitMs, signal)
    await memories.remember(account, { jar: memory.jar, lastStep: step })
    signal.throwIfAborted()
    deps.onEvent({ kind: 'token-bind-attempted', account })
    mayBeBound = true
    const said = await steps.bind(personId, codeOf(read.seed, step)).catch((error: unknown) => {
      if (!requestLeft(error)) { mayBeBound = false; throw error }
      return lost(bound, () => talk.secondFactor())
    })
    if (said === 'unknown') return { outcome: 'bind-unknown' }
    if (said !== 'bound' && !said.success) {
      await aside.restore()
      return refused(said.message)
    }
    return await settled(deps, account, read.seed, talk.skewMs())
  } catch (error) {
    if (!mayBeBound) await aside?.restore()
    signal.throwIfAborted()
    if (error instanceof HarnessError && !asksForLogin(error) && (error.code.startsWith('NET_') || error.code === 'CAMPUS_UPSTREAM_ERROR')) {
      return { outcome: 'bind-cut', step: at, message: error.code === 'CAMPUS_UPSTREAM_ERROR' ? String(error.params['code']) : error.code }
    }
    throw error
  } finally {
    aside?.close()
  }
}

/** IAAA has said yes. A keystore that does not take the seed now still has it unproved; one that took it may keep that copy, which signs in to nothing. */
async function settled({ keystore }: CampusDeps, account: string, seed: string, skewMs: number | undefined): Promise<BindOutcome> {
  try {
    await keepSeed(keystore, seedRef(account), seed)
  } catch (error) {
    if (error instanceof HarnessError) return { outcome: 'bound-not-kept', code: error.code }
    throw error
  }
  await keystore.remove(seedRef(account, 'unproved')).catch(() => undefined)
  return { outcome: 'ok', account, skewMs }
}

function codeOf(seed: string, step: number): string {
  const key = parseSeed(seed)
  if (!key) throw new TypeError('a seed that was read is no seed')
  try {
    return totp(key, step)
  } finally {
    key.fill(0)
  }
}

/**
 * What became of a binding whose answer did not come. IAAA tells whether an account has a token, so that one which had none
 * shows it. That it shows none proves nothing: the request may still be on its way; and of one that may have had one nothing can be said.
 */
async function lost(before: boolean | undefined, ask: () => Promise<{ readonly isBind?: boolean | undefined } | undefined>): Promise<'bound' | 'unknown'> {
  return before === false && await ask().then((reply) => reply?.isBind, () => undefined) === true ? 'bound' : 'unknown'
}
