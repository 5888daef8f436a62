import { detach, detachLimits } from '../rules/canonical.ts'
import { isObject, type Json } from '../rules/json.ts'
import { SecretLink, SecretValue } from '../sdk/index.ts'

/**
 * A tool's result as plain JSON that shares nothing with what the tool still holds. A secret handle becomes its
 * placeholder; parts that are undefined are absent, as in JSON. Errors as `detach`.
 */
export function plainResult(value: unknown): Json {
  // Most results are plain as they come.
  return detach(holdsOther(value, limits()) ? withoutHandles(value ?? null, limits()) : value)
}

/** Levels and parts that are looked at: what is deeper or more, as a part that is shared over and over becomes, is left to `detach`, which refuses it. */
interface Left { readonly depth: number; readonly parts: { count: number } }
const limits = (): Left => ({ depth: detachLimits.depth, parts: { count: detachLimits.bytes } })
const inside = ({ depth, parts }: Left): Left | undefined => (depth > 0 && (parts.count -= 1) >= 0 ? { depth: depth - 1, parts } : undefined)

/** Whether anything in it is to become something else. */
function holdsOther(value: unknown, left: Left): boolean {
  if (value === undefined || isHandle(value)) return true
  const next = inside(left)
  if (!next) return false
  if (Array.isArray(value)) return value.some((part: unknown) => holdsOther(part, next))
  return isObject(value) && isPlain(value) && Object.values(value).some((part) => holdsOther(part, next))
}

function withoutHandles(value: unknown, left: Left): unknown {
  if (isHandle(value)) return String(value)
  const next = inside(left)
  if (!next) return value
  if (Array.isArray(value)) return value.map((part: unknown) => withoutHandles(part, next))
  if (!isObject(value) || !isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined).map(([key, part]) => [key, withoutHandles(part, next)]))
}

const isHandle = (value: unknown): boolean => value instanceof SecretLink || value instanceof SecretValue

/** Class instances are left as they are: `detach` refuses them. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
