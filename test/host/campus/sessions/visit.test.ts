import { CookieJar } from 'tough-cookie'
import { afterEach, describe, expect, it } from 'vitest'
import { startCampus } from '../../../../fixtures/campus/start-campus.ts'
import { openIaaaMemories } from '../../../../src/host/campus/iaaa/memory.ts'
import { openPace } from '../../../../src/host/campus/request/pace.ts'
import { course } from '../../../../src/host/campus/services/course.ts'
import { elective } from '../../../../src/host/campus/services/elective.ts'
import { isSignedIn, type SignedInService } from '../../../../src/host/campus/services/service.ts'
import { establish } from '../../../../src/host/campus/sessions/establish.ts'
import { openVisit } from '../../../../src/host/campus/sessions/visit.ts'
import { systemChance } from '../../../../src/host/clock/clock.ts'
import { openKeystore } from '../../../../src/host/keystore/open-keystore.ts'
import { openDoor } from '../../../../src/host/net/open-door.ts'
import { fastClock, student } from '../campus-under-test.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => { for (const close of closing.splice(0)) await close() })

async function means() {
  const clock = fastClock()
  const sim = await startCampus({ clock })
  const door = openDoor({ kind: 'sim', port: sim.port, ca: sim.ca, hosts: sim.hosts }, { clock })
  const keystore = openKeystore({ backend: 'memory', service: 'pku-harness/sim', index: '', helper: '', onUse: () => undefined })
  closing.push(() => door.close(), () => sim.close(), () => keystore.close())
  const deps = { door, keystore, clock, chance: systemChance, onEvent: () => undefined }
  return { sim, deps, pace: openPace(clock), memories: openIaaaMemories(keystore) }
}

describe('a visit', () => {
  it.each([
    ['/elective2008/nowhere'], ['https://elective.pku.edu.cn/elective2008/nowhere'], ['http://elective.pku.edu.cn/elective2008/nowhere'], ['http://elective.pku.edu.cn:80/elective2008/nowhere'],
  ])('to %s goes over https', async (at) => {
    const { sim, deps, pace } = await means()
    const visit = openVisit(deps, pace, elective, { account: student, device: '', jar: new CookieJar(), signal: undefined, ask: undefined })
    expect((await visit.go(at)).url).toBe('https://elective.pku.edu.cn/elective2008/nowhere')
    expect(sim.recorder.count({ host: 'elective.pku.edu.cn', path: '/elective2008/nowhere' })).toBe(1)
  })

  it.each([
    ['https://course.pku.edu.cn/', 'NET_HOST_UNDECLARED'], ['http://elective.pku.edu.cn:8080/', 'NET_PORT_FORBIDDEN'], ['//course.pku.edu.cn/', 'NET_HOST_UNDECLARED'],
    ['https://elective.pku.edu.cn@course.pku.edu.cn/', 'NET_URL_USERINFO'], ['file:///etc/passwd', 'NET_SCHEME'],
  ])('to %s goes nowhere', async (at, code) => {
    const { sim, deps, pace } = await means()
    const visit = openVisit(deps, pace, elective, { account: student, device: '', jar: new CookieJar(), signal: undefined, ask: undefined })
    const went = await visit.go(at).then(({ url }) => new URL(url).hostname, (error: { code: string }) => error.code)
    expect([code, 'elective.pku.edu.cn']).toContain(went)
    expect(sim.recorder.count({ host: 'course.pku.edu.cn' })).toBe(0)
  })
})

describe('a service that has to be seen before it says which application it is', () => {
  async function signsIn(seen: string) {
    const house = await means()
    if (!isSignedIn(course) || !course.signedIn.app) throw new TypeError('course signs in at IAAA')
    const app = course.signedIn.app('', openVisit(house.deps, house.pace, course, { account: student, device: '', jar: new CookieJar(), signal: undefined, ask: undefined }))
    const service: SignedInService = {
      ...course, signedIn: { ...course.signedIn, through: undefined, app: async (_device, visit) => { await visit.go(seen); return app } },
    }
    const act = { account: student, by: 'person', password: Buffer.from('correct-horse-01'), ask: undefined, trustDevice: false, signal: new AbortController().signal, version: 1 } as const
    return { sim: house.sim, ended: await establish(house, service, act) }
  }

  it('is visited with the session\'s own jar before IAAA is asked', async () => {
    const { sim, ended } = await signsIn('/webapps/login/')
    expect(ended).toMatchObject({ outcome: 'ok' })
    expect(sim.recorder.all()[0]).toMatchObject({ host: 'course.pku.edu.cn', path: '/webapps/login/' })
  })

  it('that cannot be seen ends the act before any login is sent', async () => {
    const { sim, ended } = await signsIn('https://iaaa.pku.edu.cn/')
    expect(ended).toEqual({ outcome: 'network-before-send', message: 'NET_HOST_UNDECLARED' })
    expect(sim.recorder.all()).toEqual([])
  })
})
