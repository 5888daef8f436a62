import { expect, it } from 'vitest'
import type { Client } from '../../src/terminal/client/connect.ts'
import { openStage, type Stage } from './stage.ts'

const logins = (stage: Stage) => stage.campus.recorder.count({ method: 'POST', path: '/iaaa/oauthlogin.do' })

it('bug-log 179: twenty processes whose session has just ended make one sign-in together, since only the daemon signs in', async () => {
  await using stage = await openStage()
  await stage.login()
  expect((await stage.json(['call', 'grades.list'])).doc).toMatchObject({ ok: true })
  const before = logins(stage)
  stage.campus.switches.expire = ['portal']
  stage.campus.switches.delayMs = 50
  const all = await Promise.all(Array.from({ length: 20 }, () => stage.json(['call', 'grades.list'])))
  for (const { ran, doc } of all) expect(doc, ran.stdout).toMatchObject({ ok: true })
  expect(logins(stage) - before).toBe(1)
})

it('twenty calls through the daemon, each over a connection of its own and then all over one, make one sign-in each time', async () => {
  await using stage = await openStage()
  await stage.login()
  const calls = async (clients: readonly Client[]): Promise<number> => {
    const before = logins(stage)
    stage.campus.switches.expire = ['portal']
    const answers = await Promise.all(clients.map((client) => client.request('call', { tool: 'grades.list', args: {} })))
    for (const answer of answers) expect(answer).toMatchObject({ ok: true })
    return logins(stage) - before
  }
  const clients = await Promise.all(Array.from({ length: 20 }, () => stage.script()))
  const [first] = clients
  if (!first) throw new Error('no connection')
  expect(await calls(clients)).toBe(1)
  expect(await calls(clients.map(() => first))).toBe(1)
  for (const client of clients) client.close()
})

it('bug-log 130: where there is no keychain a sign-in is refused before anything is sent to the campus, and says what was tried', async () => {
  // No session bus and no library of one: the system's backend cannot be there.
  await using stage = await openStage({ config: { keystore: 'os' }, env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' } })
  const { doc } = await stage.json(['login', '--user', '2500000001', '--password-stdin'], { input: 'correct-horse-01\n' })
  expect(doc).toMatchObject({ ok: false, error: { exit: 5, code: expect.stringMatching(/^KEYSTORE_(?:DEAD|UNAVAILABLE)$/) } })
  expect(stage.campus.recorder.all()).toEqual([])
  expect((await stage.json(['keystore', 'status'])).doc).toMatchObject({ ok: true, data: { backend: 'os' } })
}, 60_000)
