import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HarnessError } from '../../../rules/errors/index.ts'
import { takeFileLock } from '../../store/file-lock.ts'
import { replacePrivateFile } from '../../store/private-file.ts'
import type { Keychain } from '../keychain.ts'
import type { Vault } from '../keystore.ts'
import { nonceBytes, open, seal, tagBytes } from './aead.ts'
import { type DeriveKey, scryptKey } from './derive-key.ts'
import { readVaultFile } from './read-vault-file.ts'
import { type SealedVault, maxVaultBytes, readVault, saltBytes, vaultHeader, writeVault } from './vault-format.ts'
import { packItems, unpackItems } from './vault-items.ts'

/** How long a write waits for another process's writes, and how long between two looks, in milliseconds. */
const patienceMs = 2_500
const lookMs = 7

/**
 * Secrets in one file of the profile's, sealed under a passphrase. Between two calls memory holds the key and nothing of
 * the content; `lock` overwrites the key. Each write seals the whole anew under a fresh nonce and replaces the file at once,
 * so that a crash leaves the old one or the new one.
 * @param derive how a passphrase becomes a key: scrypt, where a test does not say otherwise
 */
export function openVault(path: string, derive: DeriveKey = scryptKey): { readonly keychain: Keychain; readonly vault: Vault } {
  let held: { readonly key: Buffer; readonly salt: Buffer } | undefined
  let locks = 0
  let last: Promise<unknown> = Promise.resolve()

  /** One derivation at a time: each takes 128 MiB. */
  const derived = (passphrase: Buffer, salt: Buffer): Promise<Buffer> => {
    const next = last.then(() => derive(passphrase, salt))
    last = next.catch(() => undefined)
    return next
  }
  const forget = (): void => { held?.key.fill(0); held = undefined }
  /** Whoever locked while a key was derived means it: that key is not held. */
  const hold = (key: Buffer, salt: Buffer, began: number): void => {
    if (began !== locks) { key.fill(0); throw new HarnessError('KEYSTORE_VAULT_LOCKED') }
    forget()
    held = { key, salt: Buffer.from(salt) }
  }

  const sealed = (): SealedVault => {
    const file = readVaultFile(path)
    if (!file) throw new HarnessError('KEYSTORE_VAULT_MISSING', { path })
    return readVault(file, path)
  }
  const contentOf = ({ nonce, header, sealed: bytes }: SealedVault, key: Buffer): Buffer | undefined => open(key, nonce, header, bytes)
  /** The key of a passphrase that opens the vault as it stands. Throws `KEYSTORE_PASSPHRASE_WRONG`. */
  const keyFor = async (passphrase: Buffer): Promise<{ readonly key: Buffer; readonly salt: Buffer }> => {
    const found = sealed()
    const key = await derived(passphrase, found.salt)
    const plain = contentOf(found, key)
    if (!plain) { key.fill(0); throw new HarnessError('KEYSTORE_PASSPHRASE_WRONG') }
    plain.fill(0)
    return { key, salt: found.salt }
  }
  const write = (key: Buffer, salt: Buffer, plain: Buffer): void => {
    const nonce = randomBytes(nonceBytes)
    const header = vaultHeader(salt, nonce, plain.length + tagBytes)
    const file = writeVault(header, seal(key, nonce, header, plain))
    if (file.length > maxVaultBytes) throw new HarnessError('KEYSTORE_VAULT_FULL')
    sweep(path)
    replacePrivateFile(path, file)
  }
  /** Lends the content by name; with `change`, what it leaves is written. Throws `KEYSTORE_VAULT_LOCKED`, `KEYSTORE_VAULT_*`. */
  const within = <T>(work: (items: Map<string, Buffer>) => T, change: boolean): T => {
    const vault = sealed()
    if (!held) throw new HarnessError('KEYSTORE_VAULT_LOCKED')
    // Another process has changed the passphrase: the key that is held opens nothing any more.
    if (!vault.salt.equals(held.salt)) { forget(); throw new HarnessError('KEYSTORE_VAULT_LOCKED') }
    const plain = contentOf(vault, held.key)
    // The key is right, for the salt is the same: somebody who knew how to mend the checksum has been at the content.
    if (!plain) throw new HarnessError('KEYSTORE_VAULT_DAMAGED', { path, reason: 'altered' })
    let packed: Buffer | undefined
    try {
      const items = unpackItems(plain)
      const result = work(items)
      if (change) { packed = packItems(items); write(held.key, held.salt, packed) }
      return result
    } finally {
      plain.fill(0)
      packed?.fill(0)
    }
  }

  const reseal = (old: { readonly key: Buffer; readonly salt: Buffer }, key: Buffer, salt: Buffer): void => {
    const found = sealed()
    const plain = found.salt.equals(old.salt) ? contentOf(found, old.key) : undefined
    if (!plain) throw new HarnessError('KEYSTORE_PASSPHRASE_WRONG')
    try {
      write(key, salt, plain)
      const again = contentOf(sealed(), key)
      const same = again?.equals(plain)
      again?.fill(0)
      if (!same) throw new HarnessError('KEYSTORE_WRITE_FAILED', { secret: 'vault' })
    } finally {
      plain.fill(0)
    }
  }

  return {
    keychain: {
      get: async (name) => within((items) => { const value = items.get(name); return value ? Buffer.from(value) : null }, false),
      set: async (name, value) => alone(path, () => within((items) => { items.set(name, value) }, true)),
      delete: async (name) => alone(path, () => within((items) => items.has(name), false) && within((items) => items.delete(name), true)),
      close: async () => forget(),
    },
    vault: {
      exists: () => readVaultFile(path) !== undefined,
      unlocked: () => held !== undefined,
      async create(passphrase) {
        if (readVaultFile(path)) throw new HarnessError('KEYSTORE_VAULT_THERE', { path })
        const began = locks
        const salt = randomBytes(saltBytes)
        const key = await derived(passphrase, salt)
        await alone(path, () => {
          if (readVaultFile(path)) throw new HarnessError('KEYSTORE_VAULT_THERE', { path })
          write(key, salt, Buffer.alloc(0))
        })
        hold(key, salt, began)
      },
      async unlock(passphrase) {
        const began = locks
        const { key, salt } = await keyFor(passphrase)
        hold(key, salt, began)
      },
      async rotate(current, next) {
        const began = locks
        const old = await keyFor(current)
        const salt = randomBytes(saltBytes)
        const key = await derived(next, salt)
        try {
          // Read only now: what was kept meanwhile is kept on.
          await alone(path, () => reseal(old, key, salt))
        } catch (error) {
          key.fill(0)
          throw error
        } finally {
          old.key.fill(0)
        }
        // It is done, whoever locked meanwhile: an error would leave the person between two passphrases.
        if (began === locks) hold(key, salt, began)
        else key.fill(0)
      },
      lock() { locks += 1; forget() },
    },
  }
}

/** Runs `work` while no other process of the profile writes. Throws `KEYSTORE_VAULT_BUSY`. */
async function alone<T>(path: string, work: () => T): Promise<T> {
  const end = performance.now() + patienceMs
  let lock = takeFileLock(`${path}.lock`, 0)
  // Not inside SQLite, which would hold up this whole process.
  while (!lock && performance.now() < end) {
    await sleep(lookMs)
    lock = takeFileLock(`${path}.lock`, 0)
  }
  if (!lock) throw new HarnessError('KEYSTORE_VAULT_BUSY')
  try {
    return work()
  } finally {
    lock.release()
  }
}

/** Takes away what a write that was killed has left beside the file: sealed, and of no use. */
function sweep(path: string): void {
  const isLeft = (name: string): boolean => name.startsWith(`${basename(path)}.`) && name.endsWith('.new')
  for (const name of readdirSync(dirname(path))) if (isLeft(name)) rmSync(join(dirname(path), name), { force: true })
}
