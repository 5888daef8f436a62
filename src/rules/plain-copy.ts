import { HarnessError } from './errors/index.ts'
import type { Json } from './json.ts'

export interface CopyLimits {
  /** UTF-8 bytes of the value as JSON, about. */
  readonly bytes: number
  /** Levels of arrays and objects. */
  readonly depth: number
}

/**
 * Copies a value into plain JSON, reading property descriptors only: no getter, `toJSON` or iterator of the value runs.
 * Throws `JSON_NOT_PLAIN` with the place of what JSON cannot hold, `JSON_TOO_DEEP` (a cycle is endlessly deep) or
 * `JSON_TOO_LARGE`. Fails closed: whatever a proxy throws becomes `JSON_NOT_PLAIN`.
 */
export function copyPlain(value: unknown, limits: CopyLimits): Json {
  try {
    return new Copier(limits).copy(value, ['$'])
  } catch (error) {
    if (error instanceof HarnessError) throw error
    throw new HarnessError('JSON_NOT_PLAIN', { path: '$' }, { cause: error })
  }
}

/** Holds how much is left to copy, so that a value that shares parts with itself cannot grow without end. */
class Copier {
  private left: number
  constructor(private readonly limits: CopyLimits) {
    this.left = limits.bytes
  }

  copy(value: unknown, path: readonly string[]): Json {
    if (value === null || typeof value === 'boolean') return this.spend(value, 4)
    if (typeof value === 'number') return Number.isFinite(value) ? this.spend(value, String(value).length) : refuse(path)
    if (typeof value === 'string') return this.text(value, path)
    if (typeof value !== 'object') return refuse(path)
    if (path.length > this.limits.depth) throw new HarnessError('JSON_TOO_DEEP', { limit: this.limits.depth })
    this.spend(value, 2)
    return Array.isArray(value) ? this.array(value, path) : this.object(value, path)
  }

  private text(text: string, path: readonly string[]): string {
    if (text.length > this.left) tooLarge(this.limits)
    if (!text.isWellFormed()) refuse(path)
    return this.spend(text, utf8Length(text) + 2)
  }

  private array(value: readonly unknown[], path: readonly string[]): Json {
    const prototype: unknown = Object.getPrototypeOf(value)
    const keys = Reflect.ownKeys(value)
    // As many own keys as elements and `length`: no holes and nothing beside the elements.
    if (prototype !== Array.prototype || keys.length !== value.length + 1) refuse(path)
    return Array.from({ length: value.length }, (_, index) => this.part(value, String(index), path))
  }

  private object(value: object, path: readonly string[]): Json {
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) refuse(path)
    const copy: Record<string, Json> = {}
    for (const key of Reflect.ownKeys(value)) {
      if (typeof key !== 'string' || key === '__proto__') return refuse(path)
      this.text(key, path)
      copy[key] = this.part(value, key, path)
    }
    return copy
  }

  private part(holder: object, key: string, path: readonly string[]): Json {
    const property = Object.getOwnPropertyDescriptor(holder, key)
    const place = [...path, key]
    if (!property || !('value' in property) || !property.enumerable) return refuse(place)
    return this.copy(property.value, place)
  }

  private spend<T>(value: T, bytes: number): T {
    this.left -= bytes + 1
    if (this.left < 0) tooLarge(this.limits)
    return value
  }
}

function tooLarge(limits: CopyLimits): never {
  throw new HarnessError('JSON_TOO_LARGE', { limit: limits.bytes })
}

/** Names the place by its keys where they are ordinary names; a key can be anyone's text, so others are `?`. */
function refuse(path: readonly string[]): never {
  const named = path.slice(0, 8).map((key) => (/^[\w$-]{1,32}$/.test(key) ? key : '?'))
  throw new HarnessError('JSON_NOT_PLAIN', { path: named.join('.') })
}

function utf8Length(text: string): number {
  let length = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    // A surrogate is half of a character of four bytes.
    length += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3
  }
  return length
}
