import { isTainted, joinLabels, type Labels, unlabelled } from '../../rules/labels.ts'
import { hasThirdPartySpan, provenance } from '../../rules/provenance.ts'
import { nothingAsked, userAsked } from '../../rules/user-asked.ts'
import type { CallInProgress } from '../call-in-progress.ts'

/** An outside client's context is not ours to know, so it counts as tainted and private from its first call (policy §3). */
const outside: Labels = { untrusted: ['bridge'], private: ['bridge'] }

/**
 * Says what the conversation carries into this call: whose text and whose private data are in it, what the person asked
 * for in their own words, and for each argument whose words it is. Where that cannot be known it counts as third-party text.
 */
export function label(call: CallInProgress): void {
  const { turn, principal } = call.request
  const { args } = call.frozen.get()
  const labels = joinLabels(turn?.labels() ?? unlabelled, principal === 'bridge' ? outside : unlabelled)
  const thirdParty = turn?.thirdParty() ?? []
  const spans = turn ? provenance(args, { userWords: turn.userWords, thirdParty }) : ownArguments(principal, Object.keys(args))
  const unknown = principal === 'bridge' || (isTainted(labels) && thirdParty.length === 0)
  call.labelled.set({
    labels,
    provenance: spans,
    context: {
      labels, userAsked: turn ? userAsked(turn.userWords) : nothingAsked, thirdPartySpan: unknown || hasThirdPartySpan(spans),
      denialsInARow: turn?.denialsInARow ?? 0, budgetSpent: turn?.budgetSpent ?? false,
    },
  })
}

/** Outside a turn the arguments are whole the caller's, and so the person's own only where they typed the call. */
const ownArguments = (principal: string, names: readonly string[]) =>
  names.map((name) => ({ path: `/${name}`, from: principal }))
