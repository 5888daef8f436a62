import { describe, expect, it } from 'vitest'
import { openStage } from './stage.ts'
import { openTerminal, whyNoTerminal } from './terminal.ts'

const account = '2500000004'

describe.skipIf(whyNoTerminal)(`at a terminal${whyNoTerminal ? ` (${whyNoTerminal})` : ''}`, () => {
  it('a text message is sent when the person says so, and its code is taken by the next act after a mistyped one', async () => {
    await using stage = await openStage()
    const sent = () => stage.campus.recorder.count({ path: '/iaaa/sendSMSCode.do' })
    using terminal = openTerminal(stage, ['login', '--user', account])
    await terminal.sees('不会显示')
    terminal.type('correct-horse-04')
    terminal.press('Enter')
    await terminal.sees('向 138****0000 发一条短信验证码？(y/N)')
    expect(sent()).toBe(0)
    terminal.press('y', 'Enter')
    await terminal.sees('发到 138****0000 的短信验证码')
    terminal.type('00000x')
    terminal.press('Enter')
    await terminal.sees('再试一次')
    terminal.press('y', 'Enter')
    await terminal.sees('刚才发到 138****0000')
    terminal.type(stage.campus.hooks.smsCode(account) ?? '')
    terminal.press('Enter')
    expect(await terminal.sees('exit=')).toContain('登录成功\nexit=0')
    expect([sent(), stage.campus.recorder.count({ path: '/iaaa/oauthlogin.do' })]).toEqual([1, 2])
  })
})

it('in a pipe none is sent: a typed error with the next step', async () => {
  await using stage = await openStage()
  expect((await stage.json(['login', '--user', account, '--password-stdin'], { input: 'correct-horse-04\n' })).doc)
    .toMatchObject({ ok: false, error: { code: 'CAMPUS_SMS_NEEDED', exit: 4, hint: expect.stringContaining('pkuh --profile sim login') } })
  expect(stage.campus.recorder.count({ path: '/iaaa/sendSMSCode.do' })).toBe(0)
})
