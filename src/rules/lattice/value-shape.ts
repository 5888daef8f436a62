import { z } from 'zod'
import { sameJson } from '../canonical.ts'
import { isMap, type Json, own } from '../json.ts'
import { patternCovers, type TextPattern, textPatternSchema } from './text-pattern.ts'

/** What a value of a request can be: written out by the author, one of an enum, a text or a structure with holes, or anything. */
export type Shape =
  | { readonly kind: 'fixed'; readonly value: Json }
  | { readonly kind: 'oneOf'; readonly values: readonly Json[] }
  | { readonly kind: 'text'; readonly parts: TextPattern }
  | { readonly kind: 'list'; readonly items: readonly Shape[] }
  | { readonly kind: 'map'; readonly entries: Readonly<Record<string, Shape>> }
  | { readonly kind: 'free' }

export const shapeSchema: z.ZodType<Shape> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fixed'), value: z.json() }),
  z.strictObject({ kind: z.literal('oneOf'), values: z.array(z.json()) }),
  z.strictObject({ kind: z.literal('text'), parts: textPatternSchema }),
  z.strictObject({ kind: z.literal('list'), get items() { return z.array(shapeSchema) } }),
  z.strictObject({ kind: z.literal('map'), get entries() { return z.record(z.string(), shapeSchema) } }),
  z.strictObject({ kind: z.literal('free') }),
])

/** Whether every value of `narrow` is one of `wide`. `narrow` has no enum holes any more. */
export function shapeCovers(wide: Shape, narrow: Shape): boolean {
  switch (wide.kind) {
    case 'free': return true
    case 'fixed': return narrow.kind === 'fixed' && sameJson(wide.value, narrow.value)
    case 'oneOf': return narrow.kind === 'fixed' && wide.values.some((value) => sameJson(value, narrow.value))
    case 'text': {
      const parts = textOf(narrow)
      return parts !== undefined && patternCovers(wide.parts, parts, 'text')
    }
    case 'list': {
      const items = itemsOf(narrow)
      return items?.length === wide.items.length && wide.items.every((item, at) => { const other = items[at]; return other !== undefined && shapeCovers(item, other) })
    }
    case 'map': {
      const entries = entriesOf(narrow)
      return entries !== undefined && Object.keys(entries).length === Object.keys(wide.entries).length
        && Object.entries(wide.entries).every(([key, shape]) => { const other = own(entries, key); return other !== undefined && shapeCovers(shape, other) })
    }
  }
}

function textOf(shape: Shape): TextPattern | undefined {
  if (shape.kind === 'text') return shape.parts
  return shape.kind === 'fixed' && typeof shape.value === 'string' ? [shape.value] : undefined
}

/** What was written out whole, as its parts. */
const fixed = (value: Json): Shape => ({ kind: 'fixed', value })

function itemsOf(shape: Shape): readonly Shape[] | undefined {
  if (shape.kind === 'list') return shape.items
  return shape.kind === 'fixed' && Array.isArray(shape.value) ? shape.value.map(fixed) : undefined
}

function entriesOf(shape: Shape): Readonly<Record<string, Shape>> | undefined {
  if (shape.kind === 'map') return shape.entries
  return shape.kind === 'fixed' && isMap(shape.value) ? Object.fromEntries(Object.entries(shape.value).map(([key, value]) => [key, fixed(value)])) : undefined
}
