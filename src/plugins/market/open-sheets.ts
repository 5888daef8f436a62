import type { Clock } from '../../host/clock/clock.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { ReviewSheet } from '../../rules/lattice/review-sheet.ts'
import type { RegisteredPlugin } from '../registry/plugin.ts'
import type { Fetched } from './fetched.ts'
import type { Source } from './source.ts'

/** A sheet that a person may be reading, with the very bytes that it is of: what is stored is these, whatever its link holds by then. */
export interface OpenSheet {
  readonly sheet: ReviewSheet
  readonly plugin: RegisteredPlugin
  readonly fetched: Fetched
  readonly source: Source
  readonly verified: boolean
  /** Hash of the version that it would follow; undefined for an install. */
  readonly before: string | undefined
}

export interface OpenSheets {
  put(sheet: OpenSheet): ReviewSheet
  /** Throws `PLUGIN_REVIEW_STALE` for one that was never opened, was answered, or is too old. */
  take(answered: { readonly plugin: string; readonly digest: string }): OpenSheet
}

/** How long a person may read, in milliseconds, and how many sheets may be open. */
const limits = { ms: 30 * 60_000, sheets: 16 }

export function openSheets(clock: Pick<Clock, 'now'>): OpenSheets {
  const open = new Map<string, { readonly held: OpenSheet; readonly at: number }>()
  return {
    put(held) {
      open.delete(held.sheet.digest)
      const [oldest] = open.keys()
      if (open.size >= limits.sheets && oldest !== undefined) open.delete(oldest)
      open.set(held.sheet.digest, { held, at: clock.now() })
      return held.sheet
    },
    take({ plugin, digest }) {
      const found = open.get(digest)
      open.delete(digest)
      if (!found || found.held.plugin.id !== plugin || Math.abs(clock.now() - found.at) > limits.ms) throw new HarnessError('PLUGIN_REVIEW_STALE', { plugin: plugin.slice(0, 80) })
      return found.held
    },
  }
}
