import { HarnessError } from './errors/index.ts'

export interface PlainLimits {
  /** UTF-8 bytes of the value as JSON, about. */
  readonly bytes: number
  /** Levels of arrays and objects. */
  readonly depth: number
}

/**
 * A value as JSON text, its names in the order of RFC 8785 or as they stand. It reads property descriptors only: no getter,
 * `toJSON` or iterator of the value runs. Throws `JSON_NOT_PLAIN` with the place of what JSON cannot hold, `JSON_TOO_DEEP` (a
 * cycle is endlessly deep) or `JSON_TOO_LARGE`. Fails closed: whatever a proxy throws becomes `JSON_NOT_PLAIN`.
 */
export function plainText(value: unknown, limits: PlainLimits, names: 'sorted' | 'as they stand'): string {
  try {
    return new Writer(limits, names === 'sorted').value(value)
  } catch (error) {
    if (error instanceof HarnessError) throw error
    throw new HarnessError('JSON_NOT_PLAIN', { path: '$' }, { cause: error })
  }
}

/**
 * One pass that checks and writes: every call's arguments, its result and each row of the audit chain come through here several
 * times. Holds how much is left to write, so that a value that shares parts with itself cannot grow without end.
 */
class Writer {
  private left: number
  private readonly path: (string | number)[] = ['$']
  constructor(private readonly limits: PlainLimits, private readonly sorted: boolean) {
    this.left = limits.bytes
  }

  value(value: unknown): string {
    if (typeof value === 'string') return this.text(value)
    if (value === null || typeof value === 'boolean') return this.spend(String(value), 4)
    if (typeof value === 'number') return Number.isFinite(value) ? this.number(value) : this.refuse()
    if (typeof value !== 'object') return this.refuse()
    if (this.path.length > this.limits.depth) throw new HarnessError('JSON_TOO_DEEP', { limit: this.limits.depth })
    this.spend('', 2)
    return Array.isArray(value) ? this.array(value) : this.object(value)
  }

  private text(text: string): string {
    if (text.length > this.left) this.tooLarge()
    let bytes = text.length + 2
    let asItIs = true
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      if (unit < 0x80) {
        if (unit < 0x20 || unit === 0x22 || unit === 0x5c) asItIs = false
      } else if (unit < 0x800) bytes += 1
      else if (unit < 0xd800 || unit > 0xdfff) bytes += 2
      else {
        // Half of a character of four bytes.
        bytes += 1
        asItIs = false
      }
    }
    // Most texts need no escape, and calling out for each costs more than the look.
    if (asItIs) return this.spend(`"${text}"`, bytes)
    if (!text.isWellFormed()) this.refuse()
    return this.spend(JSON.stringify(text), bytes)
  }

  private number(value: number): string {
    const text = String(value)
    return this.spend(text, text.length)
  }

  private array(value: readonly unknown[]): string {
    // As many own keys as elements and `length`: no holes and nothing beside the elements.
    if (Object.getPrototypeOf(value) !== Array.prototype || Reflect.ownKeys(value).length !== value.length + 1) this.refuse()
    let text = '['
    for (let index = 0; index < value.length; index++) text += `${index === 0 ? '' : ','}${this.part(value, index)}`
    return `${text}]`
  }

  private object(value: object): string {
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) this.refuse()
    const keys: string[] = []
    for (const key of Reflect.ownKeys(value)) {
      if (typeof key !== 'string' || key === '__proto__') return this.refuse()
      keys.push(key)
    }
    // By UTF-16 units (RFC 8785 §3.2.3), as `sort` does by itself.
    if (this.sorted) keys.sort()
    let text = '{'
    for (const key of keys) text += `${text === '{' ? '' : ','}${this.text(key)}:${this.part(value, key)}`
    return `${text}}`
  }

  private part(holder: object, key: string | number): string {
    const property = Object.getOwnPropertyDescriptor(holder, key)
    this.path.push(key)
    if (!property || !('value' in property) || !property.enumerable) return this.refuse()
    const text = this.value(property.value)
    this.path.pop()
    return text
  }

  private spend(text: string, bytes: number): string {
    this.left -= bytes + 1
    if (this.left < 0) this.tooLarge()
    return text
  }

  private tooLarge(): never {
    throw new HarnessError('JSON_TOO_LARGE', { limit: this.limits.bytes })
  }

  /** Names the place by its keys where they are ordinary names; a key can be anyone's text, so others are `?`. */
  private refuse(): never {
    const named = this.path.slice(0, 8).map((key) => (/^[\w$-]{1,32}$/.test(String(key)) ? key : '?'))
    throw new HarnessError('JSON_NOT_PLAIN', { path: named.join('.') })
  }
}
