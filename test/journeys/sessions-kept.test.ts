import { expect, it } from 'vitest'
import { whySkipped, withSecretService } from '../host/keystore/secret-service.ts'
import { openStage, type Stage } from './stage.ts'

if (whySkipped) console.warn(whySkipped)

const logins = ({ campus }: Stage): number => campus.recorder.count({ method: 'POST', path: '/iaaa/oauthlogin.do' })
const [one, other] = ['2500000001', '2500000011']

it.skipIf(whySkipped)('each account has its own sessions, which outlive the daemon; signing one out takes all of its own and nothing of the other', () => withSecretService(async (service) => {
  await using stage = await openStage({ env: service.env, config: { keystore: 'os' } })
  const [plain] = stage.campus.data.accounts
  if (plain?.id !== one) throw new Error('the campus has other accounts')
  stage.campus.data.accounts.push({ ...plain, id: other, name: '测试生二', password: 'correct-horse-11' })
  const kept = async (account: string) => [await service.lookUp('pku-harness/sim', `${account}/session/portal`), await service.lookUp('pku-harness/sim', `${account}/password/`)].map((item) => item !== undefined)
  await stage.login(one)
  await stage.login(other)
  expect([await kept(one), await kept(other)]).toEqual([[true, true], [true, true]])
  const before = logins(stage)
  await stage.killDaemon()

  // The one signed in last is current; both sessions are as they were, so nobody signs in.
  expect((await stage.json(['call', 'grades.list'])).doc).toMatchObject({ ok: true })
  expect((await stage.json(['logout', '--user', other])).doc).toMatchObject({ ok: true })
  expect([await kept(one), await kept(other)]).toEqual([[true, true], [false, false]])
  await stage.killDaemon()
  expect([await kept(one), await kept(other)]).toEqual([[true, true], [false, false]])
  expect(logins(stage)).toBe(before)

  // A switch is a sign-in by the person, with the password that was kept.
  expect((await stage.json(['login', '--user', one])).doc).toMatchObject({ ok: true })
  expect((await stage.json(['call', 'grades.list'])).doc).toMatchObject({ ok: true })
  expect((await stage.json(['logout', '--user', one])).doc).toMatchObject({ ok: true })
  expect([await kept(one), await kept(other)]).toEqual([[false, false], [false, false]])
}), 400_000)
