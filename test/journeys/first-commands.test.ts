import { expect, it } from 'vitest'
import { openStage, until } from './stage.ts'

/** Must be seen 2: what a script sees of the first commands. */

it('free classrooms come as one JSON document', async () => {
  await using stage = await openStage()
  const { ran, doc } = await stage.json(['call', 'classrooms.free', '--building', '理教', '--from', '1', '--to', '2'])
  expect(ran.code).toBe(0)
  expect(ran.stdout.trimEnd().split('\n')).toHaveLength(1)
  expect(doc).toMatchObject({ ok: true })
  const free = stage.campus.data.rooms['理教']?.['今天']?.filter(({ taken }) => taken.every((period) => period > 2)).map(({ room }) => room) ?? []
  expect(free).not.toHaveLength(0)
  for (const room of free) expect(ran.stdout).toContain(`"${room}"`)
})

it('a misspelt building is exit 2 and a message that names the allowed ones', async () => {
  await using stage = await openStage()
  const { ran, doc } = await stage.json(['call', 'classrooms.free', '--building', '理较'])
  expect(ran.code).toBe(2)
  if (doc.ok) throw new Error('it was let through')
  expect(doc.error).toMatchObject({ exit: 2, code: 'CALL_ARGS_INVALID' })
  for (const building of Object.keys(stage.campus.data.rooms)) expect(doc.error.message).toContain(building)
  expect(stage.campus.recorder.all()).toEqual([])
})

it('grades without a sign-in are exit 4 and say what to do', async () => {
  await using stage = await openStage()
  const { ran, doc } = await stage.json(['call', 'grades.list'])
  expect(ran.code).toBe(4)
  if (doc.ok) throw new Error('it was let through')
  expect(doc.error.hint).toContain('pkuh --profile sim login')
  expect(stage.campus.recorder.all()).toEqual([])
})

it('a wrong password is exit 4, with one login at the campus and nothing kept', async () => {
  await using stage = await openStage()
  const { ran, doc } = await stage.json(['login', '--user', '2500000001', '--password-stdin'], { input: '不是这个\n' })
  expect(ran.code).toBe(4)
  expect(doc).toMatchObject({ ok: false, error: { exit: 4 } })
  expect(stage.campus.recorder.count({ method: 'POST', path: '/iaaa/oauthlogin.do' })).toBe(1)
  expect((await stage.json(['call', 'grades.list'])).ran.code).toBe(4)
})

it('the audit chain is sealed right after a start, so that its first rows cannot be rewritten either', async () => {
  await using stage = await openStage()
  await stage.login()
  await until('the chain is sealed', async () => {
    const { doc } = await stage.json(['audit', 'verify'])
    return doc.ok && typeof (doc.data as { sealed?: number }).sealed === 'number'
  })
})
