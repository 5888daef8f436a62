import { isObject, type Json, own } from '../../../rules/json.ts'
import type { Field } from './field.ts'

/** A result without the nulls of optional properties: a miss of a page is an absent field, not a null that its schema forbids. */
export function dropNulls(value: Json, field: Field): Json {
  const { items } = field
  if (Array.isArray(value)) return items ? value.map((item) => dropNulls(item, items)) : value
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries<Json>(value).flatMap(([key, item]) => {
    const inner = own(field.properties, key)
    if (!inner) return [[key, item]]
    if (item === null && !inner.nullable && !field.required.includes(key)) return []
    return [[key, dropNulls(item, inner)]]
  }))
}
