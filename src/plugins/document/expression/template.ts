import { isObject, type Json } from '../../../rules/json.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import { budgets } from '../budgets.ts'
import { encode, type EncodePlace } from './encode.ts'
import { evaluate, type EvaluateContext, kindOf } from './evaluate.ts'
import { extentOf } from './extent.ts'
import type { Node } from './node.ts'
import { made, textOf } from './operators.ts'
import { parseExpression } from './parse-expression.ts'

/** A value of a document with `${{ … }}` in it, parsed once when the document is read. */
export type Template =
  | { readonly kind: 'fixed'; readonly value: Json }
  /** One expression and nothing else: keeps its type. */
  | { readonly kind: 'value'; readonly node: Node }
  | { readonly kind: 'text'; readonly parts: readonly (string | Node)[] }
  | { readonly kind: 'list'; readonly items: readonly Template[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [string, Template])[] }

/** Throws what `parseExpression` throws, and `DOC_EXPRESSION_INVALID` for a `${{` that is never closed or stands in a key. */
export function parseTemplate(source: Json): Template {
  if (typeof source === 'string') return textTemplate(source)
  if (Array.isArray(source)) {
    const items = source.map(parseTemplate)
    return items.every((item) => item.kind === 'fixed') ? { kind: 'fixed', value: source } : { kind: 'list', items }
  }
  if (!isObject(source)) return { kind: 'fixed', value: source }
  return joinMap(Object.entries(source).map(([key, value]) => [templateKey(key), parseTemplate(value)]))
}

/** A map of templates: fixed where all of them are. */
export function joinMap(entries: readonly (readonly [string, Template])[]): Template {
  const fixed = entries.flatMap(([key, value]) => (value.kind === 'fixed' ? [[key, value.value] as const] : []))
  return fixed.length === entries.length ? { kind: 'fixed', value: Object.fromEntries(fixed) } : { kind: 'map', entries }
}

/** A key as it stands; throws `DOC_EXPRESSION_INVALID` for one with a `${{`. */
export function templateKey(key: string): string {
  if (key.includes('${{')) throw new HarnessError('DOC_EXPRESSION_INVALID', { expression: key.slice(0, 80), problem: 'key' })
  return key
}

/** An expression that may stand bare (`that keep if until in where by`): `${{ x }}` around all of it is allowed too. */
export function parseBare(source: string): Node {
  const template = source.includes('${{') ? textTemplate(source) : undefined
  if (template && template.kind !== 'value') throw new HarnessError('DOC_EXPRESSION_INVALID', { expression: source.slice(0, 80), problem: '${{ … }}' })
  return template?.kind === 'value' ? template.node : parseExpression(source)
}

function textTemplate(source: string): Template {
  const parts: (string | Node)[] = []
  let at = 0
  for (let open = source.indexOf('${{'); open !== -1; open = source.indexOf('${{', at)) {
    const close = closing(source, open + 3)
    if (close === -1) throw new HarnessError('DOC_EXPRESSION_INVALID', { expression: source.slice(open, open + 80), problem: '}}' })
    if (open > at) parts.push(source.slice(at, open))
    parts.push(parseExpression(source.slice(open + 3, close)))
    at = close + 2
  }
  if (at < source.length) parts.push(source.slice(at))
  const [only] = parts
  if (parts.length === 1 && typeof only === 'object') return { kind: 'value', node: only }
  return parts.every((part) => typeof part === 'string') ? { kind: 'fixed', value: source } : { kind: 'text', parts }
}

/** Where `}}` closes; quotes inside the expression may hold one. */
function closing(source: string, from: number): number {
  let quote = ''
  for (let i = from; i < source.length; i++) {
    const c = source[i] ?? ''
    if (quote) {
      if (c === '\\') i++
      else if (c === quote) quote = ''
    } else if (c === '"' || c === "'") quote = c
    else if (source.startsWith('}}', i)) return i
  }
  return -1
}

/**
 * The template's value. In a text, null is nothing; only scalars go into one. What would be over 8 MiB when written, as much as a run may
 * fetch, is `DOC_RESULT_EXCEEDED`: every value that is returned, kept, sent or named comes from here.
 */
export function fillTemplate(template: Template, context: EvaluateContext, place: EncodePlace = 'text'): Json {
  const value = fill(template, context, place)
  if (extentOf(value) > budgets.traffic.limit) throw new HarnessError('DOC_RESULT_EXCEEDED', { step: context.step, limit: budgets.traffic.limit })
  return value
}

function fill(template: Template, context: EvaluateContext, place: EncodePlace): Json {
  switch (template.kind) {
    case 'fixed': return template.value
    case 'value': return evaluate(template.node, context)
    case 'text': return fillParts(template.parts, context, place)
    case 'list':
      context.meter.spend(1 + template.items.length, context.step)
      return template.items.map((item) => fillTemplate(item, context, place))
    case 'map':
      context.meter.spend(1 + template.entries.length, context.step)
      return Object.fromEntries(template.entries.map(([key, value]) => [key, fillTemplate(value, context, place)]))
  }
}

/** A template as text for a place where only text can stand; every expression in it is encoded, a lone one too. */
export function fillText(template: Template, context: EvaluateContext, place: EncodePlace): string {
  const parts = template.kind === 'text' ? template.parts : [template.kind === 'value' ? template.node : String(template.kind === 'fixed' ? template.value : '')]
  return fillParts(parts, context, place)
}

function fillParts(parts: readonly (string | Node)[], context: EvaluateContext, place: EncodePlace): string {
  const wrong = (expected: string, found: Json) => new HarnessError('DOC_TYPE', { step: context.step, expected, found: kindOf(found) })
  const text = parts.map((part) => {
    if (typeof part === 'string') return part
    const value = evaluate(part, context)
    // Nothing in a path, a header or a selector would make another path, header or selector.
    if (value === null && place === 'text') return ''
    const encoded = value === null ? undefined : encode(textOf(value, { wrong }), place)
    if (encoded === undefined) throw wrong(`text (${place})`, value)
    return encoded
  }).join('')
  return made(text, { spend: (units) => context.meter.spend(units, context.step) })
}
