/** What each one stands for, out of reach of whoever holds it. */
const values = new WeakMap<object, string>()

/**
 * A value that must never reach a model, a log, storage or a prompt. String conversion, JSON, templates, inspection, listing
 * and cloning give a placeholder or nothing. There is no accessor here: only the host's share and secure-display surfaces open
 * one (seed 000, "Secrets in results"). One that is made without a value stands for a secret and holds none.
 */
abstract class Opaque {
  constructor(value?: string) {
    if (value !== undefined) values.set(this, value)
    Object.freeze(this)
  }
  protected abstract readonly placeholder: string
  toString(): string { return this.placeholder }
  toJSON(): string { return this.placeholder }
  [Symbol.toPrimitive](): string { return this.placeholder }
  /** Node's inspection hook, by its registered symbol so that this room needs no Node import. */
  [Symbol.for('nodejs.util.inspect.custom')](): string { return this.placeholder }
}

/** A share link, whose fragment carries a key. */
export class SecretLink extends Opaque {
  protected override get placeholder(): string { return '[secret link]' }
}

/** A payment code or the like. */
export class SecretValue extends Opaque {
  protected override get placeholder(): string { return '[secret]' }
}

/** What it stands for; undefined where it holds nothing. For the host's surfaces alone: `index.ts` keeps it from plugins, and a test of the house says who imports it. */
export const openSecret = (secret: SecretLink | SecretValue): string | undefined => values.get(secret)
