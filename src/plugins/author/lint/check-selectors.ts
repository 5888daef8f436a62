import { brittleWords } from '../../../rules/words/lint.ts'
import { isObject } from '../../../rules/json.ts'
import { finder } from '../../document/extract/find-elements.ts'
import type { Key } from '../../document/manifest/place.ts'
import { brittleIn, impossibleIn } from './check-selector.ts'
import type { Finding } from './finding.ts'
import type { Part, ToolPart } from './part.ts'
import { rawSteps } from './raw-steps.ts'

/** Selectors that are not sound, that can never match, and those that break easily. */
export function checkSelectors(tool: ToolPart): readonly Finding[] {
  return rawSteps(tool).filter(({ kind }) => kind === 'extract').flatMap(({ keys, body }) => selectorsIn(body, [...keys, 'extract']).flatMap(({ at, selector }) => check(tool.part, at, selector)))
}

function selectorsIn(pick: unknown, keys: readonly Key[]): readonly { readonly at: readonly Key[]; readonly selector: string }[] {
  if (!isObject(pick)) return []
  const own = (['select', 'without', 'table'] as const).flatMap((key) => { const selector = pick[key]; return typeof selector === 'string' ? [{ at: [...keys, key], selector }] : [] })
  const fields = isObject(pick['fields']) ? Object.entries(pick['fields']) : []
  return [...own, ...fields.flatMap(([name, field]) => (typeof field === 'string' ? [{ at: [...keys, 'fields', name], selector: field }] : selectorsIn(field, [...keys, 'fields', name])))]
}

function check(part: Part, at: readonly Key[], selector: string): readonly Finding[] {
  const shown = selector.slice(0, 80)
  if (!isSound(selector)) return [part.finding('DOC_SELECTOR_INVALID', at, { selector: shown, step: at.join('.') })]
  const impossible = impossibleIn(selector)
  if (impossible) {
    const { found, better } = impossible
    const fix = better === undefined || selector.includes('${{') ? undefined : part.replace(at, better)
    return [part.finding('LINT_SELECTOR_IMPOSSIBLE', at, { selector: shown, found, better: better ?? found.replace(' > ', ' ') }, fix)]
  }
  const why = brittleIn(selector)
  return why === undefined ? [] : [part.finding('LINT_SELECTOR_BRITTLE', at, { selector: shown, found: brittleWords[why] })]
}

/** Reading a document compiles no selector: an expression in it has no value yet. Such a one is told of when it runs. */
function isSound(selector: string): boolean {
  if (selector.includes('${{')) return true
  try {
    finder(selector)
    return true
  } catch {
    return false
  }
}
