import { createHmac } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemChance, systemClock } from '../../../src/host/clock/clock.ts'
import { openStore } from '../../../src/host/store/open-store.ts'
import type { Store } from '../../../src/host/store/store.ts'
import type { Approvals } from '../../../src/monitor/approvals/approvals.ts'
import { createApprovals } from '../../../src/monitor/approvals/create-approvals.ts'
import { createMonitor } from '../../../src/monitor/create-monitor.ts'
import type { House } from '../../../src/monitor/house.ts'
import type { Monitor } from '../../../src/monitor/monitor.ts'
import { createRegistry } from '../../../src/plugins/registry/create-registry.ts'
import type { RegisteredPlugin, Registry } from '../../../src/plugins/registry/plugin.ts'
import { nameDestination } from '../../../src/rules/destination.ts'
import { makeScrubber } from '../../../src/rules/redaction.ts'
import { fakeClock, type FakeClock } from '../../monitor/world/fake-clock.ts'
import { scriptedCampus } from '../../monitor/world/campus.ts'
import { account } from './campus-stage.ts'
import { forcedMonitor } from './forced-monitor.ts'

/** In memory where there is such a place: nothing here is about a loss of power, and a run has dozens of commits. */
export const runPlaces = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A real monitor, registry, queue and database over plugins that have no campus behind them. */
export interface PlainHouse extends Disposable {
  readonly store: Store
  readonly registry: Registry
  readonly approvals: Approvals
  readonly monitor: Monitor
  readonly clock: FakeClock
  readonly scrubber: House['scrubber'] & ReturnType<typeof makeScrubber>
}

/** An empty database to copy: migrations are not what these runs are about. */
export function emptyDatabase(): Disposable & { readonly path: string } {
  const place = mkdtempSync(join(runPlaces, 'attack-empty-'))
  const path = join(place, 'harness.db')
  openStore(path, { clock: systemClock, chance: systemChance }).close()
  return { path, [Symbol.dispose]: () => { rmSync(place, { recursive: true, force: true }) } }
}

export function openPlainHouse(plugins: readonly RegisteredPlugin[], forced: boolean, database: string): PlainHouse {
  const place = mkdtempSync(join(runPlaces, 'attack-'))
  copyFileSync(database, join(place, 'harness.db'))
  const clock = fakeClock(Date.parse('2026-11-30T10:00:00+08:00'))
  const store = openStore(join(place, 'harness.db'), { clock, chance: systemChance })
  const registry = createRegistry({ switches: { isOff: () => false, setOff: () => undefined } })
  store.transaction(() => {
    for (const plugin of plugins) {
      registry.register(plugin)
      for (const destination of new Set(plugin.tools.flatMap(({ facts }) => facts.destinations.map(nameDestination)))) store.consents.accept({ account, plugin: plugin.id, destination })
    }
  })
  const approvals = createApprovals({ store, clock })
  const scrubber = makeScrubber(() => [])
  const house: House = {
    registry, store, approvals, campus: scriptedCampus(), web: { request: () => Promise.reject(new Error('no web here')) }, clock, chance: systemChance, scrubber, guards: [],
    signInNeeded: () => false, account: () => account, locked: () => false, auditDigest: (text) => createHmac('sha256', 'attack').update(text).digest('hex'),
  }
  return {
    store, registry, approvals, clock, scrubber, monitor: forced ? forcedMonitor(house) : createMonitor(house),
    [Symbol.dispose]: () => { store.close(); rmSync(place, { recursive: true, force: true }) },
  }
}
