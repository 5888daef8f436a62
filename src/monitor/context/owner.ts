import type { Owner } from '../../host/store/store.ts'
import { joinLabels, type Labels } from '../../rules/labels.ts'
import { type CallInProgress } from '../call-in-progress.ts'
import { declaredLabels } from '../declared-labels.ts'

/** `-` stands for no account: what was kept before a sign-in is nobody else's afterwards. */
export const ownerOf = (call: CallInProgress): Owner => ({ account: call.request.account ?? '-', plugin: call.resolved.get().plugin.id })

/** What a value written now carries: the conversation, all that this run has read, and what the tool is declared to return. */
export const labelsNow = (call: CallInProgress): Labels =>
  joinLabels(call.labelled.get().labels, call.carried.labels(), declaredLabels(call.resolved.get().tool.facts))
