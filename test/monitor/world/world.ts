import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemChance } from '../../../src/host/clock/clock.ts'
import { openStore, type StoreSeams } from '../../../src/host/store/open-store.ts'
import type { AuditRow, Store } from '../../../src/host/store/store.ts'
import { createApprovals } from '../../../src/monitor/approvals/create-approvals.ts'
import type { Approvals } from '../../../src/monitor/approvals/approvals.ts'
import type { CallOutcome, CallRequest } from '../../../src/monitor/call-request.ts'
import { createMonitor } from '../../../src/monitor/create-monitor.ts'
import type { House } from '../../../src/monitor/house.ts'
import { createSessionGrants, type SessionGrants } from '../../../src/monitor/standing/session-grants.ts'
import { createRegistry } from '../../../src/plugins/registry/create-registry.ts'
import type { RegisteredPlugin, Registry } from '../../../src/plugins/registry/plugin.ts'
import { nameDestination } from '../../../src/rules/destination.ts'
import { type ScriptedCampus, scriptedCampus } from './campus.ts'
import { type FakeClock, fakeClock } from './fake-clock.ts'

export const account = '2500000001'

export interface World extends Disposable {
  readonly store: Store
  readonly registry: Registry
  readonly approvals: Approvals
  readonly sessionGrants: SessionGrants
  readonly campus: ScriptedCampus
  readonly clock: FakeClock
  /** Mutable: what a test changes in the middle of a call. */
  readonly now: { account: string | undefined; locked: boolean }
  call(tool: string, args?: unknown, given?: Partial<CallRequest>): Promise<CallOutcome>
  audit(): readonly AuditRow[]
}

export interface WorldGiven {
  readonly plugins: readonly RegisteredPlugin[]
  readonly house?: Partial<House>
  /** The plugins whose destinations the person agreed to; all of them unless said otherwise. */
  readonly agreed?: readonly string[]
  readonly store?: (store: Store) => Store
  /** What an audit row's detail goes through before it is kept; it stays as it is unless said otherwise. */
  readonly scrub?: StoreSeams['scrub']
}

/** A house on a real database and registry in a place of its own; time stands still. */
export function makeWorld({ plugins, house = {}, agreed, store: wrap = (same) => same, scrub }: WorldGiven): World {
  const place = mkdtempSync(join(tmpdir(), 'monitor-'))
  const clock = fakeClock()
  const real = openStore(join(place, 'harness.db'), { clock, chance: systemChance, ...(scrub ? { scrub } : {}) })
  const store = wrap(real)
  const off = new Set<string>()
  const registry = createRegistry({ switches: { isOff: (id) => off.has(id), setOff: (id, is) => { if (is) off.add(id); else off.delete(id) } } })
  for (const plugin of plugins) registry.register(plugin)
  for (const plugin of plugins.filter(({ id }) => agreed?.includes(id) ?? true)) {
    const places = new Set(plugin.tools.flatMap(({ facts }) => facts.destinations.map(nameDestination)))
    for (const destination of places) real.consents.accept({ account, plugin: plugin.id, destination })
  }
  const approvals = createApprovals({ store, clock })
  const campus = scriptedCampus()
  const now: World['now'] = { account, locked: false }
  const sessionGrants = createSessionGrants(clock)
  const monitor = createMonitor({
    registry, store, approvals, campus, clock, chance: systemChance, guards: [],
    signInNeeded: () => false, web: { request: () => Promise.reject(new Error('no web here')) }, scrubber: { text: (text) => text, json: (value) => value, holdsSecret: () => false },
    account: () => now.account, locked: () => now.locked, auditDigest: (text) => createHmac('sha256', 'test key').update(text).digest('hex'), ...house,
  }, sessionGrants)
  return {
    store, registry, approvals, sessionGrants, campus, clock, now,
    call: (tool, args = {}, given = {}) => monitor.invoke({
      tool, args, principal: 'agent', account, turn: undefined, client: 'client-1', lang: 'en', signal: new AbortController().signal, ...given,
    }),
    audit: () => real.audit.list(),
    [Symbol.dispose]: () => { real.close(); rmSync(place, { recursive: true, force: true }) },
  }
}

/** The error of an outcome that must have one. */
export function errorOf(outcome: CallOutcome) {
  if (outcome.ok) throw new Error(`expected a failure, got ${JSON.stringify(outcome.data)}`)
  return outcome.error
}

/** The data of an outcome that must be one. */
export function dataOf(outcome: CallOutcome) {
  if (!outcome.ok) throw new Error(`expected a result, got ${outcome.error.code}: ${outcome.error.message}`)
  return outcome.data
}
