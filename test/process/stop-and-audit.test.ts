import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { connectTo } from '../journeys/database.ts'
import { openStage, until } from '../journeys/stage.ts'

it('audit show takes the beginning of an id, and says so where there is no such call or plugin; what failed stands in the log by its code and id', async () => {
  await using stage = await openStage()
  const { ran, doc } = await stage.json(['call', 'grades.list'])
  expect([ran.code, doc]).toMatchObject([4, { ok: false }])
  const call = doc.ok ? '' : doc.error.id ?? ''
  const shown = await stage.json(['audit', 'show', '--call', call.slice(0, 8)])
  expect(shown.doc).toMatchObject({ ok: true, data: { rows: expect.arrayContaining([expect.objectContaining({ callId: call })]) } })
  expect((await stage.json(['audit', 'show', '--call', 'ffffffff'])).doc).toMatchObject({ ok: false, error: { code: 'CALL_UNKNOWN', exit: 3 } })
  expect((await stage.json(['audit', 'show', '--plugin', 'nothing'])).doc).toMatchObject({ ok: false, error: { code: 'PLUGIN_UNKNOWN', exit: 3 } })
  const log = readFileSync(stage.places.log, 'utf8')
  expect(log).toContain(`"call":"${call}"`)
  expect((await stage.json(['logout', '--user', '2500000009'])).doc).toMatchObject({ ok: false })
  expect((await stage.json(['call', 'classrooms.free', '--from', '6', '--to', '5'])).doc).toMatchObject({ ok: false, error: { code: 'TOOL_ARGS_REFUSED', exit: 2 } })
  expect((await stage.json(['call', 'grades'])).doc).toMatchObject({ ok: false, error: { exit: 3, hint: expect.stringContaining('grades.list') } })
  expect((await stage.json(['call', 'zzzzzzzzzzzz'])).doc).toMatchObject({ ok: false, error: { exit: 3, hint: expect.stringMatching(/^运行 /) } })
}, 120_000)

it('an account that IAAA does not let in is told of its page, not of another try', async () => {
  await using stage = await openStage()
  const { doc } = await stage.json(['login', '--user', '2500000007', '--password-stdin'], { input: 'correct-horse-07\n' })
  expect(doc).toMatchObject({ ok: false, error: { code: 'CAMPUS_SIGN_IN_REFUSED', exit: 4, message: expect.stringContaining('账号已停用') } })
  expect(readFileSync(stage.places.log, 'utf8')).toContain('"event":"sign-in-failed"')
}, 60_000)

it('a daemon whose last row is not taken closes everything else all the same', async () => {
  await using stage = await openStage()
  await stage.pkuh(['status'])
  const pid = await stage.daemonPid()
  using tables = connectTo(join(stage.places.data, 'harness.db'))
  tables.write("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END")
  process.kill(pid, 'SIGTERM')
  await until('the daemon is gone', () => { try { process.kill(pid, 0); return false } catch { return true } })
  const log = readFileSync(stage.places.log, 'utf8')
  expect(log).toContain('"event":"stop-row"')
  expect(log).toContain('"event":"stopped"')
  expect([existsSync(stage.places.socket), existsSync(stage.places.token)]).toEqual([false, false])
  tables.write('DROP TRIGGER full')
}, 60_000)
