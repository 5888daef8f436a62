import { HarnessError } from '../../rules/errors/index.ts'
import type { RegisteredPlugin } from '../registry/plugin.ts'
import type { Fetched } from './fetched.ts'
import type { MarketHouse } from './market-house.ts'
import { linkOf, type Source } from './source.ts'

export interface Version {
  readonly plugin: RegisteredPlugin
  readonly fetched: Fetched
  readonly source: Source
  readonly verified: boolean
  readonly event: 'installed' | 'updated' | 'restored'
  /** The person agreed to a sheet of it. */
  readonly agreed?: boolean
  readonly by: string
}

/**
 * Puts a version in the place of the one before, if any. Its copy is on the disk first; then one row of the database says that it runs,
 * along with all that goes with it: a process that dies at any point leaves the old one or the new one, whole. Throws `AUTHOR_DEV_BUSY`.
 */
export function storeVersion(house: MarketHouse, { plugin, fetched, source, verified, event, agreed = false, by }: Version): void {
  const { store, rows, copies, registry, clock } = house
  const { id, contentHash: hash, trust, version } = plugin
  const before = registry.plugin(id)
  // The trial of a folder under this id would read what the plugin stores, and its end delete it.
  if (rows.tried().includes(id)) throw new HarnessError('AUTHOR_DEV_BUSY', { plugin: id })
  copies.keep(fetched.files)
  store.transaction(() => {
    // Whatever stands under an id that was free, and is not what this source's own plugin left, is another one's.
    if (before === undefined && rows.leftBy(id) !== linkOf(source)) house.kept.otherOwner(id)
    rows.leave(id, undefined)
    rows.put(id, { hash, version, from: fetched.from, commit: fetched.commit, source, trust: trust === 'official' ? 'official' : 'community', verified, installedAt: clock.now() })
    rows.wait(id, undefined)
    rows.check(id, clock.now())
    if (agreed) house.kept.agreed(plugin, before === undefined, by)
    store.audit.append({ kind: 'plugin.changed', plugin: id, detail: { event, hash, before: before?.contentHash ?? null, version, from: withoutQuery(fetched.from), commit: fetched.commit, by } })
  })
  if (before) registry.update(plugin)
  else registry.register(plugin)
  house.kept.changed(id)
  copies.sweep(rows.hashes())
}

/** A query may hold somebody's key. */
const withoutQuery = (from: string): string => from.split('?')[0] ?? ''
