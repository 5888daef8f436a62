import type { Switches } from '../../../fixtures/campus/campus-api.ts'
import type { SignInOutcome, SignInPrompt } from '../../../src/host/campus/campus.ts'
import { errorOfOutcome } from '../../../src/host/campus/iaaa/outcomes.ts'
import type { Door } from '../../../src/host/net/door.ts'
import { errorTable, type ErrorCode } from '../../../src/rules/errors/index.ts'
import { exits } from '../../../src/rules/errors/table.ts'
import { passwordOf, student, underTest, type UnderTest, withToken } from '../../host/campus/campus-under-test.ts'

/** What IAAA does in one act of signing in, and what the harness is to make of it. */
export interface OutcomeRow {
  readonly when: string
  readonly account?: string
  readonly pass?: string
  readonly service?: string
  readonly switches?: Partial<Switches>
  readonly breakDoor?: (door: Door) => Door
  readonly before?: (house: UnderTest) => Promise<void>
  readonly ask?: (house: UnderTest, prompt: SignInPrompt) => string | undefined
  /** The phone of this account scans; '' is nobody's. */
  readonly scannedBy?: string
  /** Design: the outcome, its error, and how many oauthlogin.do. */
  readonly outcome: SignInOutcome['outcome']
  readonly code: ErrorCode | 'ok'
  readonly logins: 0 | 1
}

const wrong = async (house: UnderTest, times: number): Promise<void> => {
  for (let at = 0; at < times; at += 1) await house.login({ pass: 'wrong-horse' })
}
const nobody = '2599999999'
/** Sends another return address than the one that is registered. */
const elsewhere = (door: Door): Door => ({
  ...door, request: (request) => door.request(typeof request.body === 'string' && request.url.endsWith('/oauthlogin.do') ? { ...request, body: request.body.replace('ssoLogin.do', 'other.do') } : request),
})
const noKey = (door: Door): Door => ({
  ...door, request: async (request) => {
    const answer = await door.request(request)
    return request.url.includes('/getPublicKey.do') ? { ...answer, text: '{"success":true,"key":"none"}' } : answer
  },
})

