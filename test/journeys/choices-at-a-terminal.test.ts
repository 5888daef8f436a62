import { describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'
import { openTerminal, whyNoTerminal } from './terminal.ts'

/** A person whom a service asks something of its own while they sign in. */

const password = 'correct-horse-01'
const logins = ({ campus }: Stage): number => campus.recorder.count({ method: 'POST', path: '/iaaa/oauthlogin.do' })

async function startsLogin(stage: Stage, service: string, lang?: string) {
  const terminal = openTerminal(stage, ['login', '--user', '2500000001', '--service', service], lang)
  await terminal.sees('2500000001')
  terminal.type(password)
  terminal.press('Enter')
  return terminal
}

describe.skipIf(whyNoTerminal)(`at a terminal${whyNoTerminal ? ` (${whyNoTerminal})` : ''}`, () => {
  it('the treehole\'s further check is passed by text message, which is sent when the person says so', async () => {
    await using stage = await openStage({ campus: { switches: { treeholeStepUp: true } } })
    using terminal = await startsLogin(stage, 'treehole')
    const asked = await terminal.sees('输入序号')
    expect(asked).toContain('1. 手机令牌上的数字')
    expect(asked).toContain('2. 发一条短信到我的手机')
    expect(stage.campus.recorder.count({ path: '/chapi/api/jwt_send_msg' })).toBe(0)
    terminal.type('2')
    terminal.press('Enter')
    await terminal.sees('138****0000')
    terminal.type(stage.campus.hooks.smsCode('2500000001') ?? '')
    terminal.press('Enter')
    const screen = await terminal.sees('exit=')
    expect(screen).toContain('2500000001 登录成功\nexit=0')
    expect([logins(stage), stage.campus.recorder.count({ path: '/chapi/api/jwt_msg_verify' })]).toEqual([1, 1])
  })

  it('whoever leaves it is signed in, and told what is still wanted and how to give it', async () => {
    await using stage = await openStage({ campus: { switches: { treeholeStepUp: true } } })
    using terminal = await startsLogin(stage, 'treehole', 'en_US.UTF-8')
    await terminal.sees('Its number')
    terminal.press('Enter')
    const screen = (await terminal.sees('exit=')).replaceAll(/\s+/g, ' ')
    expect(screen).toContain('Signed in as 2500000001')
    expect(screen).toContain('treehole wants this device to be verified first')
    expect(screen).toContain('pkuh --profile sim login --service treehole')
    expect(screen).toContain('exit=0')
  })

  it('a double degree is asked which programme', async () => {
    await using stage = await openStage({ campus: { switches: { electiveDual: ['2500000001'] } } })
    using terminal = await startsLogin(stage, 'elective')
    const asked = await terminal.sees('输入序号')
    expect(asked).toContain('1. 主修')
    terminal.type('2')
    terminal.press('Enter')
    expect(await terminal.sees('exit=')).toContain('登录成功\nexit=0')
    expect(stage.campus.recorder.all().findLast(({ path }) => path === '/elective2008/ssoLogin.do')?.query['sttp']).toBe('bfx')
  })
})

describe('in a pipe', () => {
  it('a double degree with nothing remembered is a typed error with the next step, after one oauthlogin.do', async () => {
    await using stage = await openStage({ campus: { switches: { electiveDual: ['2500000001'] } } })
    const { ran, doc } = await stage.json(['login', '--user', '2500000001', '--service', 'elective', '--password-stdin'], { input: `${password}\n` })
    expect(ran.code).toBe(4)
    expect(doc).toMatchObject({ ok: false, error: { code: 'CAMPUS_CHOICE_NEEDED', exit: 4, hint: expect.stringContaining('login --service elective') } })
    expect(logins(stage)).toBe(1)
  })
})
