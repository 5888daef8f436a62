/**
 * A value that must never reach a model, a log, storage or a prompt. String conversion, JSON, templates and
 * inspection give a placeholder. There is no accessor here: only the host's share and secure-display surfaces will open
 * one (seed 000, "Secrets in results"). They are not built yet, so until then one stands for a secret and holds none.
 */
abstract class Opaque {
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