export const outcomeRows: readonly OutcomeRow[] = [
  { when: 'a token', outcome: 'ok', code: 'ok', logins: 1 },
  { when: 'a token, the code of the mobile token typed', account: withToken, ask: (house) => house.sim.hooks.tokenCode(withToken), outcome: 'ok', code: 'ok', logins: 1 },
  { when: 'a token, by QR code', scannedBy: student, outcome: 'ok', code: 'ok', logins: 0 },
  { when: 'E01 wrong password', pass: 'wrong-horse', outcome: 'bad-credentials', code: 'CAMPUS_BAD_CREDENTIALS', logins: 1 },
  { when: 'E01 for a number nobody has', account: nobody, pass: 'x', outcome: 'bad-credentials', code: 'CAMPUS_BAD_CREDENTIALS', logins: 1 },
  { when: 'E02 not activated', account: '2500000005', outcome: 'not-activated', code: 'CAMPUS_NOT_ACTIVATED', logins: 1 },
  { when: 'a captcha wanted, nobody there', switches: { failuresBeforeCaptcha: 1 }, before: (house) => wrong(house, 1), outcome: 'captcha-needed', code: 'CAMPUS_CAPTCHA_NEEDED', logins: 0 },
  { when: 'E03 wrong captcha', switches: { failuresBeforeCaptcha: 1 }, before: (house) => wrong(house, 1), ask: () => 'nope', outcome: 'captcha-needed', code: 'CAMPUS_CAPTCHA_NEEDED', logins: 1 },
  { when: 'a text message wanted, nobody there', account: '2500000004', outcome: 'sms-needed', code: 'CAMPUS_SMS_NEEDED', logins: 0 },
  { when: 'a text message wanted, and not sent for', account: '2500000004', ask: () => undefined, outcome: 'sms-needed', code: 'CAMPUS_SMS_NEEDED', logins: 0 },
  { when: 'E04 wrong text message code', account: '2500000004', ask: (_, { kind }) => (kind === 'sms-send' ? 'send' : '000000x'), outcome: 'sms-needed', code: 'CAMPUS_SMS_NEEDED', logins: 1 },
  { when: 'a token code wanted, nobody there', account: withToken, outcome: 'otp-needed', code: 'CAMPUS_OTP_NEEDED', logins: 0 },
  { when: 'E05 wrong token code', account: withToken, ask: () => '000000', outcome: 'otp-needed', code: 'CAMPUS_OTP_NEEDED', logins: 1 },
  { when: 'a token wanted that is not bound', account: '2500000003', outcome: 'bind-otp-first', code: 'CAMPUS_BIND_OTP_FIRST', logins: 0 },
  { when: 'E12 return address refused', breakDoor: elsewhere, outcome: 'bad-redirect', code: 'CAMPUS_BAD_REDIRECT', logins: 1 },
  { when: 'E21 too many attempts', switches: { failuresBeforeCaptcha: 9, failuresBeforeLock: 1 }, before: (house) => wrong(house, 1), outcome: 'locked-until', code: 'CAMPUS_LOCKED_UNTIL', logins: 1 },
  { when: 'a weak password', account: '2500000006', outcome: 'weak-password', code: 'CAMPUS_WEAK_PASSWORD', logins: 1 },
  { when: 'a code nobody knows (E41)', account: '2500000007', outcome: 'upstream-error', code: 'CAMPUS_SIGN_IN_REFUSED', logins: 1 },
  { when: 'a QR code that nobody scans', scannedBy: '', switches: { qrLifeMs: 9_000 }, outcome: 'upstream-error', code: 'CAMPUS_QR_EXPIRED', logins: 0 },
  { when: 'a QR code that somebody else scans', scannedBy: withToken, outcome: 'upstream-error', code: 'CAMPUS_WRONG_ACCOUNT', logins: 0 },
  { when: 'a key that is none', breakDoor: noKey, outcome: 'upstream-error', code: 'CAMPUS_IAAA_CHANGED', logins: 0 },
  { when: 'a token that the service does not take', service: 'shuttle', before: async (house) => { house.serve('wproc.pku.edu.cn/site/user/auth', 'json', '{"e":"10042"}') }, outcome: 'upstream-error', code: 'CAMPUS_NOT_PROVED', logins: 1 },
  { when: 'no connection', switches: { dropHandshakes: 9 }, outcome: 'network-before-send', code: 'CAMPUS_NETWORK_BEFORE_SEND', logins: 0 },
  { when: 'cut off after the password was sent', switches: { resetLogin: 'after-read' }, outcome: 'network-after-send', code: 'CAMPUS_NETWORK_AFTER_SEND', logins: 1 },
]

export interface Seen { readonly outcome: string; readonly code: string; readonly logins: number; readonly exit: number; readonly next: string }

/** One act, and what came of it: as the recorder counted, and as the person would be told. */
export async function actOf(row: OutcomeRow): Promise<Seen> {
  const house = await underTest({ switches: row.switches ?? {}, ...(row.breakDoor ? { breakDoor: row.breakDoor } : {}) })
  await row.before?.(house)
  house.sim.recorder.clear()
  const { ask, scannedBy, service } = row
  const outcome = scannedBy === undefined
    ? await house.login({
      account: row.account ?? student, pass: row.pass ?? passwordOf[row.account ?? student] ?? '', ...(service === undefined ? {} : { service }),
      ...(ask ? { ask: async (prompt) => ask(house, prompt) } : {}),
    })
    : await house.campus.signIn({
      account: student, remember: true, signal: new AbortController().signal,
      byQr: ({ kind }) => { if (kind === 'qr' && scannedBy !== '') house.sim.hooks.scan(scannedBy) },
    })
  if (outcome.outcome === 'ok') return { outcome: 'ok', code: 'ok', logins: house.logins(), exit: exits.done, next: '' }
  const { code } = errorOfOutcome(outcome, house.clock.now())
  return { outcome: outcome.outcome, code, logins: house.logins(), exit: exits[errorTable[code].exit], next: errorTable[code].hint.en }
}
