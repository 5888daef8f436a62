import type { ErrorCode } from '../../rules/errors/index.ts'
import { joinLabels, unlabelled } from '../../rules/labels.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import { declaredLabels } from '../declared-labels.ts'

/**
 * Joins what the result carries to the conversation, durably, before anyone sees the result: if that cannot be kept,
 * the result is not given out. A failure in the plugin's own words can hold third-party text just as a result can; one
 * in the host's words carries only what the run has read.
 */
export function absorb(call: CallInProgress): void {
  const cleaned = call.cleaned.get()
  const pluginSpoke = cleaned.ok || inPluginsWords(cleaned.error.code)
  const declared = pluginSpoke ? declaredLabels(call.resolved.get().tool.facts) : unlabelled
  const labels = joinLabels(call.carried.labels(), declared)
  call.request.turn?.absorb(labels)
  call.absorbed.set(labels)
}

/** A plugin's typed failure, a document's own, or a result whose place, named by its own keys, did not fit; of a tool that broke nothing is told. */
const inPluginsWords = (code: ErrorCode): boolean => code !== 'TOOL_BROKE' && /^(?:TOOL|DOC|JSON|PLUGIN)_/.test(code)
