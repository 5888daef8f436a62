import { timingSafeEqual } from 'node:crypto'
import { HarnessError } from '../../rules/errors/index.ts'
import { accountIndex } from './account-index.ts'
import { helperKeychain } from './helper-keychain.ts'
import { itemName, sentinelName } from './item-name.ts'
import type { Keychain } from './keychain.ts'
import type { Keystore, KeystoreBackend, SecretRef, SecretUse, Vault } from './keystore.ts'
import { memoryKeychain } from './memory-keychain.ts'
import { secretName, statusOf } from './outcome.ts'
import { openVault } from './vault/open-vault.ts'

export interface KeystoreOptions {
  /** Chosen by the caller and kept: there is no falling back from one to another (bug-log 130). */
  readonly backend: KeystoreBackend
  /** The profile's own service name in the keychain. */
  readonly service: string
  /** Path of the vault's file; only the `vault` backend has one. */
  readonly vault?: string
  /** Path of the index of names, the backend's own. The `memory` backend writes none. */
  readonly index: string
  /** Path of the helper's bundle (CommonJS). The `memory` backend starts none. */
  readonly helper: string
  /** Called before a secret is lent. When it throws, nothing is lent. */
  readonly onUse: (use: SecretUse) => void
  /** How long one operation may take in all, in milliseconds; 3000 by default. */
  readonly timeoutMs?: number
  /** Where the helper's few environment variables are taken from; this process's own by default. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** Opens a keystore. Nothing is started or asked before the first operation, so this cannot fail. */
export function openKeystore(options: KeystoreOptions): Keystore {
  const { backend, onUse, timeoutMs = 3000 } = options
  const { keychain, vault } = keychainOf(options, timeoutMs)
  const index = accountIndex(backend === 'memory' ? undefined : options.index)
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  /** Operations one after another, each with one budget for all its calls. */
  const operation = <T>(fn: (calls: BudgetedCalls) => Promise<T>): Promise<T> => {
    const next = last.then(() => {
      if (closed) throw new HarnessError('KEYSTORE_CLOSED')
      return fn(withinBudget(keychain, timeoutMs))
    })
    last = next.catch(() => undefined)
    return next
  }

  const read = (ref: SecretRef): Promise<Buffer> => operation(async (calls) => {
    const value = await calls.get(itemName(ref))
    if (value) {
      // One whose name was lost is found again by its use, so that signing out takes it away too. It is no reason to refuse it.
      try { index.add(ref) } catch { /* told where the index itself is asked */ }
      return value
    }
    await probe(calls)
    index.remove(ref)
    throw new HarnessError('KEYSTORE_ABSENT', { secret: secretName(ref) })
  })

  return {
    backend, vault,
    status: () => first(timeoutMs, operation(async (calls) => {
      index.list()
      await probe(calls)
    })).then((): { state: 'ready' } => ({ state: 'ready' }), statusOf),
    use: async (ref, purpose, fn) => {
      const value = await read(ref)
      try {
        onUse({ ref, purpose })
        return await fn(value)
      } finally {
        value.fill(0)
      }
    },
    put: (ref, value) => operation(async (calls) => {
      // The name first: a crash behind it leaves a name too many, which the next use takes away, and never a secret without one.
      const isNew = index.add(ref)
      try {
        await calls.set(itemName(ref), value)
        const found = await calls.get(itemName(ref))
        const same = found?.length === value.length && timingSafeEqual(found, value)
        found?.fill(0)
        if (!same) throw new HarnessError('KEYSTORE_WRITE_FAILED', { secret: secretName(ref) })
      } catch (error) {
        if (isNew && !mayHaveWritten(error)) index.remove(ref)
        throw error
      }
    }),
    remove: (ref) => operation(async (calls) => {
      const removed = await calls.delete(itemName(ref))
      // "Nothing there" from a locked keychain must not pass for a secret that is gone.
      if (!removed) await probe(calls)
      index.remove(ref)
      return removed
    }),
    list: async (account) => index.list().filter((ref) => account === undefined || ref.account === account),
    lock() {
      vault?.lock()
      last = last.then(() => keychain.rest?.())
    },
    close: async () => {
      closed = true
      await keychain.close()
    },
  }
}

function keychainOf(options: KeystoreOptions, timeoutMs: number): { readonly keychain: Keychain; readonly vault?: Vault } {
  switch (options.backend) {
    case 'memory': return { keychain: memoryKeychain() }
    case 'os': return { keychain: helperKeychain({ ...options, timeoutMs }) }
    case 'vault':
      if (options.vault === undefined) throw new HarnessError('KEYSTORE_VAULT_MISSING', { path: '-' })
      return openVault(options.vault)
    default: return options.backend satisfies never
  }
}

/** Whether a write that failed so may stand all the same: nobody heard how it ended. */
const mayHaveWritten = (error: unknown): boolean => error instanceof HarnessError
  && (error.code === 'KEYSTORE_TIMED_OUT' || (error.code === 'KEYSTORE_DEAD' && ['helper-died', 'service-gone', 'bad-answer'].includes(String(error.params['reason']))))

/**
 * Resolves when the keychain gives and takes: the sentinel is there, or can be put there. A locked keychain answers null
 * to every read, so only a refused write proves that it is locked.
 */
async function probe(calls: BudgetedCalls): Promise<void> {
  if (await calls.get(sentinelName)) return
  await calls.set(sentinelName, Buffer.from(sentinelName))
}

interface BudgetedCalls {
  get(name: string): Promise<Buffer | null>
  set(name: string, value: Buffer): Promise<void>
  delete(name: string): Promise<boolean>
}

function withinBudget(keychain: Keychain, timeoutMs: number): BudgetedCalls {
  const end = performance.now() + timeoutMs
  const left = () => Math.max(1, end - performance.now())
  return {
    get: (name) => keychain.get(name, left()),
    set: (name, value) => keychain.set(name, value, left()),
    delete: (name) => keychain.delete(name, left()),
  }
}

/** The work, or `KEYSTORE_TIMED_OUT` when others before it in the queue take too long. */
function first<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new HarnessError('KEYSTORE_TIMED_OUT', { ms: timeoutMs })), timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
