import { isTainted, joinLabels, type Labels, unlabelled } from '../../rules/labels.ts'
import { hasThirdPartySpan, provenance } from '../../rules/provenance.ts'
import { nothingAsked, userAsked } from '../../rules/user-asked.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import { type Guidance, guidanceMatters, guidanceOf } from '../guidance.ts'
import type { House } from '../house.ts'

/** An outside client's context is not ours to know, so it counts as tainted and private from its first call (policy §3). */
const outside: Labels = { untrusted: ['bridge'], private: ['bridge'] }

/**
 * Says what the conversation carries into this call: whose text and whose private data are in it, what the person asked
 * for in their own words, and for each argument whose words it is. Where that cannot be known it counts as third-party text.
 * What other people's plugins tell the model counts too, where a change could follow from it that nobody would see.
 */
export function label(call: CallInProgress, { registry }: Pick<House, 'registry'>): void {
  const { turn, principal } = call.request
  const { args } = call.frozen.get()
  const { facts } = call.resolved.get().tool
  const guidance = turn && principal === 'agent' && guidanceMatters(facts) ? guidanceOf(registry) : []
  const thirdParty = [...(turn ? turn.thirdParty() : []), ...guidance]
  const spans = turn ? provenance(args, { userWords: turn.userWords, thirdParty }) : ownArguments(principal, Object.keys(args))
  const asked = turn ? userAsked(turn.userWords) : nothingAsked
  // What the person asked for in words of their own is not of anybody's guidance; of a bundled plugin, as in R6.
  const isTheirs = facts.trust === 'bundled' && facts.asks !== undefined && asked[facts.asks] && !hasThirdPartySpan(spans)
  const labels = joinLabels(turn ? turn.labels() : unlabelled, principal === 'bridge' ? outside : unlabelled, isTheirs ? unlabelled : guided(guidance), call.request.startedBy?.labels ?? unlabelled)
  const unknown = principal === 'bridge' || (isTainted(labels) && thirdParty.length === 0)
  call.labelled.set({
    labels,
    provenance: spans,
    context: {
      labels, userAsked: asked, thirdPartySpan: unknown || hasThirdPartySpan(spans),
      denialsInARow: turn ? countOf(turn.denialsInARow) : 0, budgetSpent: turn ? turn.budgetSpent !== false : false,
    },
  })
}

/** What is no number of denials counts as too many. */
const countOf = (denials: number): number => (typeof denials === 'number' ? denials : Infinity)

const guided = (guidance: readonly Guidance[]): Labels => ({ untrusted: guidance.map(({ source }) => source).sort(), private: [] })

/** Outside a turn the arguments are whole the caller's, and so the person's own only where they typed the call. */
const ownArguments = (principal: string, names: readonly string[]) =>
  names.map((name) => ({ path: `/${name}`, from: principal }))
