import type { Answer, ApprovalEvent, Card } from '../../monitor/approvals/approvals.ts'
import { cardDigest } from '../../monitor/approvals/card-digest.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { meantId } from '../../rules/short-id.ts'
import { approvalStateWords } from '../../rules/words/lists.ts'
import { say } from '../../rules/words/say.ts'
import { covers } from '../protocol/capability.ts'
import { type ShownCard, card as cardSchema } from '../protocol/shapes.ts'
import type { Running } from '../running.ts'
import type { Handlers, Peer } from '../server/peer.ts'

type Own = Pick<Handlers, 'approvals.list' | 'approvals.show' | 'approvals.answer' | 'approvals.watch'>

export function approvalHandlers(house: Pick<Running, 'approvals' | 'store' | 'pinGate'>): Own {
  const visible = (peer: Peer, card: Pick<Card, 'client'>): boolean => covers(peer.capability, 'approve') || card.client === peer.id
  const pendingFor = (peer: Peer) => house.approvals.pending().filter(({ card }) => visible(peer, card)).map(({ card, digest }) => ({ card: shown(card), digest }))
  const watching = new Set<string>()

  return {
    'approvals.list'(_, { peer }) {
      const pending = pendingFor(peer)
      return { pending, scope: covers(peer.capability, 'approve') ? 'all' : 'own', others: house.approvals.pending().length - pending.length }
    },
    'approvals.show'({ id }, { peer }) {
      // An id that this client may not see is none that a beginning could mean.
      const exact = house.store.approvals.get(id)
      const rows = (exact ? [exact] : house.store.approvals.list()).flatMap((row) => { const card = cardSchema.safeParse(row.card); return card.success && visible(peer, card.data) ? [{ ...row, card: card.data }] : [] })
      const whole = meantId(id, rows.map((row) => row.id))
      const row = rows.find((one) => one.id === whole)
      if (!row) throw new HarnessError('APPROVAL_GONE', { id, why: say(approvalStateWords.unknown, peer.lang) })
      return { card: row.card, digest: row.digest, state: row.state, answeredBy: row.answeredBy }
    },
    async 'approvals.answer'({ id, digest, answer, note, free = [], expires = null, uses = null }, { peer }) {
      const find = () => house.approvals.pending().find(({ card }) => card.id === id)
      const asked = find()
      if (asked && needsPin(asked.card, answer)) await house.pinGate.pass(peer)
      const waiting = find()
      if (!waiting) return { won: false, why: house.store.approvals.get(id)?.state ?? 'unknown' }
      if (waiting.digest !== digest) return { won: false, why: 'changed' }
      // A single answer from `pkuh approvals approve` needs no watch of its own.
      const passing = !watching.has(peer.id)
      if (passing) house.approvals.attach(peer.id)
      try {
        return house.approvals.answer(id, answer, peer.id, note, { free, expires, uses })
      } finally {
        if (passing) house.approvals.detach(peer.id)
      }
    },
    'approvals.watch'({ only }, { peer }) {
      if (only !== undefined) {
        peer.onGone(house.approvals.watch((event) => { if (event.card.id === only) tell(peer, event) }))
        return { pending: pendingFor(peer).filter(({ card }) => card.id === only) }
      }
      if (!watching.has(peer.id)) {
        watching.add(peer.id)
        const stop = house.approvals.watch((event) => tell(peer, event))
        house.approvals.attach(peer.id)
        peer.onGone(() => { stop(); watching.delete(peer.id); house.approvals.detach(peer.id) })
      }
      return { pending: pendingFor(peer) }
    },
  }
}

/** What costs, is seen by others or cannot be undone, and what makes a grant; a no never does. */
const needsPin = ({ effect, reasons }: Card, answer: Answer): boolean =>
  answer !== 'deny' && (effect === 'money' || effect === 'public' || answer === 'always' || reasons.some(({ code }) => code === 'irreversible'))

const shown = (card: Card): ShownCard => cardSchema.parse(card)

const isAnswer = (word: unknown): word is Answer => word === 'once' || word === 'session' || word === 'always' || word === 'deny'

function tell(peer: Peer, { kind, card, detail }: ApprovalEvent): void {
  const { by, answer } = detail
  peer.push('approval', {
    kind, card: shown(card), digest: cardDigest(card), by: typeof by === 'string' ? by : undefined,
    ...(kind === 'answered' && isAnswer(answer) ? { answer } : {}),
  })
}
