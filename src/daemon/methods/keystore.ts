import type { SecretKind } from '../../host/keystore/keystore.ts'
import { openVault } from '../../host/keystore/vault/open-vault.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'
import { lockHouse, unlockHouse } from './lock-house.ts'

type Own = Pick<Handlers, 'lock' | 'unlock' | 'keystore.status' | 'keystore.init' | 'keystore.unlock' | 'keystore.rotate'>

export function keystoreHandlers(house: Running): Own {
  const { keystore, lock, store } = house
  const state = async () => ({ backend: keystore.backend, ...await keystore.status() })
  const note = (event: string, by: string, more: Readonly<Record<string, string | number>> = {}): void => {
    store.audit.append({ kind: 'keystore', detail: { event, backend: keystore.backend, by, ...more } })
  }
  /** The scrubber knows what the vault holds before anything of it is used. */
  const opened = async (by: string): Promise<{ locked: boolean }> => {
    if (lock.locked()) await unlockHouse(house, by, 'unlock')
    else await house.learnSecrets()
    return { locked: false }
  }

  return {
    // Open to every client: it only closes, and a person opens again.
    'lock': async (_, { peer }) => { await lockHouse(house, peer.id); return { locked: true } },
    async 'unlock'(_, { peer }) {
      if (keystore.vault && !keystore.vault.unlocked()) throw new HarnessError('KEYSTORE_VAULT_LOCKED')
      await unlockHouse(house, peer.id, 'unlock')
      return { locked: false }
    },
    async 'keystore.unlock'({ passphrase }, { peer }) {
      const { vault } = keystore
      if (!vault) throw new HarnessError('KEYSTORE_NO_PASSPHRASE', { backend: keystore.backend })
      await withBytes([passphrase], ([bytes]) => vault.unlock(bytes)).catch((error: unknown) => {
        if (error instanceof HarnessError && error.code === 'KEYSTORE_PASSPHRASE_WRONG') note('passphrase-wrong', peer.id)
        throw error
      })
      note('unlocked', peer.id)
      return opened(peer.id)
    },
    'keystore.status': async () => ({ ...await state(), entries: (await keystore.list()).length, locked: lock.by(), idleMinutes: house.idleMinutes }),
    async 'keystore.init'({ backend, passphrase, leave = false }, { peer }) {
      const switches = backend !== keystore.backend
      const left = switches ? (await keystore.list()).filter(({ kind }) => isPersons(kind)).length : 0
      if (left > 0 && !leave) throw new HarnessError('KEYSTORE_CHOSEN', { chosen: keystore.backend, wanted: backend, count: left })
      if (switches) house.keystoreChoice.check(backend)
      if (backend === 'vault') await makeVault(passphrase, switches, house)
      if (!switches) house.keystoreChoice.record()
      else {
        house.keystoreChoice.change(backend)
        note('chosen', peer.id, { next: backend, left })
        // The next start has the other keystore, and nothing of this one in memory. Whoever asked hears it first and leaves.
        peer.onGone(() => house.stop())
        setTimeout(() => house.stop(), 1_000)
      }
      return { ...(switches ? { backend, state: 'ready' as const } : await state()), restarts: switches, left, pid: process.pid }
    },
    async 'keystore.rotate'({ current, next }, { peer }) {
      const { vault } = keystore
      if (!vault) throw new HarnessError('KEYSTORE_NO_PASSPHRASE', { backend: keystore.backend })
      assertLong(next)
      const standing = lock.signal()
      await withBytes([current, next], ([old, fresh]) => vault.rotate(old, fresh))
      note('rotated', peer.id)
      if (!standing.aborted) await opened(peer.id)
      return { rotated: true }
    },
  }
}

/** What a change of backend would leave behind; the audit chain's own key and seal are made anew. */
const isPersons = (kind: SecretKind): boolean => kind !== 'audit-key' && kind !== 'audit-seal'

/** Makes the vault; one that stands already, and is only chosen now, has to open. Throws `KEYSTORE_VAULT_THERE`, `KEYSTORE_PASSPHRASE_*`. */
async function makeVault(passphrase: string | undefined, chosenNow: boolean, { keystore, vaultPath }: Running): Promise<void> {
  if (passphrase === undefined) throw new HarnessError('KEYSTORE_PASSPHRASE_NEEDED')
  const vault = keystore.vault ?? openVault(vaultPath).vault
  if (!vault.exists()) assertLong(passphrase)
  await withBytes([passphrase], ([bytes]) => (vault.exists() && chosenNow ? vault.unlock(bytes) : vault.create(bytes)))
  if (chosenNow) vault.lock()
}

const shortest = 8
function assertLong(passphrase: string): void {
  if ([...passphrase].length < shortest) throw new HarnessError('KEYSTORE_PASSPHRASE_SHORT', { least: shortest })
}

/** Composed, since one keyboard spells é in one character and another in two; overwritten afterwards. */
async function withBytes<const T extends readonly string[]>(texts: T, work: (bytes: { readonly [K in keyof T]: Buffer }) => Promise<void>): Promise<void> {
  const bytes = texts.map((text) => Buffer.from(text.normalize('NFC')))
  try {
    await work(bytes as { readonly [K in keyof T]: Buffer })
  } finally {
    for (const one of bytes) one.fill(0)
  }
}
