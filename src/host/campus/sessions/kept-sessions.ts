import type { Keystore, SecretRef } from '../../keystore/keystore.ts'
import { absentAs } from '../absent.ts'
import { parseSession, serialiseSession, type Session } from './session.ts'

/** The sessions there are: in memory, and in the keystore for the next start. */
export interface KeptSessions {
  /** Without touching the keystore. */
  held(account: string, service: string): Session | undefined
  /** The one held, or the one an earlier run left in the keystore, which is looked for once. */
  find(account: string, service: string): Promise<Session | undefined>
  /** Makes it the current one and keeps it. */
  keep(session: Session): Promise<void>
  /**
   * Forgets exactly this one, in memory at once; what is given back settles with the keystore. undefined where it was not
   * the current one any more, so that a late failure takes no newer one away.
   */
  drop(session: Session): Promise<void> | undefined
  /** Forgets all of an account's. */
  dropAll(account: string): Promise<void>
  /** Whether the keystore's index named one at the start that nobody has looked at yet. */
  mayBeKept(account: string, service: string): boolean
  nextVersion(): number
  /** Resolves when the index was read; rejects when it could not be. */
  ready(): Promise<void>
}

export function openKeptSessions(keystore: Keystore): KeptSessions {
  const current = new Map<string, Session>()
  const writes = new Map<string, Promise<void>>()
  const lookedAt = new Set<string>()
  const named = new Set<string>()
  let version = 0

  const index = keystore.list().then((refs) => {
    for (const { kind, account, name } of refs) if (kind === 'session') named.add(keyOf(account, name))
  })
  index.catch(() => undefined)

  /** Brings the keystore to what is current at that moment; one write after another for each key. */
  function settle(account: string, service: string): Promise<void> {
    const key = keyOf(account, service)
    const write = (writes.get(key) ?? Promise.resolve()).then(async () => {
      const session = current.get(key)
      if (!session) return void await keystore.remove(refOf(account, service))
      const bytes = serialiseSession(session)
      try {
        await keystore.put(refOf(account, service), bytes)
      } finally {
        bytes.fill(0)
      }
    })
    writes.set(key, write.catch(() => undefined))
    return write
  }

  return {
    held: (account, service) => current.get(keyOf(account, service)),
    async find(account, service) {
      const key = keyOf(account, service)
      const held = current.get(key)
      if (held || lookedAt.has(key)) return held
      const read = await absentAs(undefined, keystore.use(refOf(account, service), `go on with the session of ${service}`, (bytes) =>
        parseSession(bytes, account, service, ++version)))
      lookedAt.add(key)
      if (read) current.set(key, read)
      return read
    },
    async keep(session) {
      const key = keyOf(session.account, session.service)
      lookedAt.add(key)
      current.set(key, session)
      await settle(session.account, session.service)
    },
    drop({ account, service, version }) {
      const key = keyOf(account, service)
      if (current.get(key)?.version !== version) return undefined
      current.delete(key)
      return settle(account, service)
    },
    async dropAll(account) {
      const kept = (await keystore.list(account)).filter(({ kind }) => kind === 'session').map(({ name }) => name)
      const held = [...current.values()].filter((session) => session.account === account).map(({ service }) => service)
      const services = [...new Set([...kept, ...held])]
      for (const service of services) {
        current.delete(keyOf(account, service))
        lookedAt.add(keyOf(account, service))
      }
      await Promise.all(services.map((service) => settle(account, service)))
    },
    mayBeKept: (account, service) => named.has(keyOf(account, service)) && !lookedAt.has(keyOf(account, service)),
    nextVersion: () => ++version,
    ready: () => index,
  }
}

const refOf = (account: string, service: string): SecretRef => ({ account, kind: 'session', name: service })

const keyOf = (account: string, service: string): string => JSON.stringify([account, service])
