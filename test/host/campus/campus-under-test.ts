import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { type CampusOptions, startCampus } from '../../../fixtures/campus/start-campus.ts'
import type { RunningCampus } from '../../../fixtures/campus/campus-api.ts'
import type { Campus, CampusEvent, CampusLimits, SignInRequest } from '../../../src/host/campus/campus.ts'
import { openCampus } from '../../../src/host/campus/open-campus.ts'
import { type Clock, systemChance } from '../../../src/host/clock/clock.ts'
import type { Keystore } from '../../../src/host/keystore/keystore.ts'
import { openKeystore } from '../../../src/host/keystore/open-keystore.ts'
import type { Door, TraceEntry } from '../../../src/host/net/door.ts'
import { openDoor } from '../../../src/host/net/open-door.ts'
import type { CampusRequest, Effect } from '../../../src/sdk/index.ts'

/** A clock whose sleeps pass at once; both the campus and the simulated one go by it. */
export interface FastClock extends Clock { advance(ms: number): void; readonly slept: number[] }

export function fastClock(start = Date.now()): FastClock {
  const began = performance.now()
  let ahead = 0
  const slept: number[] = []
  return {
    slept,
    now: () => Math.floor(start + (performance.now() - began) + ahead),
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      slept.push(ms)
      ahead += ms
    },
    advance(ms) { ahead += ms },
  }
}

/** The real campus room over the real door, against the simulated campus over TLS. */
export interface UnderTest {
  readonly sim: RunningCampus
  readonly campus: Campus
  readonly keystore: Keystore
  readonly clock: FastClock
  readonly events: CampusEvent[]
  readonly traces: TraceEntry[]
  /** Makes the simulated campus answer this GET (host, path and query) with these bytes. */
  serve(url: string, type: 'json' | 'html' | 'htm' | 'png', content: string | Uint8Array): void
  /** A second daemon's worth of campus on the same keystore: what a restart finds. */
  restart(): ReturnType<typeof openCampus>
  login(over?: Partial<SignInRequest> & { readonly pass?: string }): ReturnType<Campus['signIn']>
  ask(request: CampusRequest, effect?: Effect, signal?: AbortSignal): ReturnType<Campus['request']>
  /** How many oauthlogin.do the simulated IAAA has seen. */
  logins(): number
}

export const student = '2500000001'
export const withToken = '2500000002'
export const passwordOf: Readonly<Record<string, string>> = {
  [student]: 'correct-horse-01', [withToken]: 'correct-horse-02', '2500000003': 'correct-horse-03', '2500000004': 'correct-horse-04',
  '2500000005': 'correct-horse-05', '2500000006': '12345678', '2500000007': 'correct-horse-07',
}
export const seedOfToken = 'NVXXG2LNORSXG5BSGAZDMMBR'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

export interface TestOptions {
  /** How far the simulated campus's clock is ahead of ours. */
  readonly skewMs?: number
  readonly now?: number
  /** Whether the door has the certificate at hand that the hosts of `shortChains` do not send. */
  readonly knowsIntermediate?: boolean
  /** Puts a failure in the real door's way. */
  readonly breakDoor?: (door: Door) => Door
}

export async function underTest(options: Omit<CampusOptions, 'clock'> & TestOptions = {}): Promise<UnderTest> {
  const { skewMs = 0, now, breakDoor = (door) => door, knowsIntermediate = false, ...rest } = options
  const clock = fastClock(now)
  const sim = await startCampus({ ...rest, clock: { now: () => clock.now() + skewMs } })
  const extra = knowsIntermediate && sim.intermediate !== undefined ? { 'course.pku.edu.cn': sim.intermediate } : {}
  const door = breakDoor(openDoor({ kind: 'sim', port: sim.port, ca: sim.ca, hosts: sim.hosts, missingIntermediates: extra }, { clock }))
  const folder = mkdtempSync(join(tmpdir(), 'campus-test-'))
  const keystore = openKeystore({ backend: 'memory', service: 'pku-harness/sim', index: '', helper: '', onUse: () => undefined })
  const events: CampusEvent[] = []
  const traces: TraceEntry[] = []
  const opened = () => openCampus({ door, keystore, clock, chance: systemChance, onEvent: (event) => events.push(event) })
  let campus = opened()
  open.push(async () => {
    await door.close()
    await sim.close()
    await keystore.close()
    rmSync(folder, { recursive: true })
  })
  const limits = (effect: Effect, signal: AbortSignal): CampusLimits => ({ effect, signal, trace: (entry) => { traces.push(entry) } })
  return {
    sim, keystore, clock, events, traces,
    get campus() { return campus },
    serve(url, type, content) {
      const file = join(folder, `${Object.keys(sim.switches.files).length}.${type}`)
      writeFileSync(file, content)
      sim.switches.files = { ...sim.switches.files, [url]: file }
    },
    restart: () => (campus = opened()),
    login({ pass, ...over } = {}) {
      const account = over.account ?? student
      return campus.signIn({
        account, remember: true, signal: new AbortController().signal, password: Buffer.from(pass ?? passwordOf[account] ?? ''), ...over,
      })
    },
    ask: (request, effect = 'read', signal = new AbortController().signal) => campus.request(student, request, limits(effect, signal)),
    logins: () => sim.recorder.count({ host: 'iaaa.pku.edu.cn', path: '/iaaa/oauthlogin.do' }),
  }
}

export const scores: CampusRequest = { service: 'portal', path: '/publicQuery/ctrl/topic/myScore/retrScores.do' }
export const holes: CampusRequest = { service: 'treehole', path: '/chapi/api/v3/hole/list', query: { page: 1, limit: 25 } }
export const classrooms: CampusRequest = {
  service: 'portal-public', path: '/publicQuery/classroomQuery/retrClassRoomFree.do', query: { buildingName: '理教', time: '今天' },
}

/** Waits, in real time, for something that happens elsewhere. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 500) throw new Error('it never came to that')
    await new Promise((resolve) => { setTimeout(resolve, 10) })
  }
}
