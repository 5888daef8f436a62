import { HarnessError } from '../../rules/errors/index.ts'
import type { ToolContext } from '../../sdk/index.ts'
import type { CallOutcome } from '../call-request.ts'
import { labelsNow } from './owner.ts'
import type { Running } from './running.ts'

/**
 * A tool of the host's own plugins for a plugin that declared it: a call of its own through the whole monitor, in the plugin's
 * name. What its arguments may hold is what this call carries; what it read joins this call. The time it takes, a person's at its card
 * above all, is not this call's.
 */
export const useClient = ({ call, house, signal, sent, pause }: Running): ToolContext['use'] => async (tool, args) => {
  signal.throwIfAborted()
  const { plugin } = call.resolved.get()
  const target = house.registry.tool(tool)
  if (!plugin.uses?.includes(tool) || target?.facts.trust !== 'bundled') throw new HarnessError('CALL_SERVICE_UNDECLARED', { plugin: plugin.id, target: tool.slice(0, 80) })
  const { turn, account, client, lang, wait, principal } = call.request
  const outcome = await pause.during(() => house.invoke({
    tool, args, principal: `plugin:${plugin.id}`, account, turn, client, lang, signal, ...(wait === undefined ? {} : { wait }),
    startedBy: { principal: call.request.startedBy?.principal ?? principal, labels: labelsNow(call) },
  }))
  call.carried.join(outcome.labels)
  if (!outcome.ok) throw failure(tool, outcome.error)
  if (target.facts.effect !== 'read') sent.wrote()
  return outcome.data
}

/** No answer of a person's stays that; everything else is told in the host's words. */
function failure(tool: string, { code, message }: (CallOutcome & { ok: false })['error']): HarnessError {
  const noAnswer = (['APPROVAL_UNAVAILABLE', 'APPROVAL_DENIED', 'APPROVAL_EXPIRED', 'APPROVAL_CANCELLED'] as const).find((one) => one === code)
  if (noAnswer) return new HarnessError(noAnswer, { tool, note: '', whyZh: '', whyEn: '' })
  return new HarnessError('CALL_USE_FAILED', { tool, detail: message })
}
