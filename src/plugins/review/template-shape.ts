import { type Json, own } from '../../rules/json.ts'
import type { TextPart, TextPattern } from '../../rules/lattice/text-pattern.ts'
import type { Shape } from '../../rules/lattice/value-shape.ts'
import { encode, type EncodePlace } from '../document/expression/encode.ts'
import type { Node } from '../document/expression/node.ts'
import type { Template } from '../document/expression/template.ts'
import type { Field } from '../document/schema/field.ts'

/** The values that an expression can only have; undefined where it may be anything. */
export type Bounds = (node: Node) => readonly Json[] | undefined

interface Fields {
  readonly properties: Readonly<Record<string, Field>>
  readonly required: readonly string[]
}

/**
 * `input.x` and `settings.x` of an enum, a boolean: what an argument may be is what the schema lets through, and a setting
 * that it does not is as good as none. Every other expression counts as anything.
 */
export function boundsOf(input: Fields, settings: Fields): Bounds {
  return (node) => {
    if (node.kind !== 'member' || node.of.kind !== 'name' || node.key.kind !== 'literal' || typeof node.key.value !== 'string') return undefined
    const fields = node.of.name === 'input' ? input : node.of.name === 'settings' ? settings : undefined
    const name = node.key.value
    const field = fields && own(fields.properties, name)
    const values = field && (field.enum ?? (field.type === 'boolean' ? [false, true] : undefined))
    if (!fields || !field || !values) return undefined
    const absent = field.default === undefined && !fields.required.includes(name)
    return field.nullable || absent ? [...values, null] : values
  }
}

/** A path without what is before it, such as a website's `https://host`. */
export function pathPattern(template: Template, bounds: Bounds, before = ''): TextPattern {
  const [first = '', ...rest] = textParts(template, bounds, 'path')
  const cut = typeof first === 'string' ? first.slice(before.length) : first
  return cut === '' ? rest : [cut, ...rest]
}

/** The query of a URL. */
export const queryShape = (template: Template, bounds: Bounds): Shape => textShape(textParts(template, bounds, 'query'))

/** A header's value, which is always a text. */
export const headerShape = (template: Template, bounds: Bounds): Shape => textShape(textParts(template, bounds, 'header'))

/** A file's name and what is in it, which are always texts. */
export const fileTextShape = (template: Template, bounds: Bounds): Shape => textShape(textParts(template, bounds, 'text'))

/** A query or form field: numbers and booleans go out as texts, null leaves it out. */
export function wireShape(template: Template, bounds: Bounds): Shape {
  const shape = valueShape(template, bounds)
  const asText = (value: Json): Json => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value)
  if (shape.kind === 'fixed') return { kind: 'fixed', value: asText(shape.value) }
  return shape.kind === 'oneOf' ? oneOf(shape.values.map(asText)) : shape
}

/** A value with its type, as it stands in a JSON body. */
export function valueShape(template: Template, bounds: Bounds): Shape {
  switch (template.kind) {
    case 'fixed': return { kind: 'fixed', value: template.value }
    case 'value': {
      const values = bounds(template.node)
      return values ? oneOf(values) : { kind: 'free' }
    }
    case 'text': return textShape(textParts(template, bounds, 'text'))
    case 'list': return { kind: 'list', items: template.items.map((item) => valueShape(item, bounds)) }
    case 'map': return { kind: 'map', entries: Object.fromEntries(template.entries.map(([key, value]) => [key, valueShape(value, bounds)])) }
  }
}

const oneOf = (values: readonly Json[]): Shape => {
  const [only, ...others] = values
  return only !== undefined && others.length === 0 ? { kind: 'fixed', value: only } : { kind: 'oneOf', values: [...values] }
}

const textShape = (parts: TextPattern): Shape =>
  (parts.every((part) => typeof part === 'string') ? { kind: 'fixed', value: parts.join('') } : { kind: 'text', parts })

/** As `fillText` fills it: each expression encoded for its place, what has no form there left out. */
function textParts(template: Template, bounds: Bounds, place: EncodePlace): TextPattern {
  switch (template.kind) {
    case 'fixed': return [String(template.value)]
    case 'value': return [hole(template.node, bounds, place)]
    case 'text': return merged(template.parts.map((part) => (typeof part === 'string' ? part : hole(part, bounds, place))))
    // `fillText` makes nothing of them.
    case 'list': case 'map': return ['']
  }
}

function hole(node: Node, bounds: Bounds, place: EncodePlace): TextPart {
  const values = bounds(node)
  if (!values) return { free: true }
  const texts = values.flatMap((value) => {
    const text = value === null ? (place === 'text' ? '' : undefined) : encode(String(value), place)
    return text === undefined ? [] : [text]
  })
  const [only = ''] = texts
  return texts.length === 1 ? only : { oneOf: [...new Set(texts)] }
}

/** Literals beside each other are one. */
function merged(parts: readonly TextPart[]): TextPattern {
  const made: TextPart[] = []
  for (const part of parts) {
    const last = made.at(-1)
    if (typeof part === 'string' && typeof last === 'string') made[made.length - 1] = last + part
    else made.push(part)
  }
  return made
}
