import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { scan } from './scan.ts'
import { openStage, type Stage, until } from './stage.ts'
import { openTerminal, whyNoTerminal } from './terminal.ts'

/** A person who is shown a picture: the QR code that their phone scans, and a captcha. */

const logins = ({ campus }: Stage): number => campus.recorder.count({ method: 'POST', path: '/iaaa/oauthlogin.do' })

describe.skipIf(whyNoTerminal)(`at a terminal${whyNoTerminal ? ` (${whyNoTerminal})` : ''}`, () => {
  it('a QR code is drawn so that a phone reads it off the screen, and signs in without a password', async () => {
    await using stage = await openStage({ campus: { switches: { qrPicture: 'jpeg' } } })
    using terminal = openTerminal(stage, ['login', '--qr', '--user', '2500000001'])
    const screen = await terminal.sees('Ctrl-C 取消')
    expect(screen).not.toContain('密码')
    expect(scan(terminal)).toMatch(/^https:\/\/iaaa\.pku\.edu\.cn\/sim\?[0-9a-f]{24}$/)
    stage.campus.hooks.scan('2500000001')
    expect(await terminal.sees('exit=')).toContain('2500000001 登录成功\nexit=0')
    expect(logins(stage)).toBe(0)
    expect((await stage.json(['accounts'])).doc).toMatchObject({ data: { accounts: [{ account: '2500000001', current: true, password: false }] } })
  })

  it('Ctrl-C ends it, and IAAA is asked no more', async () => {
    await using stage = await openStage()
    using terminal = openTerminal(stage, ['login', '--qr', '--user', '2500000001'], 'en_US.UTF-8')
    await terminal.sees('Ctrl-C')
    terminal.press('C-c')
    expect(await terminal.sees('exit=')).toContain('exit=130')
    expect((await stage.json(['accounts'])).doc).toMatchObject({ data: { accounts: [] } })
  })

  it('where it does not fit it stands in a file, which is gone afterwards; another code is the person\'s own act', async () => {
    await using stage = await openStage({ campus: { switches: { qrWaiting: 'stop' } } })
    const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('pkuh-picture-'))
    const before = left()
    using terminal = openTerminal(stage, ['login', '--qr', '--user', '2500000001'])
    terminal.resize(30)
    await terminal.sees('新的二维码')
    expect(terminal.screen()).toMatch(/图片在/)
    expect(stage.campus.recorder.count({ path: '/iaaa/genQRCode.do' })).toBe(1)
    terminal.press('Enter')
    expect(await terminal.sees('exit=')).toContain('exit=4')
    expect(stage.campus.recorder.count({ path: '/iaaa/genQRCode.do' })).toBe(1)
    expect(left()).toEqual(before)
  })

  it('a captcha is drawn above its question', async () => {
    await using stage = await openStage({ campus: { switches: { failuresBeforeCaptcha: 0 } } })
    await expect(stage.login()).rejects.toThrow('验证码')
    using terminal = openTerminal(stage, ['login', '--user', '2500000001'])
    await terminal.sees('不会显示')
    terminal.type('correct-horse-01')
    terminal.press('Enter')
    const screen = await terminal.sees('图中的字符')
    expect(screen.split('\n').filter((line) => line.includes('▀▀▀▀▀▀▀▀'))).toHaveLength(14)
    terminal.type(stage.campus.hooks.captcha() ?? '')
    terminal.press('Enter')
    expect(await terminal.sees('exit=')).toContain('登录成功\nexit=0')
    await until('two acts are two oauthlogin.do', () => logins(stage) === 2)
  })
})

it('in a pipe a QR code is a typed error with the next step, and nothing is sent', async () => {
  await using stage = await openStage()
  expect((await stage.json(['login', '--qr', '--user', '2500000001'])).doc).toMatchObject({ ok: false, error: { code: 'CAMPUS_QR_NO_TERMINAL', exit: 4 } })
  await stage.json(['accounts'])
  const script = await stage.script()
  await expect(script.request('login', { account: '2500000001', remember: false, qr: true })).rejects.toMatchObject({ fault: { code: 'CAMPUS_QR_NO_TERMINAL' } })
  script.close()
  expect(stage.campus.recorder.all()).toEqual([])
})
