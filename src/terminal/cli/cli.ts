import type { MethodName, ParamsOf, ResultOf } from '../../daemon/protocol/methods.ts'
import { type Profile, placesOf } from '../../daemon/protocol/places.ts'
import type { Client, ConnectOptions } from '../client/connect.ts'
import type { Io } from './io.ts'

/** What a command has at hand: its streams, and the daemon when it needs one. */
export interface Cli {
  readonly io: Io
  /** The one connection of this run, started on first need. A person's at a terminal may do all, a pipe's may call. */
  client(): Promise<Client>
  /** One request on it, cancelled with the command. */
  ask<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>>
  close(): void
}

/** How a command comes to its daemon: `reachDaemon`, which starts one, or `connect` alone. */
type Reach = (profile: Profile, options: ConnectOptions, env: NodeJS.ProcessEnv) => Promise<Client>

/** `onLost`: its connection went away under it; why. */
export function openCli(io: Io, daemon: Reach, onLost: (why: unknown) => void = () => {}): Cli {
  let client: Promise<Client> | undefined
  const reach = (): Promise<Client> => daemon(io.globals.profile, {
    places: placesOf(io.globals.profile, io.env), lang: io.globals.lang, signal: io.signal,
    claims: { kind: io.interactive ? 'interactive' : 'script', capability: io.interactive ? 'admin' : 'call' },
  }, io.env)
  return {
    io,
    client: () => (client ??= reach().then((open) => {
      open.lost.addEventListener('abort', () => onLost(open.lost.reason), { once: true })
      return open
    })),
    async ask(method, params) {
      return (await this.client()).request(method, params, io.signal)
    },
    close: () => { client?.then((open) => open.close(), () => undefined) },
  }
}
