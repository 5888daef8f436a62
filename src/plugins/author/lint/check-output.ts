import { isObject } from '../../../rules/json.ts'
import type { Key } from '../../document/manifest/place.ts'
import type { Finding } from './finding.ts'
import type { Part, ToolPart } from './part.ts'

/** Texts of a result that may be of any length. */
export function checkOutput({ part, keys, raw }: ToolPart): readonly Finding[] {
  return unbounded(part, [...keys, 'output'], raw['output'])
}

function unbounded(part: Part, keys: readonly Key[], field: unknown): readonly Finding[] {
  if (!isObject(field)) return []
  const type: unknown = Array.isArray(field['type']) ? field['type'][0] : field['type']
  if (type === 'string') return ['maxLength', 'enum', 'format'].some((key) => field[key] !== undefined) ? [] : [part.finding('LINT_TEXT_UNBOUNDED', keys, {})]
  const properties = isObject(field['properties']) ? field['properties'] : {}
  return [
    ...unbounded(part, [...keys, 'items'], field['items']),
    ...Object.entries(properties).flatMap(([name, inner]) => unbounded(part, [...keys, 'properties', name], inner)),
  ]
}
