import type { Clock } from '../host/clock/clock.ts'
import type { CallOutcome } from '../monitor/call-request.ts'
import type { Monitor } from '../monitor/monitor.ts'
import { type FixtureInput } from '../plugins/author/fixture.ts'
import { readPlugin } from '../plugins/author/read-plugin.ts'
import { recordRuns } from '../plugins/author/record-run.ts'
import { loadDocument } from '../plugins/document/load-document.ts'
import type { House as Reading } from '../plugins/document/run/run-state.ts'
import type { InstalledRows } from '../plugins/market/installed-rows.ts'
import type { Kept } from '../plugins/market/market-house.ts'
import type { RegisteredPlugin, Registry } from '../plugins/registry/plugin.ts'
import { HarnessError } from '../rules/errors/index.ts'
import type { JsonObject } from '../rules/json.ts'
import type { Scrubber } from '../rules/redaction.ts'

export interface TrialHouse {
  readonly registry: Registry
  readonly reading: Reading
  readonly kept: Kept
  readonly rows: Pick<InstalledRows, 'leftBy' | 'tried' | 'try'>
  readonly scrubber: Scrubber
  readonly clock: Clock
  /** Numbers of all accounts kept here. */
  readonly accounts: () => readonly string[]
  /** The one monitor's way, over another registry. */
  readonly monitorOver: (registry: Registry) => Monitor
}

/** `recording` is absent where an answer held a secret of the keystore. */
export interface Trial { readonly outcome: CallOutcome; readonly recording: FixtureInput | undefined }
/** One call of a tool of a folder that is being worked on. */
export type TryPlugin = (call: { readonly folder: string; readonly tool: string; readonly args: JsonObject; readonly by: string }, request: Omit<Parameters<Monitor['invoke']>[0], 'tool' | 'args'>) => Promise<Trial>

/**
 * Runs a folder's plugin once, as a community document and through the monitor like any call. It is registered for that call
 * alone: no model, no other client and no list sees it, and what was agreed or stored for it ends with the call.
 * Rejects with `AUTHOR_DEV_*` for an id that is not free, and `AUTHOR_*`, `DOC_*`, `MARKET_*` for a folder that cannot be read.
 */
export function openTrials({ registry, reading, kept, rows, scrubber, clock, accounts, monitorOver }: TrialHouse): TryPlugin {
  return async ({ folder, tool, args, by }, request) => {
    const { plugin, recording } = recordRuns(loadDocument(readPlugin(folder).files, { trust: 'community' }, reading), clock.now)
    if (registry.plugin(plugin.id)) throw new HarnessError('AUTHOR_DEV_TAKEN', { plugin: plugin.id })
    // They are the removed one's, and the person's wish was to keep them.
    if (rows.leftBy(plugin.id) !== undefined) throw new HarnessError('AUTHOR_DEV_LEFT', { plugin: plugin.id })
    // The end of one trial would take what the other was given; and nothing is installed under the id meanwhile.
    if (rows.tried().includes(plugin.id)) throw new HarnessError('AUTHOR_DEV_BUSY', { plugin: plugin.id })
    const at = clock.now()
    rows.try(plugin.id, true)
    try {
      const outcome = await monitorOver(withPlugin(registry, plugin)).invoke({ ...request, tool: `${plugin.id}.${tool}`, args })
      return { outcome, recording: recording({ tool, args, at }, { isSecret: scrubber.holdsSecret, accounts: accounts() }) }
    } finally {
      endTrial(plugin.id, { kept, rows }, by)
    }
  }
}

/** After a crash: what was agreed or stored for a trial ends at the next start. */
export function endTrials({ kept, rows }: Pick<TrialHouse, 'kept'> & { readonly rows: Pick<InstalledRows, 'tried' | 'try'> }): void {
  for (const plugin of rows.tried()) endTrial(plugin, { kept, rows }, 'start')
}

/** The mark goes last: a process that dies before comes here again. */
function endTrial(plugin: string, { kept, rows }: Pick<TrialHouse, 'kept'> & { readonly rows: Pick<InstalledRows, 'try'> }, by: string): void {
  kept.removed(plugin, true, by)
  rows.try(plugin, false)
}

/** What is registered, and this one. */
function withPlugin(registry: Registry, own: RegisteredPlugin): Registry {
  return {
    ...registry,
    plugins: () => [...registry.plugins(), own],
    plugin: (id) => (id === own.id ? own : registry.plugin(id)),
    tool: (id) => own.tools.find(({ facts }) => facts.id === id) ?? registry.tool(id),
  }
}
