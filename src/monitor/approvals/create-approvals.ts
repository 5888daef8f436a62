import type { Clock } from '../../host/clock/clock.ts'
import type { ApprovalState, Store } from '../../host/store/store.ts'
import type { JsonObject } from '../../rules/json.ts'
import type { ClientId } from '../call-request.ts'
import { freezeAll } from '../freeze-all.ts'
import { type AnswerResult, type ApprovalEvent, type Approvals, type Card, exactTerms, type Verdict } from './approvals.ts'
import { cardDigest, cardJson } from './card-digest.ts'
import { mayAnswer, whyNot } from './may-answer.ts'

export interface ApprovalsHouse {
  readonly store: Pick<Store, 'approvals' | 'audit' | 'transaction'>
  readonly clock: Clock
}

interface Waiting {
  readonly card: Card
  readonly digest: string
  readonly resolve: (verdict: Verdict) => void
}

/**
 * The queue over the store's table. Whatever was pending when the last daemon stopped is expired first and never runs.
 * Every change of a row is a compare-and-set from pending in one transaction with its audit row, so one outcome wins
 * and one record of it stands.
 */
export function createApprovals({ store, clock }: ApprovalsHouse): Approvals {
  const waiting = new Map<string, Waiting>()
  const attached = new Set<ClientId>()
  const listeners = new Set<(event: ApprovalEvent) => void>()
  store.approvals.expireAll()

  function tell(kind: ApprovalEvent['kind'], card: Card, detail: JsonObject): void {
    for (const listener of listeners) {
      try { listener({ kind, card, detail }) } catch { /* a screen that throws decides nothing */ }
    }
  }

  /** True when this is the outcome that won. A store that cannot record it makes it a denial. */
  function settle(entry: Waiting, state: Exclude<ApprovalState, 'pending'>, by: string, answer: string, verdict: Verdict): boolean {
    const { card } = entry
    let won = false
    try {
      won = store.transaction(() => {
        const first = store.approvals.answer(card.id, state, by, answer)
        if (first) store.audit.append({ kind: 'approval.answered', callId: card.callId, plugin: card.plugin.id, detail: { approval: card.id, state, answer, by, card: entry.digest } })
        return first
      })
    } catch { /* what is not on record did not win */ }
    waiting.delete(card.id)
    entry.resolve(won ? verdict : { verdict: 'denied', by: undefined, note: undefined })
    // Either way it is over, and no screen may keep a card that nobody can answer any more.
    if (won) tell(state === 'expired' || state === 'cancelled' ? state : 'answered', card, { by, answer, state })
    else tell('cancelled', card, { by: 'host', answer: 'unrecorded', state: 'cancelled' })
    return won
  }

  function wait(card: Card, signal: AbortSignal): Promise<Verdict> {
    const digest = cardDigest(card)
    store.transaction(() => {
      store.approvals.create({ id: card.id, callId: card.callId, tool: card.tool, digest, card: cardJson(card), createdAt: card.createdAt, expiresAt: card.expiresAt })
      store.audit.append({ kind: 'approval.asked', callId: card.callId, plugin: card.plugin.id, detail: { approval: card.id, card: digest, rules: card.reasons.map((reason) => reason.rule) } })
    })
    return new Promise((resolve) => {
      const timer = new AbortController()
      const cancel = () => settle(entry, 'cancelled', 'caller', 'cancel', { verdict: 'cancelled' })
      const entry: Waiting = {
        card, digest,
        resolve: (verdict) => { timer.abort(); signal.removeEventListener('abort', cancel); resolve(verdict) },
      }
      waiting.set(card.id, entry)
      signal.addEventListener('abort', cancel, { once: true })
      clock.sleep(card.expiresAt - clock.now(), timer.signal).then(
        () => settle(entry, 'expired', 'clock', 'expire', { verdict: 'expired' }),
        () => undefined,
      )
      tell('asked', card, { digest })
    })
  }

  /** A row that cannot be read is none, and none is answered. */
  function stored(id: string) {
    try { return store.approvals.get(id) } catch { return undefined }
  }

  const anyoneFor = (card: Card) => [...attached].some((client) => mayAnswer(card, client))

  return {
    async ask(given, signal) {
      try {
        const card = freezeAll(structuredClone(given))
        if (signal.aborted) return { verdict: 'cancelled' }
        if (!anyoneFor(card)) return { verdict: 'unavailable' }
        return await wait(card, signal)
      } catch {
        return { verdict: 'denied', by: undefined, note: undefined }
      }
    },
    answer(id, answer, by, note, terms = exactTerms): AnswerResult {
      const entry = waiting.get(id)
      if (!entry) return { won: false, why: settledWhy(stored(id)?.state) }
      const { card, digest } = entry
      const refused = whyNot(card, answer, by, note, terms, attached, clock.now())
      if (refused) return { won: false, why: refused }
      if (clock.now() >= card.expiresAt) {
        settle(entry, 'expired', 'clock', 'expire', { verdict: 'expired' })
        return { won: false, why: 'expired' }
      }
      if (stored(id)?.digest !== digest) {
        settle(entry, 'cancelled', 'host', 'changed', { verdict: 'cancelled' })
        return { won: false, why: 'not-allowed' }
      }
      const won = answer === 'deny'
        ? settle(entry, 'denied', by, answer, { verdict: 'denied', by, note })
        : settle(entry, 'approved', by, answer, { verdict: 'approved', answer, by, digest, terms: { ...terms, free: [...terms.free] } })
      return won ? { won } : { won, why: 'answered' }
    },
    pending: () => [...waiting.values()].map(({ card, digest }) => ({ card, digest })),
    cancel(about, why) {
      const ending = [...waiting.values()].filter(({ card }) => about(card))
      return ending.filter((entry) => settle(entry, 'cancelled', 'host', why, { verdict: 'cancelled' })).length
    },
    watch(listener) {
      listeners.add(listener)
      return () => { listeners.delete(listener) }
    },
    attach: (client) => { attached.add(client) },
    detach(client) {
      attached.delete(client)
      for (const entry of waiting.values()) {
        if (!anyoneFor(entry.card)) settle(entry, 'cancelled', client, 'gone', { verdict: 'unavailable' })
      }
    },
  }
}

function settledWhy(state: ApprovalState | undefined): 'unknown' | 'answered' | 'expired' {
  if (state === undefined) return 'unknown'
  return state === 'expired' ? 'expired' : 'answered'
}
