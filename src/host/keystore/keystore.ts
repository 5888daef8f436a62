/**
 * Where secrets live. There is no function here that returns one as a string: `use` lends a Buffer for the
 * length of a callback, records who used it and why, and overwrites the Buffer afterwards (law 3).
 */
export interface Keystore {
  readonly backend: KeystoreBackend
  /** Never rejects, and answers within the timeout. Leaves a sentinel item, which holds no secret, in the keychain. */
  status(): Promise<KeystoreStatus>
  /**
   * Lends the secret's bytes to `fn`; they are overwritten when it settles, so what must outlive it is copied. Rejects with
   * a `KEYSTORE_*` error: `KEYSTORE_ABSENT` when the keychain is open and there is none, `KEYSTORE_LOCKED` when it is locked.
   */
  use<T>(ref: SecretRef, purpose: string, fn: (value: Buffer) => T | Promise<T>): Promise<T>
  /** Stores and reads back; rejects with `KEYSTORE_WRITE_FAILED` when what stands there is something else. */
  put(ref: SecretRef, value: Buffer): Promise<void>
  /** True when it was there. Rejects with `KEYSTORE_LOCKED` when a locked keychain hides whether it was. */
  remove(ref: SecretRef): Promise<boolean>
  /** Names only, from the index that is kept beside the keychain, so that null from a locked keyring reads as locked. */
  list(account?: string): Promise<readonly SecretRef[]>
  /** What a passphrase does; only the `vault` backend has one. */
  readonly vault?: Vault | undefined
  /** A vault's key is overwritten at once, and the helper process ends behind what it is doing. The `memory` backend has nowhere else. */
  lock(): void
  /** Drops what is held in memory and ends the helper process. */
  close(): Promise<void>
}

/** The sealed file behind the `vault` backend. A passphrase is bytes, and whoever gives it overwrites it. */
export interface Vault {
  /** Throws `KEYSTORE_VAULT_UNSAFE` for what is not a file of ours. */
  exists(): boolean
  unlocked(): boolean
  /** Makes an empty one and unlocks it. Rejects with `KEYSTORE_VAULT_THERE`, and then what is there is as it was. */
  create(passphrase: Buffer): Promise<void>
  /** Rejects with `KEYSTORE_PASSPHRASE_WRONG`, `KEYSTORE_VAULT_*`; with `KEYSTORE_VAULT_LOCKED` where it was locked meanwhile. */
  unlock(passphrase: Buffer): Promise<void>
  /** Seals the content anew under another passphrase and another salt, reads it back, and unlocks it where nobody locked meanwhile. Rejects as `unlock` does, and then the old one counts. */
  rotate(current: Buffer, next: Buffer): Promise<void>
  /** Overwrites the key. */
  lock(): void
}

export const keystoreBackends = ['os', 'vault', 'memory'] as const
export type KeystoreBackend = (typeof keystoreBackends)[number]

export const secretKinds = ['password', 'otp-seed', 'iaaa-jar', 'session', 'device-id', 'choice', 'model-key', 'audit-key', 'audit-seal', 'pin', 'proxy'] as const
export type SecretKind = (typeof secretKinds)[number]

export interface SecretRef {
  /** Account id; `-` for what belongs to the profile. */
  readonly account: string
  readonly kind: SecretKind
  /** Distinguishes several of a kind, e.g. a service id for `session`; '' otherwise. */
  readonly name: string
}

/**
 * The five states a keystore can be in besides ready, each with its own remedy. `absent`: the keychain's library cannot be
 * loaded, or there is no vault yet; `dead`: no bus or no service. `detail` is a word for the log (`outcome.ts`), never a text of the keychain's.
 */
export type KeystoreStatus =
  | { readonly state: 'ready' }
  | { readonly state: 'locked' | 'absent' | 'denied' | 'dead' | 'timed-out'; readonly detail: string }

/** A use of a secret, for the audit chain. It never holds the value. */
export interface SecretUse {
  readonly ref: SecretRef
  readonly purpose: string
}
