import { type ErrorCode, HarnessError } from '../../../rules/errors/index.ts'
import { asksForLogin } from '../../net/asks-for-login.ts'
import { requestLeft } from '../../net/request-left.ts'
import type { CampusDeps } from '../deps.ts'
import { encryptPassword } from './encrypt-password.ts'
import { type IaaaApp, openExchange } from './exchange.ts'
import type { IaaaMemories } from './memory.ts'
import { type FailedOutcome, outcomeOfReply } from './outcomes.ts'
import type { LoginReply } from './replies.ts'
import { type Ask, type Factor, secondFactor, typedCode } from './second-factor.ts'
import { usedUp } from './text-message.ts'
import { type LoginForm, openTalk, type Talk } from './talk.ts'

export interface Attempt {
  readonly account: string
  readonly service: string
  readonly app: IaaaApp
  /** Lends the password for the length of `fn`. */
  readonly lendPassword: <T>(fn: (password: Buffer) => T) => Promise<T>
  readonly ask: Ask | undefined
  readonly trustDevice: boolean
  readonly signal: AbortSignal
}

/** `redeem` is called at once with the one-use token, within the act; its result is the act's. */
export type Redeem<T> = (token: string, skewMs: number | undefined) => Promise<T>

/**
 * One sign-in act at IAAA, in the order its own page goes: at most one oauthlogin.do leaves, whatever happens. Rejects
 * only when the act is cancelled, the keystore fails, or a proxy asks for a name and password before the login has left.
 */
export async function signIn<T>(deps: CampusDeps, memories: IaaaMemories, attempt: Attempt, redeem: Redeem<T>): Promise<T | FailedOutcome> {
  const memory = await memories.recall(attempt.account)
  const talk = openTalk(openExchange(deps, attempt.app, memory.jar, attempt.signal), attempt.account)
  let phase: Phase = 'before-send'
  try {
    await talk.openPage()
    const captcha = await answerCaptcha(talk, attempt.ask)
    if (captcha === undefined) return { outcome: 'captcha-needed', message: '' }
    const factor = await secondFactor(deps, talk, { ...attempt, lastStep: memory.lastStep, texted: memories.texted })
    if ('outcome' in factor) return factor
    if (factor.step !== undefined) await memories.remember(attempt.account, { jar: memory.jar, lastStep: factor.step })
    const key = await talk.publicKey()
    const password = await attempt.lendPassword((plain) => encryptPassword(key, plain))
    attempt.signal.throwIfAborted()
    phase = 'login'
    const reply = await loginOnce(talk, formOf(attempt, factor, captcha, password))
    phase = 'redeem'
    if (!reply.success || reply.token === undefined) return outcomeOfReply(reply, told(deps, factor))
    if (factor.smsCode !== '') usedUp(memories.texted, attempt.account)
    const result = await redeem(reply.token, talk.skewMs())
    await memories.remember(attempt.account, { jar: memory.jar, lastStep: factor.step ?? factor.typedStep ?? memory.lastStep })
    return result
  } catch (error) {
    attempt.signal.throwIfAborted()
    return outcomeOfError(error, phase)
  }
}

export type Phase = 'before-send' | 'login' | 'redeem'

/** '' when none is due, undefined when one is due and nobody can read it. */
export async function answerCaptcha(talk: Talk, ask: Ask | undefined): Promise<string | undefined> {
  if (!await talk.isCaptchaDue()) return ''
  return ask && typedCode(ask, { kind: 'captcha', ...await talk.captchaImage() })
}

/** Sends the login, and sends it anew only when the door says that no byte of the first can have left. */
async function loginOnce(talk: Talk, form: LoginForm): Promise<LoginReply> {
  try {
    return await talk.login(form)
  } catch (error) {
    if (requestLeft(error)) throw error
    return talk.login(form)
  }
}

const formOf = (attempt: Attempt, factor: Factor, randCode: string, password: string): LoginForm =>
  ({ password, randCode, smsCode: factor.smsCode, otpCode: factor.otpCode, trustDevice: attempt.trustDevice })

const told = (deps: CampusDeps, factor: Factor) => ({ otpExpected: factor.otpExpected, otpSent: factor.otpCode !== '', now: deps.clock.now() })

/** Door errors that say the other side misbehaves, not that the network failed. */
const misbehaviour: readonly ErrorCode[] = [
  'NET_HOST_UNDECLARED', 'NET_HOST_UNSIMULATED', 'NET_SCHEME', 'NET_DOWNGRADE', 'NET_PROTOCOL', 'NET_TOO_MANY_REDIRECTS', 'NET_LOOP', 'NET_LOOP_COOKIE_REFUSED',
  'NET_REDIRECT_BODY', 'NET_TOO_LARGE', 'NET_RATIO', 'NET_CODING',
]

/** A failure on the way, by how far the act had come. What is not the network's or IAAA's is thrown on. */
export function outcomeOfError(error: unknown, phase: Phase): FailedOutcome {
  if (!(error instanceof HarnessError)) throw error
  if (error.code === 'CAMPUS_UPSTREAM_ERROR') return { outcome: 'upstream-error', code: String(error.params['code']), message: '' }
  if (!error.code.startsWith('NET_')) throw error
  if (misbehaviour.includes(error.code)) return { outcome: 'upstream-error', code: error.code, message: '' }
  const sent = phase === 'redeem' || (phase === 'login' && requestLeft(error))
  // IAAA was never asked, and a person's next step is not to look at the network.
  if (!sent && asksForLogin(error)) throw error
  return { outcome: sent ? 'network-after-send' : 'network-before-send', message: error.code }
}
