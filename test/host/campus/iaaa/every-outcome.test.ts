import { describe, expect, it } from 'vitest'
import type { CampusOptions } from '../../../../fixtures/campus/start-campus.ts'
import type { SignInOutcome, SignInPrompt } from '../../../../src/host/campus/campus.ts'
import { errorOfOutcome } from '../../../../src/host/campus/iaaa/outcomes.ts'
import { type ErrorCode, explain } from '../../../../src/rules/errors/index.ts'
import { passwordOf, student, underTest, type UnderTest, withToken } from '../campus-under-test.ts'

/** Every way in which a person's sign-in can end, each against the simulated campus: what they are told, and what left. */

interface Row {
  readonly switches?: CampusOptions['switches']
  readonly account?: string
  readonly pass?: string
  /** Acts before the one that counts. */
  readonly before?: (house: UnderTest) => Promise<unknown>
  readonly ask?: (prompt: SignInPrompt, house: UnderTest) => string | undefined
  /** `outcome` where it is not the row's name. */
  readonly outcome: SignInOutcome['outcome']
  readonly code?: ErrorCode
  readonly exit?: number
  readonly logins: number
  /** IAAA's own words, that the person sees. */
  readonly says?: string
}

const answer = (content: unknown) => async (house: UnderTest) => { house.serve('POST iaaa.pku.edu.cn/iaaa/oauthlogin.do', 'json', JSON.stringify(content)) }
const wrong = (times: number) => async (house: UnderTest) => { for (let at = 0; at < times; at += 1) await house.login({ pass: 'wrong-horse' }) }

const rows: Readonly<Record<string, Row>> = {
  'ok': { outcome: 'ok', logins: 1 },
  'ok with a typed token code': { account: withToken, ask: (_, house) => house.sim.hooks.tokenCode(withToken), outcome: 'ok', logins: 1 },
  'ok with a text message': { account: '2500000004', ask: (prompt, house) => (prompt.kind === 'sms-send' ? 'send' : house.sim.hooks.smsCode('2500000004')), outcome: 'ok', logins: 1 },
  'E01': { pass: 'wrong-horse', outcome: 'bad-credentials', code: 'CAMPUS_BAD_CREDENTIALS', exit: 4, logins: 1, says: '用户名或密码错误' },
  'a captcha and nobody there': { switches: { failuresBeforeCaptcha: 1 }, before: wrong(1), outcome: 'captcha-needed', code: 'CAMPUS_CAPTCHA_NEEDED', exit: 4, logins: 0 },
  'E03, a captcha mistyped': { switches: { failuresBeforeCaptcha: 1 }, before: wrong(1), ask: () => 'nope', outcome: 'captcha-needed', code: 'CAMPUS_CAPTCHA_NEEDED', exit: 4, logins: 1, says: '验证码错误' },
  'E03 that isShowCode did not tell': { switches: { failuresBeforeCaptcha: 0 }, ask: () => 'nope', outcome: 'captcha-needed', code: 'CAMPUS_CAPTCHA_NEEDED', exit: 4, logins: 1, says: '验证码错误' },
  'a text message and nobody there': { account: '2500000004', outcome: 'sms-needed', code: 'CAMPUS_SMS_NEEDED', exit: 4, logins: 0 },
  'E04': { account: '2500000004', ask: (prompt) => (prompt.kind === 'sms-send' ? 'send' : '00000x'), outcome: 'sms-needed', code: 'CAMPUS_SMS_NEEDED', exit: 4, logins: 1, says: '短信验证码错误或已过期' },
  'a token code and nobody there': { account: withToken, outcome: 'otp-needed', code: 'CAMPUS_OTP_NEEDED', exit: 4, logins: 0 },
  'E05': { account: withToken, ask: () => '000000', outcome: 'otp-needed', code: 'CAMPUS_OTP_NEEDED', exit: 4, logins: 1, says: '手机令牌错误或已过期' },
  'no token bound': { account: '2500000003', outcome: 'bind-otp-first', code: 'CAMPUS_BIND_OTP_FIRST', exit: 4, logins: 0 },
  'E06': { before: answer({ success: false, errors: { code: 'E06', msg: '请先绑定手机令牌' } }), outcome: 'bind-otp-first', code: 'CAMPUS_BIND_OTP_FIRST', exit: 4, logins: 1 },
  'E02': { account: '2500000005', outcome: 'not-activated', code: 'CAMPUS_NOT_ACTIVATED', exit: 4, logins: 1, says: '账号未激活' },
  'the flag of a weak password': { account: '2500000006', outcome: 'weak-password', code: 'CAMPUS_WEAK_PASSWORD', exit: 4, logins: 1, says: '密码强度过低' },
  'E21': { switches: { failuresBeforeCaptcha: 99, failuresBeforeLock: 2 }, before: wrong(2), outcome: 'locked-until', code: 'CAMPUS_LOCKED_UNTIL', exit: 4, logins: 1, says: '30 分钟' },
  'E12': { before: answer({ success: false, errors: { code: 'E12', msg: '回调地址不被该应用接受' } }), outcome: 'bad-redirect', code: 'CAMPUS_BAD_REDIRECT', exit: 10, logins: 1, says: '回调地址' },
  'E99': { before: answer({ success: false, errors: { code: 'E99', msg: 'Service with exception.' } }), outcome: 'upstream-error', code: 'CAMPUS_UPSTREAM_ERROR', exit: 10, logins: 1, says: 'Service with exception.' },
  'E41, which no source knows': { account: '2500000007', outcome: 'upstream-error', code: 'CAMPUS_SIGN_IN_REFUSED', exit: 4, logins: 1, says: '账号已停用' },
  'bug-log 133: success without a token': { before: answer({ success: true }), outcome: 'upstream-error', code: 'CAMPUS_IAAA_CHANGED', exit: 10, logins: 1 },
  'bug-log 133: a refusal without a code': { before: answer({ success: false, errors: { msg: '系统维护' } }), outcome: 'upstream-error', code: 'CAMPUS_UPSTREAM_ERROR', exit: 10, logins: 1, says: '系统维护' },
  'no network before it is sent': { switches: { dropHandshakes: 99 }, outcome: 'network-before-send', code: 'CAMPUS_NETWORK_BEFORE_SEND', exit: 10, logins: 0 },
  'no network after it was sent': { switches: { resetLogin: 'after-read' }, outcome: 'network-after-send', code: 'CAMPUS_NETWORK_AFTER_SEND', exit: 10, logins: 1 },
}

