import { sameJson } from '../../rules/canonical.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Change } from '../../rules/lattice/change.ts'
import { compare } from '../../rules/lattice/compare.ts'
import type { ReviewSheet } from '../../rules/lattice/review-sheet.ts'
import { contentHash } from '../document/document-files.ts'
import type { RegisteredPlugin } from '../registry/plugin.ts'
import { pluginUnknown } from '../registry/plugin-unknown.ts'
import { checkNewId } from '../review/id-rules.ts'
import { expectReviewed, makeSheet } from '../review/make-sheet.ts'
import type { Fetched } from './fetched.ts'
import { fetchSource } from './fetch-source.ts'
import { checkSuccessor, readFetched } from './look-at.ts'
import type { MarketHouse } from './market-house.ts'
import { openSheets } from './open-sheets.ts'
import { linkOf, officialSource, type Source } from './source.ts'
import { storeVersion } from './store-version.ts'

/**
 * The life of plugins that are installed by a link or from a folder (policy §6, §7): each change of one at a time. What is fetched is
 * fetched before its turn, so that a server that takes its time holds up nothing but the look at it.
 */
export interface Market {
  /** Fetches a plugin and opens its sheet; nothing is stored. Undefined where exactly this version runs already. Rejects with what keeps it from being installed. */
  open(source: Source, given: Given, signal: AbortSignal): Promise<ReviewSheet | undefined>
  /** Opens the sheet of an update that waits. Rejects with `MARKET_NOTHING_WAITS`. */
  review(plugin: string): Promise<ReviewSheet>
  /** Stores exactly the bytes of the sheet that was answered. Rejects with `PLUGIN_REVIEW_STALE`. */
  install(answered: { readonly plugin: string; readonly digest: string }, by: string): Promise<RegisteredPlugin>
  /** Looks at a plugin's link. Never rejects for what stands there: that is in the outcome, and changes nothing. Rejects with `PLUGIN_UNKNOWN` or `MARKET_NO_LINK`. */
  update(plugin: string, by: string, signal: AbortSignal): Promise<Outcome>
  /** Whether it came with the host, and so cannot be removed. */
  ships(plugin: string): boolean
  /** Rejects with `PLUGIN_UNKNOWN` or `MARKET_NOT_INSTALLED`. */
  remove(plugin: string, data: boolean, by: string): Promise<void>
  /** Where a plugin is updated from; undefined for one that has no link. */
  sourceOf(plugin: string): Source | undefined
}

/** What a marketplace entry says of what it names. */
export interface Given { readonly id?: string; readonly hash?: string; readonly verified?: boolean }

export interface Outcome {
  readonly plugin: string
  readonly outcome: 'same' | 'applied' | 'waits' | 'failed'
  readonly version: string
  /** What is other in the new version, where there is one. */
  readonly changes: readonly Change[]
  readonly error: HarnessError | undefined
}

