import { afterAll, describe, expect, it } from 'vitest'
import { type SecretService, whySkipped, withSecretService } from '../host/keystore/secret-service.ts'
import { installWith, reader } from './installation.ts'
import { type Doc, openStage, type Stage, until } from './stage.ts'

/**
 * The daemon is killed with -9 while it enters a service, by the person's sign-in or by a renewal, on a keychain that outlives it. What
 * IAAA is asked before the login is the same for each and is in killed-signing-in.test.ts; here are the login and what comes behind it.
 */

if (whySkipped) console.warn(whySkipped)

const student = '2500000001'
const login = 'POST iaaa.pku.edu.cn/iaaa/oauthlogin.do'

interface Entered {
  readonly service: string
  /** The call that needs it. */
  readonly read: readonly string[]
  /** Sessions that end for a renewal which signs in at IAAA. */
  readonly ends: readonly string[]
  /** Whose requests are the entering's. */
  readonly hosts: readonly string[]
  /** From this path on the sign-in at IAAA is whole, another service's session stands, and the password that proved right is kept with it. */
  readonly wholeFrom?: string
}
const services: readonly Entered[] = [
  { service: 'treehole', read: ['treehole.search', '--keyword', '猫'], ends: ['treehole'], hosts: ['treehole.pku.edu.cn'] },
  { service: 'course', read: ['own-course.seen'], ends: ['course'], hosts: ['course.pku.edu.cn'] },
  { service: 'card', read: ['own-card.seen'], ends: ['card', 'portal'], hosts: ['portal.pku.edu.cn', 'bdcard.pku.edu.cn'], wholeFrom: '/redirectToCard.do' },
  { service: 'elective', read: ['own-elective.seen'], ends: ['elective'], hosts: ['elective.pku.edu.cn'] },
]
const installed = whySkipped ? undefined : installWith({
  'own-course': reader('own-course', 'course', '/webapps/portal/execute/tabs/tabAction'),
  'own-card': reader('own-card', 'card', '/berserker-app/ykt/tsm/queryCard'),
  'own-elective': reader('own-elective', 'elective', '/elective2008/edu/pku/stu/elective/controller/electiveWork/showResults.do'),
})
afterAll(() => installed?.[Symbol.dispose]())

const logins = ({ campus }: Stage): number => campus.recorder.count({ method: 'POST', path: '/iaaa/oauthlogin.do' })
const withStage = (run: (stage: Stage, service: SecretService) => Promise<void>): Promise<void> => withSecretService(async (service) => {
  await using stage = await openStage({ env: service.env, config: { keystore: 'os' }, ...(installed ? { program: installed.pkuh } : {}) })
  await run(stage, service)
})
const hopsSince = ({ campus }: Stage, from: number): string[] => campus.recorder.all().slice(from).map(({ method, host, path }) => `${method} ${host}${path}`)

/** What entering asks from the login on, each request once, as `switches.hold` spells it; `early` where it is asked before the login already, and so met there. */
async function hopsOf(stage: Stage, hosts: readonly string[], act: () => Promise<unknown>): Promise<readonly { readonly hop: string; readonly early: boolean }[]> {
  const from = stage.campus.recorder.all().length
  await act()
  const hops = hopsSince(stage, from)
  const at = hops.indexOf(login)
  return [...new Set(hops.slice(at))].filter((hop) => hop === login || hosts.some((host) => hop.includes(` ${host}/`))).map((hop) => ({ hop, early: hops.indexOf(hop) < at }))
}

/** Begins `act`, kills the daemon while the answer to this hop is held, and waits for the end of the act. */
async function killAt(stage: Stage, hop: string, act: () => Promise<unknown>): Promise<void> {
  const { campus } = stage
  const pid = await stage.daemonPid()
  const from = campus.recorder.all().length
  campus.switches.hold = [hop]
  const ended = act()
  await until(`${hop} has come in`, () => hopsSince(stage, from).includes(hop))
  process.kill(pid, 'SIGKILL')
  campus.release()
  await ended
}

describe.skipIf(whySkipped).each(services)('$service', ({ service, read, ends, hosts, wholeFrom }) => {
  const call = async (stage: Stage): Promise<Doc> => (await stage.json(['call', ...read])).doc
  const signIn = ({ campus, pkuh }: Stage) => pkuh(['login', '--service', service, '--user', student, '--password-stdin'], { input: `${campus.data.accounts.find(({ id }) => id === student)?.password ?? ''}\n` })

  it('killed at any request of a sign-in by the person: nothing of it is kept or sent again, and the next one works', () => withStage(async (stage, keychain) => {
    const hops = await hopsOf(stage, hosts, () => signIn(stage))
    expect(hops[0]).toEqual({ hop: login, early: false })
    expect(hops.length).toBeGreaterThan(1)
    expect((await stage.json(['logout'])).doc).toMatchObject({ ok: true })
    let whole = false
    for (const { hop } of hops) {
      const before = logins(stage)
      await killAt(stage, hop, () => signIn(stage))
      whole ||= wholeFrom !== undefined && hop.endsWith(wholeFrom)
      // The next start signs in to nothing by itself.
      expect(await call(stage), hop).toMatchObject({ ok: false, error: { code: 'CAMPUS_SIGN_IN_NEEDED' } })
      expect(await keychain.lookUp('pku-harness/sim', `${student}/password/`) !== undefined, hop).toBe(whole)
      expect(logins(stage) - before, hop).toBe(1)
    }
    expect(whole).toBe(wholeFrom !== undefined)
    expect(await signIn(stage)).toMatchObject({ code: 0 })
    const before = logins(stage)
    expect(await call(stage)).toMatchObject({ ok: true })
    expect(logins(stage)).toBe(before)
  }), 300_000)

  it('killed at any request of a renewal: nothing is sent again by itself, the next call renews at most once, and the password is untouched', () => withStage(async (stage, keychain) => {
    const { campus } = stage
    expect(await signIn(stage)).toMatchObject({ code: 0 })
    const password = () => keychain.lookUp('pku-harness/sim', `${student}/password/`)
    const kept = await password()
    const renewing = () => { campus.switches.expire = [...ends]; return call(stage) }
    expect(await call(stage)).toMatchObject({ ok: true })
    const hops = await hopsOf(stage, hosts, renewing)
    expect(hops[0]).toEqual({ hop: login, early: false })
    expect(hops.length).toBeGreaterThan(1)
    for (const { hop, early } of hops) {
      const before = logins(stage)
      await killAt(stage, hop, renewing)
      const killed = logins(stage)
      expect(killed - before, hop).toBe(early ? 0 : 1)
      expect(await call(stage), hop).toMatchObject({ ok: true })
      expect(logins(stage) - killed, hop).toBeLessThanOrEqual(1)
      expect(await password()).toBe(kept)
    }
  }), 300_000)
})
