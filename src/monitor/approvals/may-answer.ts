import type { ClientId } from '../call-request.ts'
import { confirmWords } from '../../rules/confirm-word.ts'
import type { Answer, Card, GrantTerms } from './approvals.ts'

/** The principals behind which a person sits at the connection itself, so that it may answer its own card (policy §4). */
const typedByAPerson: readonly string[] = ['user', 'agent']

/**
 * Whether this connection could answer this card at all, supposing that it may approve. What a plugin's step, widget or shortcut asks is
 * answered where the person typed what led there; without a word of who that was, by nobody there.
 */
export const mayAnswer = (card: Card, client: ClientId): boolean => client !== card.client || typedByAPerson.includes(card.startedBy ?? card.principal)

/** Why an answer does not count; undefined when it does. */
export function whyNot(
  card: Card, answer: Answer, by: ClientId, note: string | undefined, terms: GrantTerms, attached: ReadonlySet<ClientId>, now: number,
): 'not-allowed' | 'not-yours' | undefined {
  if (!attached.has(by)) return 'not-allowed'
  if (!mayAnswer(card, by)) return 'not-yours'
  if (!fits(terms, card, answer, now)) return 'not-allowed'
  if (answer === 'deny') return undefined
  if (!card.answers.includes(answer)) return 'not-allowed'
  return card.typed === undefined || (note !== undefined && confirmWords(card.typed).includes(note)) ? undefined : 'not-allowed'
}

/** Terms are of what lasts, and open no more than the card offers. */
function fits({ free, expires, uses }: GrantTerms, card: Card, answer: Answer, now: number): boolean {
  if (answer !== 'session' && answer !== 'always') return free.length === 0 && expires === null && uses === null
  return free.every((name) => card.freeable.includes(name)) && (expires === null || (Number.isSafeInteger(expires) && expires > now)) && (uses === null || (Number.isSafeInteger(uses) && uses > 0))
}
