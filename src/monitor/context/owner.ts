import type { Owner } from '../../host/store/store.ts'
import { isTainted, joinLabels, type Labels, untypedInput } from '../../rules/labels.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import { declaredLabels } from '../declared-labels.ts'

/** `-` stands for no account: what was kept before a sign-in is nobody else's afterwards. */
export const ownerOf = (call: CallInProgress): Owner => ({ account: call.request.account ?? '-', plugin: call.resolved.get().plugin.id })

/** What a value written now carries: the conversation, all that this run has read, and what the tool is declared to return. */
export const labelsNow = (call: CallInProgress): Labels =>
  joinLabels(call.labelled.get().labels, call.carried.labels(), declaredLabels(call.resolved.get().tool.facts))

/** The same of a durable record, which later conversations see: words that nobody typed, such as a script's, are third-party text there. */
export function recordLabels(call: CallInProgress): Labels {
  const { principal, turn } = call.request
  const typed = principal === 'user' || (turn !== undefined && turn.userWords !== '')
  const labels = labelsNow(call)
  return typed || isTainted(labels) ? labels : joinLabels(labels, untypedInput)
}
