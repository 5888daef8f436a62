import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type SecretService, whySkipped, withSecretService } from '../host/keystore/secret-service.ts'
import { type Doc, openStage, type Stage, until } from './stage.ts'

/** The daemon is killed with -9 while it signs in, on a keychain that outlives it. */

if (whySkipped) console.warn(whySkipped)

const student = '2500000001'
const login = 'POST iaaa.pku.edu.cn/iaaa/oauthlogin.do'
const logins = ({ campus }: Stage): number => campus.recorder.count({ method: 'POST', path: '/iaaa/oauthlogin.do' })
const grades = async (stage: Stage): Promise<Doc> => (await stage.json(['call', 'grades.list'])).doc
/** Needs no account, so a daemon that signs in all the same does it by itself. */
const startAnew = async (stage: Stage): Promise<void> => { expect((await stage.json(['call', 'classrooms.free'])).doc).toMatchObject({ ok: true }) }
const withStage = (run: (stage: Stage, service: SecretService) => Promise<void>): Promise<void> => withSecretService(async (service) => {
  await using stage = await openStage({ env: service.env, config: { keystore: 'os' } })
  await stage.login()
  await run(stage, service)
})

/** What the campus is asked while `act` runs, each request once, as `switches.hold` spells it. */
async function hopsOf({ campus }: Stage, act: () => Promise<unknown>): Promise<readonly string[]> {
  const before = campus.recorder.all().length
  await act()
  return [...new Set(campus.recorder.all().slice(before).map(({ method, host, path }) => `${method} ${host}${path}`))]
}

/** The call's own part of the portal, which it enters with the session that is kept by then. */
const afterwards = (hop: string): boolean => hop.includes('/publicQuery/')

/** Begins `act`, kills the daemon `ms` after the answer to this hop was let go (undefined: while it is held), and waits for the end of the act. */
async function killAt(stage: Stage, hop: string, act: () => Promise<unknown>, ms?: number): Promise<void> {
  const { campus } = stage
  const pid = await stage.daemonPid()
  const before = campus.recorder.all().length
  campus.switches.hold = [hop]
  const ended = act()
  await until(`${hop} has come in`, () => campus.recorder.all().slice(before).some(({ method, host, path }) => `${method} ${host}${path}` === hop))
  if (ms !== undefined) {
    campus.release()
    await sleep(ms)
  }
  process.kill(pid, 'SIGKILL')
  campus.release()
  await ended
}

it.skipIf(whySkipped)('killed at any request of a sign-in by the person: nothing of it is kept or sent again, and the next one works', () => withStage(async (stage, service) => {
  const passwordKept = () => service.lookUp('pku-harness/sim', `${student}/password/`)
  const signIn = () => stage.login().catch(() => undefined)
  const hops = await hopsOf(stage, signIn)
  expect(hops).toContain(login)
  expect(hops.length).toBeGreaterThan(3)
  expect((await stage.json(['logout'])).doc).toMatchObject({ ok: true })
  for (const hop of hops) {
    const before = logins(stage)
    await killAt(stage, hop, signIn)
    await startAnew(stage)
    expect(await grades(stage), hop).toMatchObject({ ok: false, error: { code: 'CAMPUS_SIGN_IN_NEEDED' } })
    expect(await passwordKept(), hop).toBeUndefined()
    expect(logins(stage) - before, hop).toBe(hops.indexOf(hop) < hops.indexOf(login) ? 0 : 1)
  }
  await stage.login()
  expect(await grades(stage)).toMatchObject({ ok: true })
}), 400_000)

it.skipIf(whySkipped)('killed at any request of a renewal: nothing is sent again by itself, and the next call renews once', () => withStage(async (stage) => {
  const { campus } = stage
  const renewing = () => { campus.switches.expire = ['portal']; return grades(stage) }
  await grades(stage)
  const hops = (await hopsOf(stage, renewing)).filter((hop) => !hop.endsWith('/retrScores.do'))
  expect(hops).toContain(login)
  for (const hop of hops) {
    const before = logins(stage)
    await killAt(stage, hop, renewing)
    await startAnew(stage)
    const killed = logins(stage)
    expect(killed - before, hop).toBe(hops.indexOf(hop) < hops.indexOf(login) ? 0 : 1)
    expect(await grades(stage), hop).toMatchObject({ ok: true })
    expect(logins(stage) - killed, hop).toBe(afterwards(hop) ? 0 : 1)
  }
}), 400_000)

it.skipIf(whySkipped)('killed while the renewed session is written: the next start has it whole or signs in once, and its password is untouched', () => withStage(async (stage, service) => {
  const { campus } = stage
  const renewing = () => { campus.switches.expire = ['portal']; return grades(stage) }
  await grades(stage)
  const kept = await service.lookUp('pku-harness/sim', `${student}/password/`)
  const last = (await hopsOf(stage, renewing)).filter((hop) => !afterwards(hop)).at(-1) ?? ''
  let whole = 0
  const instants = [0, 3, 6, 10, 15, 25, 50, 150, 4_000]
  for (const ms of instants) {
    const before = logins(stage)
    await killAt(stage, last, renewing, ms)
    const killed = logins(stage)
    expect(killed - before, `${ms} ms`).toBe(1)
    expect(await grades(stage), `${ms} ms`).toMatchObject({ ok: true })
    expect(logins(stage) - killed, `${ms} ms`).toBeLessThanOrEqual(1)
    if (logins(stage) === killed) whole += 1
    expect(await service.lookUp('pku-harness/sim', `${student}/password/`)).toBe(kept)
  }
  console.log(`of ${instants.length} kills around the write, ${whole} left the new session whole and the others none of it`)
  expect(whole).toBeGreaterThan(0)
}), 400_000)
