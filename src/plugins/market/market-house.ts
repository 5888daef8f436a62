import type { Campus } from '../../host/campus/campus.ts'
import type { Clock } from '../../host/clock/clock.ts'
import type { Door } from '../../host/net/door.ts'
import type { Store } from '../../host/store/store.ts'
import type { House } from '../document/run/run-state.ts'
import type { RegisteredPlugin, Registry } from '../registry/plugin.ts'
import type { InstalledRows } from './installed-rows.ts'
import type { StoredCopies } from './stored-copies.ts'

/** What the market needs of the house; the composition root gives it once. */
export interface MarketHouse {
  readonly store: Pick<Store, 'settings' | 'audit' | 'holds' | 'transaction'>
  readonly registry: Registry
  /** With what a document is read. */
  readonly reading: House
  readonly campus: Pick<Campus, 'service'>
  readonly door: Pick<Door, 'request'>
  readonly clock: Pick<Clock, 'now'>
  readonly copies: StoredCopies
  readonly rows: InstalledRows
  /** Ids of the official documents that ship. */
  readonly shipped: ReadonlySet<string>
  readonly kept: Kept
}

/** What the rest of the house does along with a change, in the same transaction, and after it. */
export interface Kept {
  /** The person agreed to a sheet, or to a file that names these bytes: `anew` where the plugin was not there before. */
  agreed(plugin: RegisteredPlugin, anew: boolean, by: string): void
  /** Ends whatever was given to a plugin that goes, and forgets what it stored where `data` says so. */
  removed(plugin: string, data: boolean, by: string): void
  /** Another plugin comes to have this id: whatever an earlier one left, it must not read. */
  otherOwner(plugin: string): void
  /** Committed: what waits at a card was shown under another definition. */
  changed(plugin: string): void
}
