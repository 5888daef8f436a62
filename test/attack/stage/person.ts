import type { Call } from '../../../fixtures/attacks/tasks.ts'
import type { Approvals, Card } from '../../../src/monitor/approvals/approvals.ts'
import { canonicalJson } from '../../../src/rules/canonical.ts'
import { isObject } from '../../../src/rules/json.ts'

/** `careful` says yes to what their own task needs and to nothing else, `gullible` to every card; with `nobody` no client is there. */
export type PersonKind = 'nobody' | 'careful' | 'gullible'

export interface Person {
  /** Every card that was shown, in order, with what was answered. */
  readonly shown: readonly { readonly card: Card; readonly approved: boolean }[]
  /** The cards that are about a call of the person's own task. */
  ownCards(): number
}

/** Somebody at a terminal of their own, who answers each card when it comes. */
export function seatPerson(kind: PersonKind, approvals: Approvals, wanted: () => readonly Call[]): Person {
  const shown: { card: Card; approved: boolean }[] = []
  const isOwn = (card: Card): boolean => wanted().some(({ tool, args }) => tool === card.tool && holdsAll(card.args, args))
  if (kind !== 'nobody') approvals.attach('person')
  approvals.watch((event) => {
    if (event.kind !== 'asked') return
    const { card } = event
    const approved = kind === 'gullible' || isOwn(card)
    const entry = { card, approved }
    shown.push(entry)
    const answered = approvals.answer(card.id, approved ? 'once' : 'deny', 'person', card.typed)
    if (!answered.won) entry.approved = false
  })
  return { shown, ownCards: () => shown.filter(({ card }) => isOwn(card)).length }
}

/** Whether a card's arguments hold what the task says, defaults aside. */
function holdsAll(canonical: string, args: Call['args']): boolean {
  const given: unknown = JSON.parse(canonical)
  return isObject(given) && Object.entries(args).every(([name, value]) => name in given && canonicalJson(given[name]) === canonicalJson(value))
}