describe('an act of signing in', () => {
  it.each(Object.entries(rows))('that meets %s ends as it should, and at most one oauthlogin.do left', async (_, row) => {
    const house = await underTest({ switches: row.switches ?? {} })
    await row.before?.(house)
    house.sim.recorder.clear()
    const account = row.account ?? student
    const { ask } = row
    const outcome = await house.login({ account, pass: row.pass ?? passwordOf[account] ?? '', ...(ask ? { ask: async (prompt) => ask(prompt, house) } : {}) })
    expect(outcome.outcome).toBe(row.outcome)
    expect(house.logins()).toBe(row.logins)
    if (outcome.outcome === 'ok') return
    const error = errorOfOutcome(outcome, house.clock.now())
    const [zh, en] = [explain(error, 'zh'), explain(error, 'en')]
    expect([zh.code, zh.exit]).toEqual([row.code, row.exit])
    expect(zh.message).toContain(row.says ?? '')
    for (const { message, hint } of [zh, en]) expect([message.trim(), hint.trim()]).not.toContain('')
    expect([zh.message, zh.hint]).not.toEqual([en.message, en.hint])
  })

  it('can end in no way that has no row', () => {
    const all: Readonly<Record<SignInOutcome['outcome'], true>> = {
      'ok': true, 'bad-credentials': true, 'captcha-needed': true, 'sms-needed': true, 'otp-needed': true, 'bind-otp-first': true, 'not-activated': true,
      'weak-password': true, 'bad-redirect': true, 'locked-until': true, 'upstream-error': true, 'network-before-send': true, 'network-after-send': true,
    }
    expect([...new Set(Object.values(rows).map(({ outcome }) => outcome))].sort()).toEqual(Object.keys(all).sort())
  })
})
