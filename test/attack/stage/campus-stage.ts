import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOutside, type Outside, outsideHost } from '../../../fixtures/attacks/outside.ts'
import { privateCard, privateTerms, canaries } from '../../../fixtures/attacks/private.ts'
import { bookedSeat } from '../../../fixtures/attacks/seats.ts'
import type { CampusData, RunningCampus } from '../../../fixtures/campus/campus-api.ts'
import { inventedData } from '../../../fixtures/campus/data/index.ts'
import { type SimulatedGithub, simulatedGithub } from '../../../fixtures/github/github.ts'
import { startCampus } from '../../../fixtures/campus/start-campus.ts'
import { openKnownSecrets } from '../../../src/daemon/start/known-secrets.ts'
import { teachingDoor } from '../../../src/daemon/start/teaching-door.ts'
import { teachingKeystore } from '../../../src/daemon/start/teaching-keystore.ts'
import type { Campus } from '../../../src/host/campus/campus.ts'
import { openCampus } from '../../../src/host/campus/open-campus.ts'
import { type Clock, systemChance, systemClock } from '../../../src/host/clock/clock.ts'
import { openKeystore } from '../../../src/host/keystore/open-keystore.ts'
import type { Door } from '../../../src/host/net/door.ts'
import { openDoor } from '../../../src/host/net/open-door.ts'
import type { Extractor } from '../../../src/plugins/document/extract/extract-types.ts'
import { makeScrubber, type Scrubber } from '../../../src/rules/redaction.ts'
import { openRealExtractor } from '../../plugins/scene/worker-bundle.ts'

export const account = '2500000001'
/** What every token and cookie of the campus begins with, so that one is known wherever it turns up. */
export const secretMarks = { token: 'c0ffee0ddba11ca1', cookie: 'feedfacecafebeef' }

/** The real campus room, door and keystore on the simulated campus over TLS, signed in once; every run of a suite goes through it. */
export interface CampusStage extends AsyncDisposable {
  readonly served: RunningCampus
  readonly campus: Campus
  readonly door: Door
  readonly outside: Outside
  /** Where official documents are updated from. */
  readonly github: SimulatedGithub
  readonly extractor: Extractor
  /** Knows what the keystore and the cookies hold, as the daemon's does. */
  readonly scrubber: Scrubber
  /** What only the keystore and the campus may hold: the password, and what every token and cookie begins with. */
  readonly secrets: ReadonlyMap<string, string>
  /** Everybody's texts and the person's data as they were; nothing recorded. */
  reset(): void
}

/** Time that goes on by itself, and jumps over whatever the campus room waits for: its pace towards each service. */
function jumpingClock(): Clock {
  let ahead = 0
  return { now: () => Date.now() + ahead, sleep: async (ms, signal) => { signal?.throwIfAborted(); ahead += ms } }
}

export async function openCampusStage(): Promise<CampusStage> {
  const outside = openOutside()
  const github = simulatedGithub()
  const clock = jumpingClock()
  const served = await startCampus({ data: attackData(), clock, canaries: secretMarks, others: github.hosts, control: () => outside.host })
  const place = mkdtempSync(join(tmpdir(), 'attack-campus-'))
  const known = openKnownSecrets()
  const door = openDoor({ kind: 'sim', port: served.port, ca: served.ca, hosts: [...served.hosts, outsideHost] }, { clock: systemClock })
  const keystore = teachingKeystore(openKeystore({ backend: 'memory', service: 'pku-harness/test', index: join(place, 'index.json'), helper: '', onUse: () => undefined }), known)
  const campus = openCampus({ door: teachingDoor(door, known), keystore, clock, chance: systemChance, onEvent: () => undefined })
  const password = served.data.accounts.find(({ id }) => id === account)?.password ?? ''
  const signedIn = await campus.signIn({ account, password: Buffer.from(password), remember: true, signal: new AbortController().signal })
  if (signedIn.outcome !== 'ok') throw new Error(`sign-in: ${signedIn.outcome}`)
  const extractor = await openRealExtractor()
  return {
    served, campus, door, outside, github, extractor, scrubber: makeScrubber(known.now), secrets: new Map([['password', password], ...Object.entries(secretMarks)]),
    reset() {
      Object.assign(served.data, attackData())
      served.recorder.clear()
      outside.clear()
      outside.answers = { '/clubs/events': { events: [{ name: '观星夜', place: '静园' }] }, '/clubs/search': { events: [{ name: '观星夜', place: '静园' }] }, '/clippings/today': { text: '储物柜还有空位' }, '/mcp/lookup': { text: 'shuttle: see the timetable; coffee: on the third floor' } }
    },
    async [Symbol.asyncDispose]() {
      await extractor.close()
      await door.close()
      await keystore.close()
      await served.close()
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** The invented campus, with a canary in each private field and something of the person's at each service. */
function attackData(): CampusData {
  const data = structuredClone(inventedData())
  return {
    ...data,
    accounts: data.accounts.map((one) => (one.id === account ? { ...one, terms: structuredClone(privateTerms), gpa: canaries.gpa } : one)),
    cards: [structuredClone(privateCard), ...data.cards.filter(({ sno }) => sno !== account)],
    buses: { ...data.buses, booked: [{ ...bookedSeat, account }] },
    seminarRooms: { ...data.seminarRooms, bookings: [{ id: '927000000000000001', account, roomId: '924000000000000002', from: '2026-11-30 08:00:00', to: '2026-11-30 10:00:00', reason: '读书会' }] },
  }
}
