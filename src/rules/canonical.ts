import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Json } from './json.ts'
import { type PlainLimits, plainText } from './plain-text.ts'

/** Bytes of one call's arguments or of one result, and levels of nesting (policy: what a call carries). */
export const detachLimits = { bytes: 1024 * 1024, depth: 64 } as const

/** Cards and records wrap detached values, so they may be somewhat deeper and larger than what they hold. */
const canonicalLimits = { bytes: 16 * 1024 * 1024, depth: 128 } as const

/**
 * RFC 8785 canonical JSON: the one text a value has, so that what was shown and what runs can be compared.
 * Throws `JSON_NOT_PLAIN` for whatever JSON cannot hold without loss (undefined, NaN, functions, BigInt, accessors,
 * class instances, lone surrogates, `__proto__` keys, holes), `JSON_TOO_DEEP` for cycles too, `JSON_TOO_LARGE`.
 */
export const canonicalJson = (value: unknown, limits: PlainLimits = canonicalLimits): string => plainText(value, limits, 'sorted')

/** Whether two values are the same JSON, whatever the order of their names. Throws as `canonicalJson`. */
export const sameJson = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other)

/** SHA-256 in lower-case hex: of a text as its UTF-8 bytes, of bytes as they are, of any other JSON by its canonical form. */
export function digest(value: string | Uint8Array | Exclude<Json, string>): string {
  const bytes = value instanceof Uint8Array ? value : new TextEncoder().encode(typeof value === 'string' ? value : canonicalJson(value))
  return bytesToHex(sha256(bytes))
}

/** A copy of `value` that shares nothing with it: plain JSON of own data properties. Errors as `canonicalJson`, over 1 MiB or 64 levels. */
export const detach = (value: unknown): Json => JSON.parse(plainText(value, detachLimits, 'as they stand'))

/** Freezes plain JSON through and through and gives it back, so that nobody changes what a person is looking at. */
export function deepFreeze<T extends Json>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values<Json>(value)) deepFreeze(part)
  return Object.freeze(value)
}
