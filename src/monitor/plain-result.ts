import { detach } from '../rules/canonical.ts'
import { isObject, type Json } from '../rules/json.ts'
import { SecretLink, SecretValue } from '../sdk/index.ts'

/** Deeper nesting than this is left to `detach`, which refuses it. */
const deepest = 64

/**
 * A tool's result as plain JSON that shares nothing with what the tool still holds. A secret handle becomes its
 * placeholder; parts that are undefined are absent, as in JSON. Errors as `detach`.
 */
export const plainResult = (value: unknown): Json => detach(holdsOther(value, 0) ? withoutHandles(value ?? null, 0) : value)

/** Whether anything in it is to become something else: most results are plain as they come. */
function holdsOther(value: unknown, depth: number): boolean {
  if (value === undefined || value instanceof SecretLink || value instanceof SecretValue) return true
  if (depth > deepest) return false
  if (Array.isArray(value)) return value.some((part: unknown) => holdsOther(part, depth + 1))
  return isObject(value) && isPlain(value) && Object.values(value).some((part) => holdsOther(part, depth + 1))
}

function withoutHandles(value: unknown, depth: number): unknown {
  if (value instanceof SecretLink || value instanceof SecretValue) return String(value)
  if (depth > deepest) return value
  if (Array.isArray(value)) return value.map((part: unknown) => withoutHandles(part, depth + 1))
  if (!isObject(value) || !isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined).map(([key, part]) => [key, withoutHandles(part, depth + 1)]))
}

/** Class instances are left as they are: `detach` refuses them. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