export function openMarket(house: MarketHouse): Market {
  const { registry, rows, copies, store, clock } = house
  const sheets = openSheets(clock)
  const one = inTurn()
  /** Looks at one plugin's link come one after the other, so that what an earlier one fetched never follows what a later one did. */
  const looks = new Map<string, ReturnType<typeof inTurn>>()
  const looking = (id: string): ReturnType<typeof inTurn> => {
    const own = looks.get(id) ?? inTurn()
    looks.set(id, own)
    return own
  }

  const known = (id: string): RegisteredPlugin => {
    const plugin = registry.plugin(id)
    if (!plugin) throw pluginUnknown(id, registry)
    return plugin
  }
  const ships = (id: string): boolean => house.shipped.has(id) || rows.get(id) === undefined
  const sourceOf = (id: string): Source | undefined => rows.get(id)?.source ?? (house.shipped.has(id) ? officialSource(id) : undefined)

  const open = async (source: Source, given: Given, fetched: Fetched): Promise<ReviewSheet | undefined> => {
    const plugin = readFetched(fetched, house.reading)
    if ((given.hash ?? plugin.contentHash) !== plugin.contentHash || (given.id ?? plugin.id) !== plugin.id) throw new HarnessError('MARKET_HASH', { plugin: plugin.id })
    const held = registry.plugin(plugin.id)
    const from = sourceOf(plugin.id)
    const isNext = held !== undefined && from !== undefined && sameJson(from, source) && held.trust === plugin.trust
    if (!isNext) await checkNewId(plugin, registry.plugins())
    else if (held.contentHash === plugin.contentHash && held.state !== 'changed') return undefined
    return sheets.put({ plugin, fetched, source, verified: given.verified ?? false, before: isNext ? held.contentHash : undefined, sheet: makeSheet({
      kind: isNext ? 'update' : 'install', plugin, before: isNext ? held.permissions() : undefined, source: fetched.from, verified: given.verified ?? false, campus: house.campus,
    }) })
  }

  const look = (id: string, source: Source, fetched: Fetched, by: string): Omit<Outcome, 'plugin' | 'error'> => {
    const [now, from] = [known(id), sourceOf(id)]
    // Removed while its link was asked, and installed again from another.
    if (!from || !sameJson(from, source)) throw pluginUnknown(id, registry)
    const next = readFetched(fetched, house.reading)
    checkSuccessor(now, next)
    // The bytes that were agreed to, fetched again where their copy was lost.
    const isSame = next.contentHash === now.contentHash
    if (isSame && now.state !== 'changed') { rows.wait(id, undefined); return { outcome: 'same', version: now.version, changes: [] } }
    const changes = isSame ? [] : compare(now.permissions(), next.permissions())
    if (changes.some(({ weight }) => weight === 'widens')) { wait(id, next, fetched, by); return { outcome: 'waits', version: next.version, changes } }
    storeVersion(house, { plugin: next, fetched, source, verified: rows.get(id)?.verified ?? false, event: isSame ? 'restored' : 'updated', by })
    return { outcome: 'applied', version: next.version, changes }
  }

  const wait = (id: string, next: RegisteredPlugin, fetched: Fetched, by: string): void => {
    if (rows.waiting(id)?.hash === next.contentHash && copies.read(next.contentHash)) return
    copies.keep(fetched.files)
    store.transaction(() => {
      rows.wait(id, { hash: next.contentHash, version: next.version, from: fetched.from, commit: fetched.commit })
      store.audit.append({ kind: 'plugin.changed', plugin: id, detail: { event: 'waits', hash: next.contentHash, version: next.version, by } })
    })
    copies.sweep(rows.hashes())
  }

  return {
    sourceOf, ships,
    async open(source, given, signal) {
      const fetched = await fetchSource(source, { door: house.door, signal })
      return one(() => open(source, given, fetched))
    },
    review: (id) => one(async () => {
      const [now, waiting, source] = [known(id), rows.waiting(id), sourceOf(id)]
      const files = waiting && copies.read(waiting.hash)
      if (!files || !source) throw new HarnessError('MARKET_NOTHING_WAITS', { plugin: id })
      const fetched: Fetched = { files, from: waiting.from, commit: waiting.commit, official: now.trust === 'official' }
      const plugin = readFetched(fetched, house.reading)
      const verified = rows.get(id)?.verified ?? false
      return sheets.put({ plugin, fetched, source, verified, before: now.contentHash, sheet: makeSheet({ kind: 'update', plugin, before: now.permissions(), source: fetched.from, verified, campus: house.campus }) })
    }),
    install: (answered, by) => one(async () => {
      const held = sheets.take(answered)
      const { plugin, fetched, sheet, before } = held
      expectReviewed(sheet, answered, { contentHash: contentHash(fetched.files) })
      // What the sheet compared with may be another by now, and the id taken.
      const from = sourceOf(plugin.id)
      if (before === undefined) await checkNewId(plugin, registry.plugins())
      else if (registry.plugin(plugin.id)?.contentHash !== before || !from || !sameJson(from, held.source)) throw new HarnessError('PLUGIN_REVIEW_STALE', { plugin: plugin.id })
      storeVersion(house, { ...held, event: before === undefined ? 'installed' : 'updated', by, agreed: true })
      return known(plugin.id)
    }),
    update: async (id, by, signal) => looking(known(id).id)(async () => {
      const now = known(id)
      const source = sourceOf(id)
      if (!source) throw new HarnessError('MARKET_NO_LINK', { plugin: id })
      rows.check(id, clock.now())
      try {
        const fetched = await fetchSource(source, { door: house.door, signal })
        return { plugin: id, error: undefined, ...await one(async () => look(id, source, fetched, by)) }
      } catch (error) {
        if (!(error instanceof HarnessError)) throw error
        return { plugin: id, outcome: 'failed', version: now.version, changes: [], error }
      }
    }),
    remove: (id, data, by) => one(async () => {
      known(id)
      const row = rows.get(id)
      if (!row || ships(id)) throw new HarnessError('MARKET_NOT_INSTALLED', { plugin: id })
      store.transaction(() => {
        rows.drop(id)
        rows.leave(id, !data && store.holds(id) ? linkOf(row.source) : undefined)
        house.kept.removed(id, data, by)
        store.audit.append({ kind: 'plugin.changed', plugin: id, detail: { event: 'removed', hash: row.hash, data, by } })
      })
      registry.remove(id)
      house.kept.changed(id)
      copies.sweep(rows.hashes())
    }),
  }
}

/** Runs what it is given one after the other: of two changes of one plugin, the second sees the first. */
function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}
