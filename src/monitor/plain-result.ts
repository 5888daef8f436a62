import { detach, detachLimits } from '../rules/canonical.ts'
import { HarnessError } from '../rules/errors/index.ts'
import { isObject, type Json } from '../rules/json.ts'
import { SecretLink, SecretValue } from '../sdk/index.ts'

/**
 * A tool's result as plain JSON that shares nothing with what the tool still holds. A secret handle becomes its
 * placeholder; parts that are undefined are absent, as in JSON, and so is what a list or an object has beside its parts. Errors as `detach`.
 */
export function plainResult(value: unknown): Json {
  try {
    return detach(value)
  } catch (error) {
    // Most results are plain as they come, and need no copy of their own first.
    if (!(error instanceof HarnessError) || error.code !== 'JSON_NOT_PLAIN') throw error
    return detach(withoutHandles(value ?? null, { depth: detachLimits.depth, parts: { count: detachLimits.bytes } }))
  }
}

/** Levels and parts that are copied: what is deeper or more, as a part that is shared over and over becomes, is left to `detach`, which refuses it. */
interface Left { readonly depth: number; readonly parts: { count: number } }

function withoutHandles(value: unknown, { depth, parts }: Left): unknown {
  if (value instanceof SecretLink || value instanceof SecretValue) return String(value)
  if (depth === 0 || (parts.count -= 1) < 0) return value
  const next = { depth: depth - 1, parts }
  if (Array.isArray(value)) return value.map((part: unknown) => withoutHandles(part, next))
  if (!isObject(value) || !isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined).map(([key, part]) => [key, withoutHandles(part, next)]))
}

/** Class instances are left as they are: `detach` refuses them. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
