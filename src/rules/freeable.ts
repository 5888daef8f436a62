import type { Trust } from './call.ts'
import { isObject, type JsonObject, own } from './json.ts'

/**
 * The arguments of a call that an answer beyond this once may leave open (policy §4): any of a bundled or official plugin's.
 * Of another's only what can say little, since what it sends is its own affair: true or false, a number, one of the values that
 * its schema names.
 */
export function freeableArguments(args: JsonObject, inputSchema: JsonObject, trust: Trust): string[] {
  const properties = inputSchema['properties']
  const names = Object.keys(args)
  if (trust === 'bundled' || trust === 'official') return names
  return names.filter((name) => {
    const schema = isObject(properties) ? own(properties, name) : undefined
    return isObject(schema) && (Array.isArray(schema['enum']) || schema['type'] === 'boolean' || schema['type'] === 'integer' || schema['type'] === 'number')
  })
}
