import { HarnessError } from '../../rules/errors/index.ts'
import { loadDocument, type LoadedDocument } from '../document/load-document.ts'
import type { House } from '../document/run/run-state.ts'
import type { RegisteredPlugin } from '../registry/plugin.ts'
import type { Fetched } from './fetched.ts'
import { isOlder } from './is-older.ts'

/** What was fetched, read as the plugin that it would be. Throws a `DOC_*` error. */
export const readFetched = ({ files, official }: Fetched, reading: House): LoadedDocument => loadDocument(files, { trust: official ? 'official' : 'community', fetched: true }, reading)

/**
 * Whether what stands at a plugin's link now can be its next version at all. Throws `MARKET_ID_OTHER`, `MARKET_TRUST_OTHER`, `MARKET_EMPTY` or
 * `MARKET_OLDER`; each leaves the version that there is.
 */
export function checkSuccessor(now: RegisteredPlugin, next: RegisteredPlugin): void {
  if (next.id !== now.id) throw new HarnessError('MARKET_ID_OTHER', { plugin: now.id, found: next.id })
  if (next.trust !== now.trust) throw new HarnessError('MARKET_TRUST_OTHER', { plugin: now.id })
  if (next.tools.length === 0) throw new HarnessError('MARKET_EMPTY', { plugin: now.id })
  if (isOlder(next.version, now.version)) throw new HarnessError('MARKET_OLDER', { plugin: now.id, version: next.version })
}
