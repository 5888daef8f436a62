import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Keystore, SecretRef, SecretUse } from '../../../src/host/keystore/keystore.ts'
import { type KeystoreOptions, openKeystore } from '../../../src/host/keystore/open-keystore.ts'

export const testService = 'pku-harness/test'
export const password: SecretRef = { account: '2500000001', kind: 'password', name: '' }

/** A keystore of the system's keychain with its index in a directory of its own, closed when the test is done. It waits longer than 3 s where a test is not about time. */
export function osKeystore(options: Partial<KeystoreOptions> & { readonly helper: string }): { readonly keystore: Keystore; readonly index: string; readonly uses: readonly SecretUse[] } {
  const directory = mkdtempSync(join(tmpdir(), 'pkuh-index-'))
  const index = join(directory, 'accounts.json')
  const uses: SecretUse[] = []
  const keystore = openKeystore({ backend: 'os', service: testService, index, onUse: (use) => { uses.push(use) }, timeoutMs: 10_000, ...options })
  onTestFinished(async () => {
    await keystore.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return { keystore, index, uses }
}

/** What `work` gave or threw, and how long it took, in milliseconds. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly value?: T; readonly error?: unknown }> {
  const start = performance.now()
  try {
    return { value: await work(), ms: performance.now() - start }
  } catch (error) {
    return { error, ms: performance.now() - start }
  }
}
