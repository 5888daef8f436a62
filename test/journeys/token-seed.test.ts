import { describe, expect, it } from 'vitest'
import { codeOf, openStage, until } from './stage.ts'
import { openTerminal, whyNoTerminal } from './terminal.ts'

const account = '2500000002'
const seed = 'NVXXG2LNORSXG5BSGAZDMMBR'
const password = 'correct-horse-02'

describe.skipIf(whyNoTerminal)(`at a terminal${whyNoTerminal ? ` (${whyNoTerminal})` : ''}`, () => {
  it('a seed is pasted unseen, said to make two factors one, checked without a code on the screen, used to sign in, and deleted', async () => {
    await using stage = await openStage()
    using first = openTerminal(stage, ['login', '--user', account])
    await first.sees('不会显示')
    first.type(password)
    first.press('Enter')
    await first.sees('6 位数字')
    first.type(stage.campus.hooks.tokenCode(account) ?? '')
    first.press('Enter')
    await first.sees('exit=0')

    using second = openTerminal(stage, ['otp', 'set'])
    const asked = await second.sees('不会显示）：')
    expect(asked.replaceAll(/[\s⤷]/g, '')).toContain('两步验证就只剩一步')
    second.type(`otpauth://totp/iaaa.pku.edu.cn:${account}?secret=${seed}&issuer=iaaa.pku.edu.cn`)
    second.press('Enter')
    const kept = await second.sees('exit=')
    expect(kept).toContain('exit=0')
    expect(kept).not.toContain('NVXX')

    using third = openTerminal(stage, ['otp', 'test'], 'en_US.UTF-8')
    const tested = await third.sees('exit=')
    expect(tested).toContain('makes 6 digits')
    expect(tested).toMatch(/clock minus this one: -?[01] s/)
    expect(tested).not.toMatch(/(?<!\d)\d{6}(?!\d)/)

    stage.campus.recorder.clear()
    using fourth = openTerminal(stage, ['login', '--service', 'course'])
    await fourth.sees('不会显示')
    fourth.press('Enter')
    await until('the next step has come', () => fourth.screen().includes('exit='), 60_000)
    expect(fourth.screen()).toContain('登录成功\nexit=0')
    expect(stage.campus.recorder.count({ path: '/iaaa/oauthlogin.do' })).toBe(1)

    using fifth = openTerminal(stage, ['otp', 'clear'])
    expect(await fifth.sees('exit=')).toContain('已删除')
    using sixth = openTerminal(stage, ['otp', 'test'])
    expect(await sixth.sees('exit=')).toContain('exit=3')
  }, 120_000)
})

it('in a pipe a seed is typed errors, and a script keeps none for a person\'s account', async () => {
  await using stage = await openStage()
  expect((await stage.json(['otp', 'test'])).doc).toMatchObject({ ok: false, error: { code: 'CAMPUS_SIGN_IN_NEEDED', exit: 4 } })
  expect((await stage.json(['otp', 'set', '--user', '2500000009'], { input: seed })).doc).toMatchObject({ error: { code: 'ACCOUNT_UNKNOWN', exit: 3 } })
  await stage.login('2500000001')
  expect((await stage.json(['otp', 'set'], { input: '' })).doc).toMatchObject({ error: { code: 'OTP_SEED_NEEDED', exit: 4 } })
  expect((await stage.json(['otp', 'set'], { input: 'no seed: 018' })).doc).toMatchObject({ error: { code: 'OTP_SEED_INVALID', exit: 4, message: expect.stringContaining('不是 Base32') } })
  expect((await stage.json(['otp', 'test'])).doc).toMatchObject({ error: { code: 'OTP_NOT_SET', exit: 3 } })
  expect((await stage.json(['otp', 'set'], { input: `${seed}\n` })).doc).toMatchObject({ ok: true, data: { account: '2500000001', passwordKept: true } })
  expect((await stage.json(['otp', 'test'])).doc).toMatchObject({ ok: true, data: { account: '2500000001', waitMs: expect.any(Number) } })
  const person = await stage.person()
  await person.request('login', { account: '2500000001', password: 'correct-horse-01', remember: true })
  const script = await stage.script()
  expect(await codeOf(script.request('otp.set', { seed }))).toBe('DAEMON_FORBIDDEN')
  expect(await codeOf(script.request('otp.clear', {}))).toBe('DAEMON_FORBIDDEN')
  expect(await person.request('otp.clear', {})).toEqual({ account: '2500000001', cleared: true })
  script.close()
  person.close()
  expect((await stage.pkuh(['audit', 'show', '--json'])).stdout).not.toContain(seed)
})
