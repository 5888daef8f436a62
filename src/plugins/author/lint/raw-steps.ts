import { isObject } from '../../../rules/json.ts'
import type { Key } from '../../document/manifest/place.ts'
import type { ToolPart } from './part.ts'

/** A step as its author wrote it. `keys` lead to the item of the list it stands in. */
export interface RawStep { readonly keys: readonly Key[]; readonly kind: string; readonly body: unknown; readonly as: string | undefined }

/** Every step of a tool in the order in which they are written, those inside others behind what they stand in. */
export function rawSteps({ keys, raw }: Pick<ToolPart, 'keys' | 'raw'>): readonly RawStep[] {
  return stepsAt(raw['steps'], [...keys, 'steps'])
}

function stepsAt(list: unknown, keys: readonly Key[]): readonly RawStep[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((step: unknown, index): readonly RawStep[] => {
    if (!isObject(step)) return []
    const kind = Object.keys(step).find((key) => key !== 'as') ?? ''
    const body = step[kind]
    const at = [...keys, index]
    const inner = isObject(body) ? (['steps', 'then', 'else'] as const).flatMap((key) => stepsAt(body[key], [...at, kind, key])) : []
    return [{ keys: at, kind, body, as: typeof step['as'] === 'string' ? step['as'] : undefined }, ...inner]
  })
}
