import type { HarnessError } from '../../../rules/errors/index.ts'
import { isObject } from '../../../rules/json.ts'
import { z } from 'zod'
import type { Field } from '../schema/field.ts'
import type { Manifest, ToolManifest } from './manifest-schema.ts'

/** What stands for the parts of a document that cannot be read, while its other faults are looked for (`faultsOf`). Nothing of it is ever run. */

const words = { zh: '-', en: '-' }
export const manifestOutline: Manifest = {
  plugin: 'xx', version: '0.0.0', name: words, summary: words, scopes: [], websites: [], requires: [], settings: {}, tools: {}, widgets: {}, pages: {}, shortcuts: [], uses: [], disclosure: [],
}
export const toolOutline: ToolManifest = { description: words, effect: 'read', input: {}, output: { type: 'boolean' }, steps: [] }
export const fieldOutline: Field = {
  type: 'string', nullable: true, enum: undefined, properties: {}, required: [], items: undefined, default: undefined, minimum: undefined, maximum: undefined, minLength: undefined,
  maxLength: undefined, pattern: undefined, format: undefined, title: undefined, description: undefined,
}

/** The keys of a map that its schema takes, of a list or a map in it the items that it takes alone; the outline's for the others. */
export function soundParts<T extends Readonly<Record<string, unknown>>>(schema: z.ZodObject, value: unknown, outline: T): T {
  const raw = isObject(value) ? value : {}
  return { ...outline, ...Object.fromEntries(Object.entries(schema.shape).flatMap(([key, part]) => {
    const kept = Object.hasOwn(raw, key) ? [raw[key], soundItems(part, raw[key])].map((one) => z.safeParse(part, one)).find(({ success }) => success) : undefined
    return kept?.success && kept.data !== undefined ? [[key, kept.data]] : []
  })) }
}

function soundItems(schema: z.core.$ZodType, value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item: unknown) => z.safeParse(schema, [item]).success)
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key, item]) => z.safeParse(schema, { [key]: item }).success)) : undefined
}

/** Faults that another one would bring about by itself: by code, where that other one stands. */
const causes: Readonly<Record<string, (at: string) => string>> = {
  DOC_RETURN_MISSING: (at) => `${at}.steps`,
  DOC_SERVICE_UNDECLARED: () => 'scopes',
  DOC_WEBSITE_UNDECLARED: () => 'websites',
}

/** The first fault of each place, without those that are gone when another is mended: what a request reaches is told when all of it can be read. */
export function withoutConsequences(faults: readonly HarnessError[]): readonly HarnessError[] {
  const placeOf = ({ params }: HarnessError) => String(params.at ?? '')
  const keyOf = (fault: HarnessError) => (placeOf(fault) === '' ? fault : `${String(fault.params.file)} ${placeOf(fault)}`)
  const each = [...new Map(faults.toReversed().map((fault) => [keyOf(fault), fault])).values()].toReversed()
  const misspelt = new Set(each.filter(({ code }) => code === 'DOC_KEY_UNKNOWN').map((fault) => around(placeOf(fault))))
  return each.filter((fault) => {
    if (fault.code === 'DOC_FIELD_INVALID' && fault.params.found === '∅' && misspelt.has(around(placeOf(fault)))) return false
    const cause = causes[fault.code]?.(placeOf(fault))
    return !each.some((other) => other !== fault && (
      (cause !== undefined && placeOf(other).startsWith(cause)) || (reaching.has(fault.code) && !reaching.has(other.code) && placeOf(other).startsWith(`${placeOf(fault)}.`))
    ))
  })
}

/** A misspelt key explains the one that is missing beside it. */
const around = (at: string): string => at.slice(0, Math.max(0, at.lastIndexOf('.')))

/** Told of a step as a whole, from all that stands in it. */
const reaching = new Set(['DOC_ENDPOINT_UNLISTED', 'DOC_ENDPOINT_FORBIDDEN', 'DOC_CACHE_ACTS'])
