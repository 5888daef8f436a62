import { isObject } from '../../../rules/json.ts'
import type { Finding } from './finding.ts'
import type { ToolPart } from './part.ts'
import { type RawStep, rawSteps } from './raw-steps.ts'

/**
 * Requests whose answer nothing checks: behind each there must be an `assert`, or an extraction that fails on a miss, of the
 * answer or of what was made from it.
 */
export function checkAnswers(tool: ToolPart): readonly Finding[] {
  const steps = rawSteps(tool)
  return steps.flatMap((step, index) => {
    if (step.kind !== 'request' && step.kind !== 'paginate') return []
    const made = new Set(step.as === undefined ? [] : [step.as])
    const isChecked = steps.slice(index + 1).some((later) => {
      const speaks = wordsOf(later.body).some((word) => made.has(word))
      if (speaks) for (const name of namesOf(later)) made.add(name)
      return speaks && checks(later)
    })
    // What gives no answer a name is asked for its status alone.
    return isChecked || step.as === undefined ? [] : [tool.part.finding('LINT_ASSERT_MISSING', [...step.keys, step.kind], { name: step.as })]
  })
}

const wordsOf = (body: unknown): readonly string[] => JSON.stringify(body ?? null).match(/[A-Za-z_]\w*/g) ?? []

function namesOf({ kind, as, body }: RawStep): readonly string[] {
  const inner = isObject(body) ? [kind === 'let' ? Object.keys(body) : [], typeof body['as'] === 'string' ? [body['as']] : []].flat() : []
  return [...(as === undefined ? [] : [as]), ...inner]
}

function checks({ kind, body }: RawStep): boolean {
  if (kind === 'assert') return true
  return kind === 'extract' && isObject(body) && (body['table'] !== undefined ? hasFirmColumn(body['columns']) : hasRequired(body))
}

/** A table without its selector or a header that is not optional is a changed site by itself. */
const hasFirmColumn = (columns: unknown): boolean => isObject(columns) && Object.values(columns).some((column) => !isObject(column) || column['optional'] !== true)

function hasRequired(pick: unknown): boolean {
  if (!isObject(pick)) return false
  return pick['required'] === true || (isObject(pick['fields']) && Object.values(pick['fields']).some(hasRequired) && pick['many'] !== true)
}
