import { randomUUID } from 'node:crypto'
import { type Server, createServer } from 'node:net'
import { type Capability, covers } from '../protocol/capability.ts'
import { type Bounds, bounds } from '../protocol/version.ts'
import { type Connection, openConnection } from './connection.ts'
import type { Dispatch } from './dispatch.ts'

export interface ServeOptions {
  readonly token: string
  readonly version: string
  readonly dispatch: Dispatch
  readonly scrub: (text: string) => string
  readonly log: (event: string, detail: Readonly<Record<string, string | number>>) => void
  /** A client of a newer protocol or version came while nothing was under way: the daemon should make room for its successor. */
  readonly onOutdated: () => void
  /** Whether a person would miss nothing if the daemon ended now; asked before it makes room for a newer version. */
  readonly losesNothing?: () => boolean
  /** A connection that had said hello is gone. */
  readonly onLeft?: () => void
  readonly bounds?: Partial<Bounds>
}

export interface SocketServer {
  readonly server: Server
  /** Connections that have said hello. */
  clients(): number
  /** Tells every client why and closes; what they asked for is cancelled, and waited for. */
  close(reason: string): Promise<void>
}

/**
 * Keeps the connections: a limit for those who have said hello, a smaller one for those who have not. Those below `approve`
 * leave some seats free for those who may. When strangers
 * crowd in, the one who has waited longest goes, so that a client that greets at once always gets through.
 */
export function serve(options: ServeOptions): SocketServer {
  const limits = { ...bounds, ...options.bounds }
  const connections = new Set<Connection>()
  const work = new Set<Promise<void>>()
  const greeted = () => [...connections].filter((connection) => connection.greeted)
  const lesser = () => greeted().filter(({ capability }) => !mayApprove(capability)).length
  const server = createServer((socket) => {
    const strangers = [...connections].filter((connection) => !connection.greeted)
    if (strangers.length >= limits.strangers) strangers[0]?.close('flood')
    const connection = openConnection(socket, {
      id: randomUUID(), token: options.token, version: options.version, bounds: limits,
      dispatch: options.dispatch, scrub: options.scrub, log: options.log,
      admit: (capability) => greeted().length < limits.clients && (mayApprove(capability) || lesser() < limits.clients - limits.reserved),
      outdated: () => { if (greeted().length === 0) options.onOutdated() },
      makesRoom: () => {
        const room = greeted().length === 0 && work.size === 0 && options.losesNothing?.() !== false
        if (room) options.onOutdated()
        return room
      },
      gone: (gone) => { connections.delete(gone); if (gone.greeted) options.onLeft?.() },
      track: (one) => { work.add(one); void one.finally(() => work.delete(one)) },
    })
    connections.add(connection)
  })
  return {
    server,
    clients: () => greeted().length,
    async close(reason) {
      const closed = new Promise<void>((resolve) => { server.close(() => resolve()) })
      for (const connection of connections) connection.close(reason)
      await closed
      await Promise.allSettled(work)
    },
  }
}

const mayApprove = (capability: Capability | undefined): boolean => capability !== undefined && covers(capability, 'approve')
