import { expect, it } from 'vitest'
import { whySkipped, withSecretService } from '../host/keystore/secret-service.ts'
import { openStage } from './stage.ts'

/** Must be seen 5: the daemon on a real Secret Service (gnome-keyring under a private session bus). */

if (whySkipped) console.warn(whySkipped)

it.skipIf(whySkipped)('a sign-in keeps the password in the keychain, and a daemon that starts anew reads it there', async () => {
  await withSecretService(async (service) => {
    await using stage = await openStage({ env: service.env, config: { keystore: 'os' } })
    await stage.login('2500000001')
    const password = stage.campus.data.accounts.find(({ id }) => id === '2500000001')?.password ?? ''
    const items = (await stage.json(['keystore', 'status'])).doc
    expect(items).toMatchObject({ ok: true, data: { backend: 'os', state: 'ready' } })

    const stored = await service.lookUp('pku-harness/sim', '2500000001/password/')
    expect(Buffer.from(stored?.split(':').at(-1) ?? '', 'base64').toString('utf8')).toBe(password)
    console.log('secret-tool sees the item "2500000001/password" of pku-harness/sim, which the daemon wrote')

    await stage.killDaemon()
    expect((await stage.json(['call', 'grades.list'])).doc).toMatchObject({ ok: true })
  })
})

it.skipIf(whySkipped)('a locked keychain is a typed error, soon, and the daemon lives', async () => {
  await withSecretService(async (service) => {
    await using stage = await openStage({ env: service.env, config: { keystore: 'os' } })
    await stage.login()
    const pid = await stage.daemonPid()
    await service.lock()
    const started = Date.now()
    const { doc } = await stage.json(['keystore', 'status'])
    // Three seconds is the keystore's own limit; five times that for a busy machine.
    expect(Date.now() - started).toBeLessThan(15_000)
    expect(doc).toMatchObject({ ok: true, data: { state: 'locked' } })
    const refused = await stage.json(['login', '--user', '2500000001', '--password-stdin'], { input: `${stage.campus.data.accounts[0]?.password}\n` })
    expect(refused.doc).toMatchObject({ ok: false, error: { exit: 5 } })
    expect(await stage.daemonPid()).toBe(pid)
  })
})

it.skipIf(whySkipped)('no session bus is a typed error with its remedy, and the daemon lives', async () => {
  await using stage = await openStage({ config: { keystore: 'os' } })
  const { doc } = await stage.json(['keystore', 'status'])
  expect(doc).toMatchObject({ ok: true, data: { state: 'dead' } })
  const pid = await stage.daemonPid()
  expect((await stage.json(['login', '--user', '2500000001', '--password-stdin'], { input: 'x\n' })).doc).toMatchObject({ ok: false, error: { exit: 5, code: 'KEYSTORE_DEAD' } })
  expect((await stage.json(['call', 'classrooms.free'])).doc).toMatchObject({ ok: true })
  expect(await stage.daemonPid()).toBe(pid)
})

it.skipIf(whySkipped)('a daemon that starts while the keychain is locked keeps and sends nothing until it knows the secrets there; what only reads goes on', async () => {
  await withSecretService(async (service) => {
    await using stage = await openStage({ env: service.env, config: { keystore: 'os' } })
    await stage.login()
    await stage.killDaemon()
    await service.lock()
    const remembered = `我的密码是 ${stage.campus.data.accounts[0]?.password}`
    for (const command of [['ask', remembered], ['memory', 'save', remembered]]) {
      expect((await stage.json(command)).doc).toMatchObject({ ok: false, error: { exit: 5, code: 'KEYSTORE_LOCKED' } })
    }
    expect((await stage.json(['call', 'memory.save', '--text', remembered])).doc).toMatchObject({ ok: false, error: { exit: 5, code: 'KEYSTORE_LOCKED' } })
    expect((await stage.json(['call', 'classrooms.free'])).doc).toMatchObject({ ok: true })
  })
})
