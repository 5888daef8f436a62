import { HarnessError } from '../../../rules/errors/index.ts'
import type { Json } from '../../../rules/json.ts'
import { budgets } from '../budgets.ts'
import { compileLinear, type Match } from '../regex/linear-regex.ts'
import { Missing } from './missing.ts'

/** Named groups as a map, else the first group, else the whole match; a list of them with `many`, null for a miss. */
export function matchText(text: string, spec: { readonly pattern: string; readonly many: boolean; readonly required: boolean }): Json {
  const regex = compileLinear(spec.pattern)
  const found = regex.all(text, spec.many ? budgets.items.limit : 0)
  if (spec.required && found.length === 0) throw new Missing(spec.pattern)
  if (!spec.many) return found[0] ? taken(found[0]) : null
  if (found.length > budgets.items.limit) throw new HarnessError('DOC_ITEMS_EXCEEDED', { step: spec.pattern.slice(0, 40), limit: budgets.items.limit })
  return found.map(taken)
}

function taken(match: Match): Json {
  if (match.named.size > 0) return Object.fromEntries([...match.named].map(([name, value]) => [name, value ?? null]))
  return (match.groups.length > 0 ? match.groups[0] : match.whole) ?? null
}
