import type { Json } from '../../../rules/json.ts'
import { compileLinear, type Match } from '../regex/linear-regex.ts'
import { Missing } from './missing.ts'

/** Named groups as a map, else the first group, else the whole match; a list of them with `many`, null for a miss. */
export function matchText(text: string, spec: { readonly pattern: string; readonly many: boolean; readonly required: boolean }): Json {
  const regex = compileLinear(spec.pattern)
  const found = regex.all(text, spec.many ? Infinity : 1)
  if (spec.required && found.length === 0) throw new Missing(spec.pattern)
  if (!spec.many) return found[0] ? taken(found[0]) : null
  return found.map(taken)
}

function taken(match: Match): Json {
  if (match.named.size > 0) return Object.fromEntries([...match.named].map(([name, value]) => [name, value ?? null]))
  return (match.groups.length > 0 ? match.groups[0] : match.whole) ?? null
}
