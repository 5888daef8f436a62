import { describe, expect, it } from 'vitest'
import { codeOf, openStage, type Stage, until } from './stage.ts'
import { openTerminal, type Terminal, whyNoTerminal } from './terminal.ts'

const unbound = '2500000003'
const withToken = '2500000002'
const seedOf = ({ campus }: Stage, account: string): string => campus.data.accounts.find(({ id }) => id === account)?.otpSeed ?? ''
const binds = ({ campus }: Stage): number => campus.recorder.count({ path: '/iaaa/pageFlows/identity/otpBind/userBind.do' })

const type = (terminal: Terminal, text: string): void => { if (text !== '') terminal.type(text); terminal.press('Enter') }

/** Up to the code of the text message, which is typed too. */
async function through(stage: Stage, terminal: Terminal, account: string, password: string): Promise<void> {
  await terminal.sees('不会显示')
  type(terminal, password)
  await terminal.sees('输入 yes')
  type(terminal, 'yes')
  await terminal.sees('(y/N)')
  type(terminal, 'y')
  await terminal.sees('的短信验证码')
  await until('the message is there', () => stage.campus.hooks.smsCode(account) !== undefined)
  type(terminal, stage.campus.hooks.smsCode(account) ?? '')
}

describe.skipIf(whyNoTerminal)(`binding a mobile token at a terminal${whyNoTerminal ? ` (${whyNoTerminal})` : ''}`, () => {
  it('a student whom IAAA turns away for want of a token is told how, binds one, and signs in by it; the seed is on no screen and in no row', async () => {
    await using stage = await openStage()
    using away = openTerminal(stage, ['login', '--user', unbound])
    await away.sees('不会显示')
    type(away, 'correct-horse-03')
    expect((await away.sees('exit=4')).replaceAll(/[\s⤷]/g, '')).toContain('pkuh--profilesimotpbind')

    using no = openTerminal(stage, ['otp', 'bind', '--user', unbound])
    await no.sees('不会显示')
    type(no, 'correct-horse-03')
    const told = (await no.sees('输入 yes')).replaceAll(/[\s⤷]/g, '')
    for (const part of ['不会显示，手机上不会有这个令牌', '还没有绑定令牌', '没有在真实的统一身份认证上试过']) expect(told).toContain(part)
    type(no, 'y')
    await no.sees('exit=21')
    expect(stage.campus.recorder.count({ path: '/iaaa/auth4Bind.do' })).toBe(0)

    using yes = openTerminal(stage, ['otp', 'bind', '--user', unbound])
    await through(stage, yes, unbound, 'correct-horse-03')
    await until('it is bound', () => yes.screen().includes('exit='), 60_000)
    expect(yes.screen()).toContain('exit=0')
    expect(binds(stage)).toBe(1)

    using login = openTerminal(stage, ['login', '--user', unbound])
    await login.sees('不会显示')
    type(login, 'correct-horse-03')
    await until('it is signed in', () => login.screen().includes('exit='), 90_000)
    expect(login.screen()).toContain('exit=0')
    const seed = seedOf(stage, unbound)
    expect(seed).toHaveLength(32)
    const audit = (await stage.pkuh(['audit', 'show', '--limit', '500', '--json'])).stdout
    for (const text of [away.screen(), no.screen(), yes.screen(), login.screen(), audit]) expect(text).not.toContain(seed)
    for (const part of ['"setting":"otp-bind","step":"attempted"', '"outcome":"not-agreed"', '"setting":"otp-seed"']) expect(audit).toContain(part)
  }, 180_000)

  it('an answer that is lost is told as unknown with exit 24; what was kept aside is put to use by the person, and then signs in', async () => {
    await using stage = await openStage({ campus: { switches: { resetBind: 'after-read' } } })
    using lost = openTerminal(stage, ['otp', 'bind', '--user', withToken])
    await through(stage, lost, withToken, 'correct-horse-02')
    await until('it has ended', () => lost.screen().includes('exit='), 60_000)
    expect(lost.screen()).toContain('exit=24')
    expect(binds(stage)).toBe(1)

    const script = await stage.script()
    expect(await codeOf(script.request('otp.keep', { account: withToken }))).toBe('DAEMON_FORBIDDEN')
    script.close()
    using keep = openTerminal(stage, ['otp', 'keep', '--user', withToken])
    expect(await keep.sees('exit=')).toContain('exit=0')
    using again = openTerminal(stage, ['otp', 'keep', '--user', withToken])
    expect(await again.sees('exit=')).toContain('exit=3')
    using login = openTerminal(stage, ['login', '--user', withToken])
    await login.sees('不会显示')
    type(login, 'correct-horse-02')
    await until('it is signed in', () => login.screen().includes('exit='), 90_000)
    expect(login.screen()).toContain('exit=0')
  }, 240_000)
})

it('in a pipe, and for a connection that may not approve, nothing is bound; a PIN is asked for where one is set', async () => {
  await using stage = await openStage()
  await stage.login()
  expect((await stage.json(['otp', 'bind'])).doc).toMatchObject({ ok: false, error: { code: 'OTP_BIND_NO_TERMINAL', exit: 4 } })
  expect((await stage.json(['otp', 'keep'])).doc).toMatchObject({ ok: false, error: { code: 'OTP_BIND_NO_TERMINAL', exit: 4 } })
  const [person, script] = [await stage.person(), await stage.script()]
  expect(await codeOf(script.request('otp.bind', {}))).toBe('DAEMON_FORBIDDEN')
  expect(await codeOf(person.request('otp.keep', {}))).toBe('OTP_NONE_UNPROVED')
  await person.request('pin.set', { pin: '246813' })
  expect(await codeOf(person.request('otp.bind', {}))).toBe('PIN_NEEDED')
  await person.request('pin.enter', { pin: '246813' })
  person.on('prompt', ({ id }) => { void person.request('prompt.answer', { id }) })
  expect(await codeOf(person.request('otp.bind', {}))).toBe('OTP_BIND_NOT_AGREED')
  await person.request('lock', {})
  expect(await codeOf(person.request('otp.bind', {}))).toBe('CALL_LOCKED')
  expect(stage.campus.recorder.count({ path: '/iaaa/auth4Bind.do' })).toBe(0)
  for (const client of [person, script]) client.close()
}, 120_000)
