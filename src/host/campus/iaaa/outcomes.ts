import type { ErrorCode } from '../../../rules/errors/index.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import type { SignInOutcome } from '../campus.ts'
import type { LoginReply } from './replies.ts'

export type FailedOutcome = Exclude<SignInOutcome, { readonly outcome: 'ok' }>

/** E21 blocks an account for about half an hour; nobody has measured it more exactly (protocols §1.6). */
export const lockMs = 30 * 60_000

/** What the reply is read against: IAAA answers a missing token code with a bare E99 (bug-log 131). */
export interface Told {
  /** isMobileAuthen.do said OTP. */
  readonly otpExpected: boolean
  readonly otpSent: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** How a refusal of oauthlogin.do reads (protocols §1.6). Total: a code nobody has seen is fatal and shows IAAA's own message. */
export function outcomeOfReply(reply: LoginReply, told: Told): FailedOutcome {
  const code = reply.errors?.code ?? ''
  const message = reply.errors?.msg ?? reply.message ?? ''
  switch (code) {
    case 'E01': return { outcome: 'bad-credentials', message }
    case 'E02': return { outcome: 'not-activated', message }
    case 'E03': return { outcome: 'captcha-needed', message }
    case 'E04': return { outcome: 'sms-needed', message }
    case 'E05': return { outcome: 'otp-needed', message }
    case 'E06': return { outcome: 'bind-otp-first', message }
    case 'E12': return { outcome: 'bad-redirect', message }
    case 'E21': return { outcome: 'locked-until', until: told.now + lockMs, message }
    case 'E99': return told.otpExpected && !told.otpSent ? { outcome: 'otp-needed', message } : { outcome: 'upstream-error', code, message }
    default: break
  }
  if (reply.weak) return { outcome: 'weak-password', message }
  return { outcome: 'upstream-error', code: code === '' ? 'NO_TOKEN' : code, message }
}

const errorCodes = {
  'bad-credentials': 'CAMPUS_BAD_CREDENTIALS', 'captcha-needed': 'CAMPUS_CAPTCHA_NEEDED', 'sms-needed': 'CAMPUS_SMS_NEEDED',
  'otp-needed': 'CAMPUS_OTP_NEEDED', 'bind-otp-first': 'CAMPUS_BIND_OTP_FIRST', 'not-activated': 'CAMPUS_NOT_ACTIVATED',
  'weak-password': 'CAMPUS_WEAK_PASSWORD', 'bad-redirect': 'CAMPUS_BAD_REDIRECT',
  'network-before-send': 'CAMPUS_NETWORK_BEFORE_SEND', 'network-after-send': 'CAMPUS_NETWORK_AFTER_SEND',
} as const satisfies Record<Exclude<FailedOutcome['outcome'], 'locked-until' | 'upstream-error'>, ErrorCode>

/** Our own codes of an `upstream-error`; every other is IAAA's or the door's. */
const ownCodes: Readonly<Record<string, ErrorCode | undefined>> = {
  NOT_JSON: 'CAMPUS_IAAA_CHANGED', NO_TOKEN: 'CAMPUS_IAAA_CHANGED', BAD_KEY: 'CAMPUS_IAAA_CHANGED',
  NOT_PROVED: 'CAMPUS_NOT_PROVED', COOKIE_REFUSED: 'CAMPUS_COOKIE_REFUSED', WRONG_ACCOUNT: 'CAMPUS_WRONG_ACCOUNT', CHOICE_NEEDED: 'CAMPUS_CHOICE_NEEDED',
  QR_EXPIRED: 'CAMPUS_QR_EXPIRED',
}

/** IAAA's own no, such as for a disabled account, whose code no source knows; E99 is a fault of its own that passes. */
const isRefusal = (code: string): boolean => /^E\d+$/.test(code) && code !== 'E99'

/**
 * The typed error of a failed sign-in, for whoever needed the session.
 * @param now milliseconds since the epoch, for the minutes that are left of a lock
 */
export function errorOfOutcome(failed: FailedOutcome, now: number): HarnessError {
  const message = failed.message === '' ? '' : ` ${failed.message}`
  switch (failed.outcome) {
    case 'locked-until': return new HarnessError('CAMPUS_LOCKED_UNTIL', { minutes: Math.max(1, Math.ceil((failed.until - now) / 60_000)) })
    case 'upstream-error': {
      const own = message === '' && Object.hasOwn(ownCodes, failed.code) ? ownCodes[failed.code] : undefined
      return new HarnessError(own ?? (isRefusal(failed.code) ? 'CAMPUS_SIGN_IN_REFUSED' : 'CAMPUS_UPSTREAM_ERROR'), { code: failed.code, message, service: failed.service ?? '' })
    }
    default: return new HarnessError(errorCodes[failed.outcome], { message })
  }
}
