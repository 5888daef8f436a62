import type { Clock } from '../host/clock/clock.ts'
import type { Registry } from '../plugins/registry/plugin.ts'
import type { PluginLife } from './plugin-life.ts'

/** How old a look at a plugin's link gets, and how often it is asked whether one is so old, in milliseconds. */
const dayMs = 24 * 60 * 60_000
const askMs = 30 * 60_000

export interface DailyUpdates {
  /** Looks at every link that nobody looked at for a day, one after the other; a folder on this machine is its author's to say. */
  look(signal: AbortSignal): Promise<void>
  /** Returns how to stop. */
  start(onFault: (error: unknown) => void): () => void
}

/** Updates of plugins: at most once a day each. What may do more waits for the person (`Market.update`). */
export function dailyUpdates({ market, rows }: PluginLife, registry: Registry, clock: Pick<Clock, 'now'>): DailyUpdates {
  const isDue = (id: string): boolean => {
    const source = market.sourceOf(id)
    // A look in the future was made by a clock that has been set back since.
    return source !== undefined && source.kind !== 'folder' && Math.abs(clock.now() - rows.checkedAt(id)) >= dayMs
  }
  const look = async (signal: AbortSignal): Promise<void> => {
    for (const { id } of registry.plugins()) if (!signal.aborted && isDue(id)) await market.update(id, 'daily', signal)
  }
  return {
    look,
    start(onFault) {
      const life = new AbortController()
      let busy = false
      const timer = setInterval(() => {
        if (busy) return
        busy = true
        look(life.signal).catch(onFault).finally(() => { busy = false })
      }, askMs).unref()
      return () => { clearInterval(timer); life.abort(new Error('stopped')) }
    },
  }
}
