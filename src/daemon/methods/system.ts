import { isKept } from '../../host/keystore/is-kept.ts'
import { passwordRef } from '../../host/keystore/password-ref.ts'
import { protocolVersion } from '../protocol/version.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'

type Own = Pick<Handlers, 'status' | 'daemon.info' | 'daemon.stop'>

export function systemHandlers(house: Running): Own {
  const keystore = async () => ({ backend: house.keystore.backend, ...await house.keystore.status() })
  // Whatever is wrong with the keystore, the state of things can still be told.
  const keepsNoPassword = (account: string) => isKept(house.keystore, passwordRef(account)).then((kept) => !kept, () => false)
  return {
    async status(_, { peer }) {
      const account = house.accounts.current()
      // Looked for while the keystore is asked.
      const simRunning = house.simRunning?.()
      const services = house.campus.services(account)
      return {
        profile: house.profile, version: house.version, newer: peer.newer, pid: process.pid, locked: house.lock.locked(), account,
        keystore: await keystore(),
        plugins: house.registry.plugins().filter(({ state }) => state === 'ready').length,
        tools: house.registry.plugins().flatMap(({ state, tools }) => (state === 'ready' ? tools : [])).length,
        approvals: house.approvals.pending().length,
        services: services.map(({ service, state }) => ({ service, state })),
        sim: simRunning && { running: await simRunning },
        signInNeeded: account !== undefined && services.every(({ state }) => state !== 'signed-in') && await keepsNoPassword(account),
      }
    },
    'daemon.info': () => ({
      pid: process.pid, version: house.version, protocol: protocolVersion, profile: house.profile, startedAt: house.startedAt,
      uptimeMs: house.clock.now() - house.startedAt, clients: house.clients(), residentBytes: process.memoryUsage.rss(), network: house.network,
    }),
    // Open to every client: whoever reaches this socket is the same user and could end the process anyway. It is on record.
    'daemon.stop': (_, { peer }) => {
      house.store.audit.append({ kind: 'daemon', detail: { event: 'stop-asked', by: peer.id, client: peer.kind } })
      // The answer goes out first.
      setTimeout(() => house.stop(), 20)
      return { pid: process.pid }
    },
  }
}
