import { expect, it } from 'vitest'
import { openStage } from './stage.ts'

/** Must be seen 12: the real profile cannot be led to the simulated campus, by whatever stands in its environment. */

it('the default profile refuses loopback while the simulated campus is up', async () => {
  await using stage = await openStage({ env: { NODE_EXTRA_CA_CERTS: '/dev/null', PKUH_NETWORK: 'sim', HTTPS_PROXY: 'http://127.0.0.1:9' } })
  await stage.login()
  const before = stage.campus.recorder.all().length
  const { ran, doc } = await stage.json(['call', 'classrooms.free', '--building', '理教'], { profile: 'default' })
  expect(ran.code).not.toBe(0)
  expect(doc.ok).toBe(false)
  expect(stage.campus.recorder.all()).toHaveLength(before)
  await stage.pkuh(['daemon', 'stop'], { profile: 'default' })
})

it('a profile of another name is an error, and each has a socket, a database and a keychain name of its own', async () => {
  await using stage = await openStage()
  const { ran, doc } = await stage.json(['status'], { profile: 'staging' })
  expect(ran.code).toBe(2)
  expect(doc).toMatchObject({ ok: false, error: { exit: 2 } })
})
