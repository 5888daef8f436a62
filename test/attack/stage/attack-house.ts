import { createHmac } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Ground } from '../../../fixtures/attacks/carriers.ts'
import type { Ledger } from '../../../fixtures/attacks/ledger.ts'
import { systemChance } from '../../../src/host/clock/clock.ts'
import { openStore } from '../../../src/host/store/open-store.ts'
import type { Store } from '../../../src/host/store/store.ts'
import type { Approvals } from '../../../src/monitor/approvals/approvals.ts'
import { createApprovals } from '../../../src/monitor/approvals/create-approvals.ts'
import { createMonitor } from '../../../src/monitor/create-monitor.ts'
import type { House } from '../../../src/monitor/house.ts'
import type { Monitor } from '../../../src/monitor/monitor.ts'
import { webThrough } from '../../../src/monitor/web-through-door.ts'
import { openPluginLife, type PluginLife } from '../../../src/daemon/plugin-life.ts'
import { createRegistry } from '../../../src/plugins/registry/create-registry.ts'
import type { Registry } from '../../../src/plugins/registry/plugin.ts'
import type { Scrubber } from '../../../src/rules/redaction.ts'
import { fakeClock, type FakeClock } from '../../monitor/world/fake-clock.ts'
import { agree, type Base } from './base.ts'
import { account, type CampusStage } from './campus-stage.ts'
import { forcedMonitor } from './forced-monitor.ts'
import { runPlaces } from './plain-house.ts'

/** One house of a run: a database, registry, queue and monitor of its own over the campus that all runs share. */
export interface AttackHouse extends Disposable {
  readonly store: Store
  readonly registry: Registry
  readonly approvals: Approvals
  readonly monitor: Monitor
  readonly scrubber: Scrubber
  readonly ledger: Ledger
  readonly clock: FakeClock
  /** The daemon's own: the assistant's tools for plugins, and what installs and updates them. */
  readonly life: PluginLife
  /** The folder with all that it wrote. */
  readonly place: string
}

export interface HouseGiven {
  readonly stage: CampusStage
  readonly base: Base
  readonly guidance: Ground['guidance']
  /** The document `clippings` is to be installed from its link. */
  readonly byLink: boolean
  /** Nothing is installed but what ships. */
  readonly alone?: boolean
  /** Every decision is to allow. */
  readonly forced: boolean
}

/** The shipped plugins as they ship, with the suite's own beside them, all agreed to. */
export function openHouse({ stage, base, guidance, byLink, alone = false, forced }: HouseGiven): AttackHouse {
  const place = mkdtempSync(join(runPlaces, 'attack-'))
  const database = join(place, 'harness.db')
  copyFileSync(base.database, database)
  const clock = fakeClock(Date.now())
  const { scrubber } = stage
  const store = openStore(database, { clock, chance: systemChance })
  base.ledger.clear()
  const registry = createRegistry({ switches: { isOff: () => false, setOff: () => undefined } })
  const others = [base.clubs({ plugin: guidance['community-plugin'], tool: guidance['community-tool'] }), base.remote({ tool: guidance['remote-tool'], argument: guidance['remote-argument'], plugin: guidance['remote-plugin'] })]
  for (const plugin of base.plugins) registry.register(plugin)
  const life = openPluginLife({ store, registry, reading: base.reading, door: stage.door, data: join(place, 'data'), kept: { agreed: (plugin) => { agree(store, [plugin]) }, removed: nothing, otherOwner: nothing, changed: nothing } })
  if (!alone) for (const plugin of [...others, ...(byLink ? [] : [base.clippings])]) registry.register(plugin)
  const approvals = createApprovals({ store, clock })
  const house: House = {
    registry, store, approvals, campus: stage.campus, web: webThrough(stage.door), clock, chance: systemChance, scrubber, guards: [],
    signInNeeded: () => false, account: () => account, locked: () => false, auditDigest: (text) => createHmac('sha256', 'attack').update(text).digest('hex'),
  }
  return {
    store, registry, approvals, scrubber, ledger: base.ledger, clock, life, place, monitor: forced ? forcedMonitor(house) : createMonitor(house),
    [Symbol.dispose]: () => { life.close(); store.close(); rmSync(place, { recursive: true, force: true }) },
  }
}

const nothing = (): void => undefined
