import { HarnessError } from '../../../rules/errors/index.ts'
import { isStudentNumber } from '../../../rules/student-number.ts'
import type { SecretRef } from '../../keystore/keystore.ts'
import { requestLeft } from '../../net/request-left.ts'
import type { BindOutcome, BindStep } from '../campus.ts'
import type { CampusDeps } from '../deps.ts'
import { parseSeed } from './base32.ts'
import { type BindTalk, openBindTalk } from './bind-talk.ts'
import { encryptPassword } from './encrypt-password.ts'
import type { IaaaMemories } from './memory.ts'
import { readSeed } from './otp-seed.ts'
import { outcomeOfReply } from './outcomes.ts'
import type { Ask } from './second-factor.ts'
import { answerCaptcha } from './sign-in.ts'
import { seedRef } from './stored-seed.ts'
import { type IaaaApp, openTalk } from './talk.ts'
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
 * locks just then loses the only copy of what may be bound. Rejects when it is cancelled before that request, or the keystore fails.
 */
export async function bindToken(deps: CampusDeps, memories: IaaaMemories, attempt: BindAttempt): Promise<BindOutcome> {
  const { account, app, ask, signal } = attempt
  const memory = await memories.recall(account)
  const talk = openTalk(deps, account, app, memory.jar, signal)
  const steps = openBindTalk(deps, account, app, memory.jar, signal)
  let at: BindStep = 'password'
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
    const texts = { account: `${account} token`, ask, texted: memories.texted, now: () => deps.clock.now() }
    const code = await codeByText({ sendSms: () => sentOnce(steps, texts) }, mobileMask, texts)
    if (typeof code !== 'string') return refused(code.message)
    at = 'sms'
    const checked = await steps.checkCode(code)
    if (!checked.success) return refused(checked.message)
    usedUp(memories.texted, texts.account)

    at = 'key'
    const { success, message, personId = account, secKey } = await steps.newKey()
    const read = secKey === undefined ? { problem: 'form' as const } : readSeed(secKey, account)
    if (!success || 'problem' in read) return refused(message)
    if (isStudentNumber(personId) && personId !== account) return { outcome: 'upstream-error', code: 'WRONG_ACCOUNT', message: '' }

    at = 'code'
    await keep(deps, seedRef(account, 'unproved'), read.seed)
    const { step, waitMs } = planStep(deps.clock.now() + (talk.skewMs() ?? 0), memory.lastStep)
    if (waitMs > 0) await deps.clock.sleep(waitMs, signal)
    await memories.remember(account, { jar: memory.jar, lastStep: step })
    signal.throwIfAborted()
    deps.onEvent({ kind: 'token-bind-attempted', account })
    mayBeBound = true
    const said = await steps.bind(personId, codeOf(read.seed, step)).catch((error: unknown) => lost(error, bound, () => talk.secondFactor()))
    if (said === 'unknown') return { outcome: 'bind-unknown' }
    if (said === 'not-sent' || (said !== 'bound' && !said.success)) {
      await dropUnproved(deps, account)
      return said === 'not-sent' ? { outcome: 'bind-cut', step: at, message: '' } : refused(said.message)
    }
    return await settled(deps, account, read.seed, talk.skewMs())
  } catch (error) {
    if (at === 'code' && !mayBeBound) await dropUnproved(deps, account)
    signal.throwIfAborted()
    if (error instanceof HarnessError && (error.code.startsWith('NET_') || error.code === 'CAMPUS_UPSTREAM_ERROR')) {
      return { outcome: 'bind-cut', step: at, message: error.code === 'CAMPUS_UPSTREAM_ERROR' ? String(error.params['code']) : error.code }
    }
    throw error
  }
}

/** IAAA has said yes. A keystore that does not take the seed now still has it unproved. */
async function settled(deps: CampusDeps, account: string, seed: string, skewMs: number | undefined): Promise<BindOutcome> {
  try {
    await keep(deps, seedRef(account), seed)
    await deps.keystore.remove(seedRef(account, 'unproved'))
    return { outcome: 'ok', account, skewMs }
  } catch (error) {
    if (error instanceof HarnessError) return { outcome: 'bound-not-kept', code: error.code }
    throw error
  }
}

/** One that is left because the keystore does not answer binds nothing, and the next one takes its place. */
const dropUnproved = (deps: CampusDeps, account: string): Promise<unknown> => deps.keystore.remove(seedRef(account, 'unproved')).catch(() => undefined)

async function keep(deps: CampusDeps, ref: SecretRef, seed: string): Promise<void> {
  const bytes = Buffer.from(seed, 'latin1')
  try {
    await deps.keystore.put(ref, bytes)
  } finally {
    bytes.fill(0)
  }
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

/** A message whose answer was lost may have been sent: the minute runs, and its code is asked for first next time. */
async function sentOnce(steps: BindTalk, { account, texted, now }: { readonly account: string; readonly texted: IaaaMemories['texted']; now(): number }) {
  try {
    return await steps.sendCode()
  } catch (error) {
    if (requestLeft(error)) texted.set(account, { at: now(), used: false })
    throw error
  }
}

/**
 * What became of a binding whose answer did not come. IAAA tells whether an account has a token, so that one which had none
 * shows it; of one that may have had one nothing can be said.
 */
async function lost(error: unknown, before: boolean | undefined, ask: () => Promise<{ readonly isBind?: boolean | undefined } | undefined>): Promise<'not-sent' | 'bound' | 'unknown'> {
  if (!requestLeft(error)) return 'not-sent'
  if (before !== false) return 'unknown'
  const after = await ask().then((reply) => reply?.isBind, () => undefined)
  return after === undefined ? 'unknown' : after ? 'bound' : 'not-sent'
}
