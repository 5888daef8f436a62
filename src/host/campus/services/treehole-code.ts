import { isObject } from '../../../rules/json.ts'

/**
 * The business code of a treehole answer (protocols §2.1), a number or, as its numbers are at times, the same in a string.
 * One reading for the proof of a sign-in, the judge and the further checks: an answer that counts in one counts in all.
 * Undefined for what has none; `true`, `[20000]` and blanks are none.
 */
export function treeholeCode(answer: unknown): number | undefined {
  const code = isObject(answer) ? answer['code'] : undefined
  if (typeof code === 'number') return code
  return typeof code === 'string' && /^\d{1,6}$/.test(code) ? Number(code) : undefined
}
