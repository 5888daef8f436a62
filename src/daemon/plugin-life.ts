import { join } from 'node:path'
import { pluginsPlugin } from '../../plugins/bundled/plugins/index.ts'
import type { Door } from '../host/net/door.ts'
import type { Store } from '../host/store/store.ts'
import { adaptBundled } from '../plugins/bundled/adapt-bundled.ts'
import type { House as Reading } from '../plugins/document/run/run-state.ts'
import { type InstalledRows, installedRows } from '../plugins/market/installed-rows.ts'
import { linkOf, officialSource } from '../plugins/market/source.ts'
import { isOlder } from '../plugins/market/is-older.ts'
import { loadInstalled } from '../plugins/market/load-installed.ts'
import { type Market, openMarket } from '../plugins/market/open-market.ts'
import type { Kept } from '../plugins/market/market-house.ts'
import { type Marketplaces, openMarketplaces } from '../plugins/market/marketplaces.ts'
import { storedCopies } from '../plugins/market/stored-copies.ts'
import type { Registry } from '../plugins/registry/plugin.ts'
import { openProposals, type Proposals } from './plugin-proposals.ts'
import { endTrials } from './trials.ts'
import { watchFolders } from './watch-folders.ts'
import { shippedPath } from './protocol/bundles.ts'

export interface PluginLife {
  readonly market: Market
  readonly marketplaces: Marketplaces
  readonly rows: ReturnType<typeof installedRows>
  readonly proposals: Proposals
  close(): void
}

export interface LifeHouse {
  readonly store: Store
  /** With all that ships in it. */
  readonly registry: Registry
  readonly reading: Reading
  readonly door: Door
  /** The profile's data directory. */
  readonly data: string
  readonly kept: Kept
}

/**
 * Registers what the person installed, from the copies on this disk alone: a start needs no network. Of an official document
 * that ships, the newer of the shipped and the stored version runs.
 */
export function openPluginLife({ store, registry, reading, door, data, kept }: LifeHouse): PluginLife {
  const [rows, copies] = [installedRows(store.settings), storedCopies(join(data, 'plugins'))]
  const proposals = openProposals({ settings: store.settings, clock: reading.clock, drafts: join(data, 'drafts') })
  registry.register(adaptBundled(pluginsPlugin(proposals.host), reading))
  const shipped = new Set(registry.plugins().filter(({ form }) => form === 'document').map(({ id }) => id))
  endTrials({ kept, rows })
  ownersOnly(registry, rows, kept)
  for (const [id, row] of rows.all()) {
    const held = registry.plugin(id)
    if (!held) { registry.register(loadInstalled(id, row, copies, reading)); continue }
    const stored = shipped.has(id) && row.trust === 'official' && isOlder(held.version, row.version) ? loadInstalled(id, row, copies, reading) : undefined
    if (stored?.state === 'ready') registry.update(stored)
    // What ships caught up, or came to have the id: its own version runs, and nothing that was given to another one goes on.
    else if (!stored) store.transaction(() => {
      rows.drop(id)
      if (row.trust !== 'official') { kept.removed(id, true, 'start'); registry.enable(id, true) }
      store.audit.append({ kind: 'plugin.changed', plugin: id, detail: { event: 'replaced', hash: row.hash, version: held.version, by: 'start' } })
    })
  }
  copies.sweep(rows.hashes())
  const life = new AbortController()
  const watch = watchFolders(rows, (plugin) => { void market.update(plugin, 'folder', life.signal).catch(() => undefined) })
  const market = openMarket({
    store, registry, reading, campus: reading.campus, door, clock: reading.clock, copies, rows, shipped,
    kept: { ...kept, changed: (plugin) => { kept.changed(plugin); watch.sync() } },
  })
  watch.sync()
  return { market, rows, proposals, close: () => { life.abort(new Error('stopped')); watch.close() }, marketplaces: openMarketplaces({ settings: store.settings, door, clock: reading.clock, shipped: shippedPath('plugins', 'registry.json') }) }
}

/** What ships may have come to have the id of a plugin that was removed and whose data stayed: that is its own where it is the official document of before, and nobody's else. */
function ownersOnly(registry: Registry, rows: InstalledRows, kept: Kept): void {
  for (const { id } of registry.plugins()) {
    const left = rows.leftBy(id)
    if (left === undefined) continue
    if (left !== linkOf(officialSource(id))) kept.otherOwner(id)
    rows.leave(id, undefined)
  }
}
