import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { systemChance } from '../../../src/host/clock/clock.ts'
import { openStore } from '../../../src/host/store/open-store.ts'
import type { Card } from '../../../src/monitor/approvals/approvals.ts'
import { createApprovals } from '../../../src/monitor/approvals/create-approvals.ts'
import { createMonitor } from '../../../src/monitor/create-monitor.ts'
import type { Monitor } from '../../../src/monitor/monitor.ts'
import { createRegistry } from '../../../src/plugins/registry/create-registry.ts'
import { nameDestination } from '../../../src/rules/destination.ts'
import { makeScrubber } from '../../../src/rules/redaction.ts'
import { scriptedCampus } from '../../monitor/world/campus.ts'
import { fakeClock } from '../../monitor/world/fake-clock.ts'
import { account } from '../stage/campus-stage.ts'
import { forcedMonitor } from '../stage/forced-monitor.ts'
import { runPlaces } from '../stage/plain-house.ts'
import { type FastStore, fastStore } from './fast-store.ts'
import type { Arrival, ToolSet } from './tool-set.ts'

/** A real monitor, registry and queue over tools that write down what arrives. */
export interface FuzzHouse extends Disposable {
  readonly monitor: Monitor
  readonly account: string
  readonly set: ToolSet
  readonly arrivals: Arrival[]
  readonly shown: { readonly card: Card; readonly approved: boolean }[]
  readonly told: FastStore['told']
  /** Somebody else's plugin is there. */
  readonly guided: boolean
  readonly signal: AbortSignal
  answer: 'none' | 'no' | 'yes'
  forget(): void
}

/**
 * @param make the tools, given where their runs arrive
 * @param forced every decision is to allow: what must never be is then there to be found
 */
export function openFuzzHouse(make: (arrived: (arrival: Arrival) => void) => ToolSet, forced = false): FuzzHouse {
  const arrivals: Arrival[] = []
  const shown: FuzzHouse['shown'] = []
  const set = make((arrival) => { arrivals.push(arrival) })
  const place = mkdtempSync(join(runPlaces, 'fuzz-'))
  const clock = fakeClock()
  const real = openStore(join(place, 'harness.db'), { clock, chance: systemChance })
  const registry = createRegistry({ switches: { isOff: () => false, setOff: () => undefined } })
  for (const plugin of set.plugins) {
    registry.register(plugin)
    for (const destination of new Set(plugin.tools.flatMap(({ facts }) => facts.destinations.map(nameDestination)))) real.consents.accept({ account, plugin: plugin.id, destination })
  }
  const { store, told, forget } = fastStore(real)
  const approvals = createApprovals({ store, clock })
  const scrubber = makeScrubber(() => [])
  const monitor = (forced ? forcedMonitor : createMonitor)({
    registry, store, approvals, campus: scriptedCampus(), web: { request: () => Promise.reject(new Error('no web here')) }, clock, chance: systemChance, scrubber, guards: [],
    signInNeeded: () => false, account: () => account, locked: () => false, auditDigest: (text) => createHmac('sha256', 'fuzz').update(text).digest('hex'),
  })
  const house: FuzzHouse = {
    monitor, account, set, arrivals, shown, told, forget, answer: 'none', signal: new AbortController().signal,
    guided: set.plugins.some(({ trust, state }) => state === 'ready' && (trust === 'community' || trust === 'remote')),
    [Symbol.dispose]: () => { real.close(); rmSync(place, { recursive: true, force: true }) },
  }
  approvals.attach('person')
  approvals.watch(({ kind, card }) => {
    if (kind !== 'asked') return
    const approved = house.answer === 'yes'
    shown.push({ card, approved })
    approvals.answer(card.id, approved ? 'once' : 'deny', 'person', card.typed)
  })
  return house
}
