import type { Logger } from 'pino'
import type { Store } from '../host/store/store.ts'
import { HarnessError } from '../rules/errors/index.ts'

/** What is done when the chain could not be sealed: a log line each time, and for a chain that is broken an audit row, once a run. */
export function sealFault(log: Logger, audit: Store['audit']): (error: unknown) => void {
  let recorded = false
  return (error) => {
    if (!(error instanceof HarnessError) || error.code !== 'AUDIT_BROKEN') return log.warn({ event: 'seal', error: String(error) })
    log.error({ event: 'seal-refused', code: error.code, ...error.params })
    if (recorded) return
    recorded = true
    audit.append({ kind: 'daemon', detail: { event: 'seal-refused', ...error.params } })
  }
}
