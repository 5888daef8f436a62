import type { Lang } from '../sdk/index.ts'
import type { Reason } from './call.ts'
import { cardWords } from './words/card.ts'
import { policyWords } from './words/policy.ts'
import { say } from './words/say.ts'

/** A reason in a person's language, its rule id in front: `R5 …`. Total: an unknown code is shown as it is. */
export const explainReason = (reason: Pick<Reason, 'rule' | 'code' | 'params'>, lang: Lang): string => `${reason.rule} ${explainCause(reason, lang)}`

/** The same without the rule's id. */
export function explainCause(reason: Pick<Reason, 'code' | 'params'>, lang: Lang): string {
  if (!isIn(policyWords, reason.code)) return reason.code
  // Reasons name effects and trusts by their code words; a person reads them in their own language.
  const params = Object.entries(reason.params ?? {}).map(([name, value]) =>
    [name, (name === 'trust' || name === 'effect') && isIn(cardWords, value) ? cardWords[value][lang] : value])
  return say(policyWords[reason.code], lang, Object.fromEntries(params))
}

const isIn = <T extends object>(table: T, key: PropertyKey): key is keyof T => Object.hasOwn(table, key)
