import { expect, it } from 'vitest'
import { openStage } from './stage.ts'

const logins = (stage: { readonly campus: { readonly recorder: { count(filter: object): number } } }) => stage.campus.recorder.count({ method: 'POST', path: '/iaaa/oauthlogin.do' })

it('bug-log 179: four processes whose session has just ended make one sign-in together, since only the daemon signs in', async () => {
  await using stage = await openStage()
  await stage.login()
  expect((await stage.json(['call', 'grades.list'])).doc).toMatchObject({ ok: true })
  const before = logins(stage)
  stage.campus.switches.expire = ['portal']
  stage.campus.switches.delayMs = 50
  const all = await Promise.all(Array.from({ length: 4 }, () => stage.json(['call', 'grades.list'])))
  for (const { ran, doc } of all) expect(doc, ran.stdout).toMatchObject({ ok: true })
  expect(logins(stage) - before).toBe(1)
}, 60_000)

it('bug-log 130: where there is no keychain a sign-in is refused before anything is sent to the campus, and says what was tried', async () => {
  // No session bus and no library of one: the system's backend cannot be there.
  await using stage = await openStage({ config: { keystore: 'os' }, env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' } })
  const { doc } = await stage.json(['login', '--user', '2500000001', '--password-stdin'], { input: 'correct-horse-01\n' })
  expect(doc).toMatchObject({ ok: false, error: { exit: 5, code: expect.stringMatching(/^KEYSTORE_(?:DEAD|UNAVAILABLE)$/) } })
  expect(stage.campus.recorder.all()).toEqual([])
  expect((await stage.json(['keystore', 'status'])).doc).toMatchObject({ ok: true, data: { backend: 'os' } })
}, 60_000)
