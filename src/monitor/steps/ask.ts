import { HarnessError } from '../../rules/errors/index.ts'
import { cleanForModel } from '../../rules/hygiene/clean.ts'
import { cardDigest } from '../approvals/card-digest.ts'
import { makeCard } from '../approvals/make-card.ts'
import { readVerdict } from '../approvals/read-verdict.ts'
import { writeNotes } from '../audit.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import { failClosed } from '../fail-closed.ts'
import { limitsOf, type OpenHouse } from '../house.ts'
import { recheckAccount } from '../recheck.ts'
import { keepAnswer } from '../standing/new-grant.ts'
import { whyNotAllowed } from '../standing/why-not-allowed.ts'
import { whyEnded } from '../why-ended.ts'

/** An approval ends itself at its expiry; the monitor stops waiting for one that does not, this much later. */
const graceMs = 5_000

/**
 * Clears what the rules allow as it is. What they ask about goes to a person, on a card bound to these arguments; with
 * nobody there to answer it is refused at once. Silence, a fault and anything but a clear yes to exactly this card are a no.
 */
export async function ask(call: CallInProgress, house: OpenHouse): Promise<void> {
  const { decision, grant } = call.decided.get()
  const argsDigest = call.frozen.get().digest
  const tool = call.request.tool
  if (decision.outcome === 'allow') {
    if (decision.grant !== undefined && !grant) throw new HarnessError('GRANT_USED_UP', { tool })
    call.cleared.set(grant ? { by: 'grant', argsDigest, grant } : { by: 'rules', argsDigest })
    return
  }
  const { principal, startedBy, wait } = call.request
  if ((startedBy?.principal ?? principal) === 'script' && wait !== true) throw unavailable(call, house)

  recheckAccount(call, house)
  const { cardArgsBytes } = limitsOf(house)
  // Nobody could read it to its end, and a card that no screen is told of would wait for nobody.
  if (Buffer.byteLength(call.frozen.get().canonical) > cardArgsBytes) throw new HarnessError('APPROVAL_TOO_LARGE', { tool, limit: cardArgsBytes })
  const card = makeCard(call, house)
  writeNotes(call, house)
  const stop = new AbortController()
  const signal = AbortSignal.any([call.request.signal, stop.signal])
  const ms = limitsOf(house).approvalMs + graceMs
  const verdict = await failClosed(call, house.clock, 'ask', ms, () => house.approvals.ask(card, signal), readVerdict).finally(() => stop.abort())
  switch (verdict.verdict) {
    case 'approved': break
    case 'denied': throw new HarnessError('APPROVAL_DENIED', { tool, note: noteIn(verdict.note) })
    case 'unavailable': throw unavailable(call, house)
    case 'expired': throw new HarnessError('APPROVAL_EXPIRED', { tool })
    case 'cancelled':
      if (call.request.signal.aborted) throw whyEnded(call.request.signal)
      recheckAccount(call, house)
      throw new HarnessError('APPROVAL_CANCELLED', { tool })
  }
  if (verdict.digest !== cardDigest(card) || !card.answers.includes(verdict.answer) || !verdict.terms.free.every((name) => card.freeable.includes(name))) throw new HarnessError('APPROVAL_MISMATCH', { tool })
  keepAnswer(call, house, verdict)
  call.cleared.set({ by: 'person', argsDigest: card.argsDigest, approval: card.id })
}

/** What whoever denied it wrote, for the caller: the assistant reads it too. */
const noteIn = (note: string | undefined): string => {
  const said = note === undefined ? '' : cleanForModel(note, { max: 300 }).trim()
  return said === '' ? '' : ` (${said})`
}

/** Nobody is there; where an allow-file was named, with what it lacked. */
function unavailable(call: CallInProgress, house: OpenHouse): HarnessError {
  const why = whyNotAllowed(call, house)
  return new HarnessError('APPROVAL_UNAVAILABLE', { tool: call.request.tool, whyZh: why ? `；${why.zh}` : '', whyEn: why ? `; ${why.en}` : '' })
}
