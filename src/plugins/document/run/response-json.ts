import { HarnessError } from '../../../rules/errors/index.ts'
import type { Json } from '../../../rules/json.ts'
import { budgets } from '../budgets.ts'

/**
 * A response's parsed body as JSON that the rest may walk by recursion: at most 512 levels (`DOC_JSON_DEPTH_EXCEEDED`).
 * Walks with a list of its own, since what it guards against is depth.
 */
export function toJson(value: unknown, step: string): Json {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > budgets.jsonDepth.limit) throw new HarnessError('DOC_JSON_DEPTH_EXCEEDED', { step, limit: budgets.jsonDepth.limit })
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  if (!isJson(value)) throw new HarnessError('DOC_TYPE', { step, expected: 'JSON', found: typeof value })
  return value
}

function isJson(value: unknown): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'object' && Object.values(value).every(isJson)
}
