import { describe, expect, it } from 'vitest'
import { errorOfOutcome, type FailedOutcome, lockMs, outcomeOfReply } from '../../../../src/host/campus/iaaa/outcomes.ts'
import { loginReply } from '../../../../src/host/campus/iaaa/replies.ts'
import { explain } from '../../../../src/rules/errors/index.ts'

const now = 1_790_000_000_000
const told = { otpExpected: false, otpSent: false, now }
const reply = (code: string, more: object = {}) => loginReply.parse({ success: false, errors: { code, msg: '原话' }, ...more })

describe('what IAAA said', () => {
  it.each([
    ['E01', 'bad-credentials'], ['E02', 'not-activated'], ['E03', 'captcha-needed'], ['E04', 'sms-needed'], ['E05', 'otp-needed'],
    ['E06', 'bind-otp-first'], ['E12', 'bad-redirect'], ['E21', 'locked-until'], ['E99', 'upstream-error'], ['E77', 'upstream-error'],
  ])('%s reads as %s and keeps its own message', (code, outcome) => {
    expect(outcomeOfReply(reply(code), told)).toMatchObject({ outcome, message: '原话' })
  })

  it('an unknown code stays visible', () => {
    expect(outcomeOfReply(reply('E77'), told)).toMatchObject({ code: 'E77' })
  })

  it('E21 is a lock of about half an hour', () => {
    expect(outcomeOfReply(reply('E21'), told)).toMatchObject({ until: now + lockMs })
  })

  it('bug-log 131: E99 means the token code when one was expected and none sent, and nothing else', () => {
    expect(outcomeOfReply(reply('E99'), { ...told, otpExpected: true })).toMatchObject({ outcome: 'otp-needed' })
    expect(outcomeOfReply(reply('E99'), { ...told, otpExpected: true, otpSent: true })).toMatchObject({ outcome: 'upstream-error', code: 'E99' })
  })

  it.each([[{ isFlag: true }], [{ isFlag: '1' }], [{ isFlag: 1 }], [{ errors: { code: 'E31', msg: '原话', isFlag: true } }]])('%j is a weak password', (mark) => {
    expect(outcomeOfReply(reply('E31', mark), told).outcome).toBe('weak-password')
  })

  it.each([[{ isFlag: false }], [{ isFlag: 'false' }], [{ isFlag: '否' }], [{}]])('%j is not', (mark) => {
    expect(outcomeOfReply(reply('E31', mark), told)).toMatchObject({ outcome: 'upstream-error', code: 'E31' })
  })

  it('bug-log 133: a reply without a token is an outcome, not a crash', () => {
    expect(outcomeOfReply(loginReply.parse({ success: true }), told)).toMatchObject({ outcome: 'upstream-error', code: 'NO_TOKEN' })
    expect(outcomeOfReply(loginReply.parse({ success: false }), told)).toMatchObject({ outcome: 'upstream-error', code: 'NO_TOKEN' })
    expect(outcomeOfReply(loginReply.parse({ success: false, errors: { msg: '原话' } }), told)).toMatchObject({ outcome: 'upstream-error', message: '原话' })
  })

  it('its message is cut and loses control and bidi characters before anyone shows it', () => {
    const { message } = outcomeOfReply(loginReply.parse({ success: false, errors: { code: 'E01', msg: `\u001b[31m\u202e${'长'.repeat(400)}` } }), told)
    expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(message.length).toBeLessThanOrEqual(200)
    for (const text of [`a${'😀'.repeat(200)}`, '半个\ud83d']) expect(outcomeOfReply(reply('E01', { errors: { code: 'E01', msg: text } }), told).message).not.toMatch(/\p{Cs}/u)
  })
})

describe('the error of an outcome', () => {
  const simple = ['bad-credentials', 'captcha-needed', 'sms-needed', 'otp-needed', 'bind-otp-first', 'not-activated', 'weak-password', 'bad-redirect', 'network-before-send', 'network-after-send'] as const
  const all: FailedOutcome[] = [
    ...simple.map((outcome) => ({ outcome, message: 'IAAA 说的' })),
    { outcome: 'locked-until', until: now + 1_700_000, message: '' }, { outcome: 'upstream-error', code: 'E77', message: 'IAAA 说的' },
  ]

  it.each(all)('$outcome has words and a hint in both languages, no open place, and an exit code', (outcome) => {
    const exits = { 'bad-redirect': 10, 'network-before-send': 10, 'network-after-send': 10 } as Record<string, number>
    for (const lang of ['zh', 'en'] as const) {
      const { message, hint, exit } = explain(errorOfOutcome(outcome, now), lang)
      expect(`${message}${hint}`).not.toMatch(/[{}]/)
      expect(hint).not.toBe('')
      expect(exit).toBe(exits[outcome.outcome] ?? 4)
    }
  })

  it('a code of IAAA that no source knows, such as of a disabled account, sends to its page and not to another try; a fault of its own to another try', () => {
    const of = (code: string) => explain(errorOfOutcome({ outcome: 'upstream-error', code, message: '账号已停用' }, now), 'zh')
    expect(of('E41')).toMatchObject({ code: 'CAMPUS_SIGN_IN_REFUSED', exit: 4, message: expect.stringContaining('账号已停用'), hint: expect.stringContaining('网页') })
    for (const code of ['E99', 'HTTP_429', 'NET_LOOP']) expect(of(code).code).toBe('CAMPUS_UPSTREAM_ERROR')
  })

  it.each(['NOT_JSON', 'NO_TOKEN', 'BAD_KEY', 'NOT_PROVED', 'COOKIE_REFUSED', 'WRONG_ACCOUNT'])('our own code %s has words of its own', (code) => {
    const error = errorOfOutcome({ outcome: 'upstream-error', code, message: '' }, now)
    expect(error.code).not.toBe('CAMPUS_UPSTREAM_ERROR')
    expect(explain(error, 'zh').message).not.toMatch(/[{}]/)
  })

  it('what IAAA itself said stands behind ours, and nothing where it said nothing', () => {
    expect(explain(errorOfOutcome({ outcome: 'otp-needed', message: '原话' }, now), 'zh').message).toMatch(/。 原话$/)
    expect(explain(errorOfOutcome({ outcome: 'otp-needed', message: '' }, now), 'en').message).toMatch(/needed\.$/)
  })

  it('a lock says how many minutes are left', () => {
    expect(explain(errorOfOutcome({ outcome: 'locked-until', until: now + 1_700_000, message: '' }, now), 'en').message).toContain('29')
  })
})
