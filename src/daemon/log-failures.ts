import type { Logger } from 'pino'
import type { CampusEvent } from '../host/campus/campus.ts'
import type { Monitor } from '../monitor/monitor.ts'

/** The monitor, with a line of the log for each call that failed: hints send people there. Codes and ids, never a value or a message. */
export function loggedMonitor(monitor: Monitor, log: Pick<Logger, 'warn'>): Monitor {
  return {
    ...monitor,
    async invoke(request) {
      const outcome = await monitor.invoke(request)
      if (!outcome.ok) log.warn({ event: 'call-failed', code: outcome.error.code, call: outcome.callId, tool: outcome.tool, by: request.principal })
      return outcome
    },
  }
}

/** A line for a sign-in that failed, by its outcome. */
export function logSignIn(log: Pick<Logger, 'warn'>, event: CampusEvent): void {
  if (event.kind === 'sign-in-ended' && event.outcome !== 'ok') log.warn({ event: 'sign-in-failed', service: event.service, outcome: event.outcome, by: event.by })
}
