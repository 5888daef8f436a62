import { expect, it } from 'vitest'
import { hunt } from './secret-hunt.ts'
import { files, tables } from './sinks.ts'
import { codeOf, openStage, type Stage } from './stage.ts'
import { openTerminal, whyNoTerminal } from './terminal.ts'

/** The name and password of a proxy. In the simulated profile none is used; how the door uses one is in test/host/net/proxy.test.ts. */

const url = 'http://proxy.example.org:3128'
const password = 'invented:Kanarienvogel-0107'
const shown = async (stage: Stage) => (await stage.json(['proxy', 'show'])).doc
const kept = (is: boolean) => ({ ok: true, data: { proxy: { url, kept: is, state: 'unasked', used: false } } })

it.skipIf(whyNoTerminal)(`at a terminal they are typed, the password unseen, and stand in no output, row, log or setting${whyNoTerminal ? ` (${whyNoTerminal})` : ''}`, async () => {
  await using stage = await openStage({ config: { proxy: url } })
  expect(await shown(stage)).toMatchObject(kept(false))
  using terminal = openTerminal(stage, ['proxy', 'login'])
  await terminal.sees(`${url} 的用户名`)
  terminal.type('测试用户')
  terminal.press('Enter')
  await terminal.sees('密码')
  terminal.type(password)
  terminal.press('Enter')
  const screen = await terminal.sees('exit=0')
  expect(screen).toContain('不加密')
  expect(await shown(stage)).toMatchObject(kept(true))
  const { stdout } = await stage.pkuh(['doctor'])
  expect(stdout).toMatch(new RegExp(`✓ .*代理 .*${url}: 存有用户名和密码`))
  const audit = await stage.json(['audit', 'show', '--limit', '50'])
  expect(audit.ran.stdout).toContain('"setting":"proxy"')
  const sinks = new Map([['screen', Buffer.from(screen)], ['doctor', Buffer.from(stdout)], ['audit', Buffer.from(audit.ran.stdout)], ...files(stage.home), ...tables(stage.places.database)])
  expect(hunt(sinks, new Map([['password', password], ['as it is sent', Buffer.from(`测试用户:${password}`).toString('base64')]]))).toEqual([])

  const person = await stage.person()
  expect(await person.request('proxy.logout', {})).toEqual({ removed: true })
  expect(await shown(stage)).toMatchObject(kept(false))
  person.close()
}, 60_000)

it('none is taken from a script, while locked, malformed, or where the settings name no proxy', async () => {
  await using stage = await openStage({ config: { proxy: url } })
  expect((await stage.json(['proxy', 'login', '--stdin'], { input: `u\n${password}\n` })).doc).toMatchObject({ ok: false, error: { code: 'DAEMON_FORBIDDEN' } })
  expect((await stage.json(['proxy', 'login'])).doc).toMatchObject({ ok: false, error: { code: 'NET_PROXY_LOGIN_FORM', exit: 2 } })
  const person = await stage.person()
  expect(await codeOf(person.request('proxy.login', { name: 'u:v', password }))).toBe('NET_PROXY_LOGIN_FORM')
  await person.request('lock', {})
  expect(await codeOf(person.request('proxy.login', { name: 'u', password }))).toBe('CALL_LOCKED')
  await person.request('unlock', {})
  expect(await shown(stage)).toMatchObject(kept(false))
  person.close()
})

it('without a proxy in the settings there is none to sign in to, and that is said before anything is typed', async () => {
  await using stage = await openStage()
  expect(await shown(stage)).toEqual({ ok: true, data: {} })
  for (const command of ['login', 'logout']) expect((await stage.json(['proxy', command, ...(command === 'login' ? ['--stdin'] : [])], { input: 'u\np\n' })).doc).toMatchObject({ ok: false, error: { code: command === 'login' ? 'NET_PROXY_NONE' : 'DAEMON_FORBIDDEN' } })
})
