import { describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'
import { openTerminal, whyNoTerminal } from './terminal.ts'

/** A person signs in, and mistypes. */

const logins = ({ campus }: Stage): number => campus.recorder.count({ method: 'POST', path: '/iaaa/oauthlogin.do' })
const token = ({ campus }: Stage): string => campus.hooks.tokenCode('2500000002') ?? ''

describe.skipIf(whyNoTerminal)(`at a terminal${whyNoTerminal ? ` (${whyNoTerminal})` : ''}`, () => {
  it('each question says for whom it is, a mistyped token code may be tried again as an act of its own, and no act sends two', async () => {
    await using stage = await openStage()
    using terminal = openTerminal(stage, ['login', '--user', '2500000002'])
    await terminal.sees('2500000002 的密码（不会显示）')
    terminal.type('correct-horse-02')
    terminal.press('Enter')
    await terminal.sees('6 位数字')
    terminal.type('000000')
    terminal.press('Enter')
    const screen = await terminal.sees('再试一次')
    expect(screen).toContain('没有被接受')
    expect(screen).toContain('oauthlogin.do')
    expect(logins(stage)).toBe(1)
    terminal.press('y', 'Enter')
    await terminal.sees('再试一次？(y/N) y\n手机令牌上的 6 位数字')
    terminal.type(token(stage))
    terminal.press('Enter')
    expect(await terminal.sees('exit=')).toContain('2500000002 登录成功\nexit=0')
    expect(logins(stage)).toBe(2)
  })

  it('IAAA is asked to remember the device only where the person says so, and that is said; another service then wants no code', async () => {
    await using stage = await openStage()
    const trusts = () => stage.campus.recorder.all().filter(({ path }) => path === '/iaaa/oauthlogin.do').map(({ body }) => new URLSearchParams(body).get('remTrustChk'))
    expect((await stage.json(['login', '--user', '2500000001', '--trust-device', '--password-stdin'], { input: 'correct-horse-01\n' })).doc).toMatchObject({ ok: false, error: { code: 'DAEMON_FORBIDDEN' } })
    using terminal = openTerminal(stage, ['login', '--user', '2500000002', '--trust-device'])
    await terminal.sees('不会显示')
    terminal.type('correct-horse-02')
    terminal.press('Enter')
    await terminal.sees('6 位数字')
    terminal.type(token(stage))
    terminal.press('Enter')
    expect(await terminal.sees('exit=0')).toContain('记住这台设备')
    expect(trusts()).toEqual(['true'])
    expect((await stage.json(['call', 'treehole.search', '--keyword', '猫'])).ran.code).toBe(0)
    expect(trusts()).toEqual(['true', 'false'])
  }, 60_000)

  async function startWith(stage: Stage, code: string) {
    const terminal = openTerminal(stage, ['login', '--user', '2500000002'])
    await terminal.sees('不会显示')
    terminal.type('correct-horse-02')
    terminal.press('Enter')
    await terminal.sees('6 位数字')
    terminal.type(code)
    terminal.press('Enter')
    return terminal
  }

  it('who does not want to try again is where they were', async () => {
    await using stage = await openStage()
    using terminal = await startWith(stage, '000000')
    await terminal.sees('再试一次')
    terminal.press('Enter')
    expect(await terminal.sees('exit=')).toContain('exit=4')
    expect(logins(stage)).toBe(1)
  })

  it('a code left empty ends it without a question', async () => {
    await using stage = await openStage()
    using terminal = await startWith(stage, '')
    const screen = await terminal.sees('exit=')
    expect(screen).toContain('exit=4')
    expect(screen).not.toContain('再试一次')
    expect(logins(stage)).toBe(0)
  })

  it('whoever is locked out is not asked to try again', async () => {
    await using stage = await openStage()
    using terminal = await startWith(stage, '000000')
    await terminal.sees('再试一次')
    stage.campus.switches.failuresBeforeLock = 1
    const elsewhere = await stage.person()
    elsewhere.on('prompt', ({ id }) => { void elsewhere.request('prompt.answer', { id, value: '000000' }) })
    await expect(elsewhere.request('login', { account: '2500000002', password: 'wrong', remember: false })).rejects.toThrow()
    elsewhere.close()
    terminal.press('y', 'Enter')
    await terminal.sees('(y/N) y\n手机令牌上的 6 位数字')
    terminal.type('000001')
    terminal.press('Enter')
    const screen = await terminal.sees('exit=')
    expect(screen).toContain('账号暂时被锁')
    expect(screen.split('再试一次')).toHaveLength(2)
    expect(screen).toContain('exit=4')
  })

  it.each([
    ['an empty student number', [], ['Enter'], '学号：', '没有输入学号'],
    ['an ended student number', [], ['C-d'], '学号：', '没有输入学号'],
    ['an empty password', ['--user', '2500000001'], ['Enter'], '不会显示', '没有输入密码'],
    ['an ended password', ['--user', '2500000001'], ['C-d'], '不会显示', '没有输入密码'],
  ])('%s is nothing typed, and nothing is sent', async (_, words, keys, question, told) => {
    await using stage = await openStage()
    using terminal = openTerminal(stage, ['login', ...words])
    await terminal.sees(question)
    terminal.press(...keys)
    const screen = await terminal.sees('exit=')
    expect(screen).toContain(told)
    expect(screen).toContain('exit=4')
    expect(stage.campus.recorder.all()).toEqual([])
  })

  it('what is no student number is refused before a password is asked for', async () => {
    await using stage = await openStage()
    using terminal = openTerminal(stage, ['login', '--user', 'bob'])
    const screen = await terminal.sees('exit=')
    expect(screen).toContain('这不像一个学号')
    expect(screen).not.toContain('密码')
    expect(screen).toContain('exit=2')
  })
})

it('in a pipe an empty password is none, what is no student number is sent nowhere, and an account that never signed in cannot sign out', async () => {
  await using stage = await openStage()
  expect((await stage.json(['login', '--user', '2500000001', '--password-stdin'])).doc).toMatchObject({ ok: false, error: { code: 'PASSWORD_NEEDED', exit: 4 } })
  expect((await stage.json(['login', '--user', 'bob', '--password-stdin'], { input: 'x\n' })).doc).toMatchObject({ ok: false, error: { code: 'CAMPUS_ACCOUNT_FORM', exit: 2 } })
  expect((await stage.json(['logout', '--user', '2500000009'])).doc).toMatchObject({ ok: false, error: { code: 'ACCOUNT_UNKNOWN', exit: 3 } })
  expect(stage.campus.recorder.all()).toEqual([])
  await stage.login()
  expect((await stage.json(['logout', '--user', '2500000001'])).doc).toMatchObject({ ok: true, data: { account: '2500000001' } })
  expect((await stage.json(['logout', '--user', '2500000001'])).doc).toMatchObject({ ok: false, error: { code: 'ACCOUNT_UNKNOWN' } })
})
