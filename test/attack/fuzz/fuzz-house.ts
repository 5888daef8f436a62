import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { systemChance } from '../../../src/host/clock/clock.ts'
import { openStore } from '../../../src/host/store/open-store.ts'
import type { Store } from '../../../src/host/store/store.ts'
import type { Card } from '../../../src/monitor/approvals/approvals.ts'
import { createApprovals } from '../../../src/monitor/approvals/create-approvals.ts'
import { createMonitor } from '../../../src/monitor/create-monitor.ts'
import type { House } from '../../../src/monitor/house.ts'
import type { Monitor } from '../../../src/monitor/monitor.ts'
import { createRegistry } from '../../../src/plugins/registry/create-registry.ts'
import type { RegisteredTool } from '../../../src/plugins/registry/plugin.ts'
import { nameDestination } from '../../../src/rules/destination.ts'
import { makeScrubber } from '../../../src/rules/redaction.ts'
import { scriptedCampus } from '../../monitor/world/campus.ts'
import { fakeClock } from '../../monitor/world/fake-clock.ts'
import { account } from '../stage/campus-stage.ts'
import { runPlaces } from '../stage/plain-house.ts'
import { type FastStore, fastStore } from './fast-store.ts'
import type { Arrival, ToolSet } from './tool-set.ts'

/** A real monitor, registry and queue over tools that write down what arrives. */
export interface FuzzHouse extends Disposable {
  readonly monitor: Monitor
  readonly account: string
  readonly set: ToolSet
  readonly arrivals: Seen[]
  readonly shown: { readonly card: Card; readonly approved: boolean }[]
  readonly told: FastStore['told']
  /** Somebody else's plugin is there. */
  readonly guided: boolean
  readonly signal: AbortSignal
  answer: 'none' | 'no' | 'yes'
  forget(): void
}

/** What arrived, and the calls whose intents stood open at that moment. */
export interface Seen extends Arrival { readonly openIntents: ReadonlySet<string> }

/** What stands in a house for its own parts, so that what must never be is there to be found. */
export interface Parts {
  readonly monitor: (house: House) => Monitor
  readonly store: (store: Store) => Store
  /** A tool as the registry has it. What arrives is told of the tool as it was made. */
  readonly tool: (tool: RegisteredTool) => RegisteredTool
}
const ownParts: Parts = { monitor: (house) => createMonitor(house), store: (store) => store, tool: (tool) => tool }

/** @param make the tools, given where their runs arrive */
export function openFuzzHouse(make: (arrived: (arrival: Arrival) => void) => ToolSet, parts: Partial<Parts> = {}): FuzzHouse {
  const build = { ...ownParts, ...parts }
  const arrivals: Seen[] = []
  const shown: FuzzHouse['shown'] = []
  const set = make((arrival) => { arrivals.push({ ...arrival, openIntents: new Set([...told.intents].flatMap(([callId, stands]) => (stands === 'open' ? [callId] : []))) }) })
  const place = mkdtempSync(join(runPlaces, 'fuzz-'))
  const clock = fakeClock()
  const real = openStore(join(place, 'harness.db'), { clock, chance: systemChance })
  const registry = createRegistry({ switches: { isOff: () => false, setOff: () => undefined } })
  for (const plugin of set.plugins) {
    registry.register({ ...plugin, tools: plugin.tools.map(build.tool) })
    for (const destination of new Set(plugin.tools.flatMap(({ facts }) => facts.destinations.map(nameDestination)))) real.consents.accept({ account, plugin: plugin.id, destination })
  }
  const { store: fast, told, forget } = fastStore(real, clock)
  const store = build.store(fast)
  const approvals = createApprovals({ store, clock })
  const scrubber = makeScrubber(() => [])
  const monitor = build.monitor({
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
