import type { Capability } from '../../daemon/protocol/capability.ts'
import type { MethodName, ParamsOf, ResultOf } from '../../daemon/protocol/methods.ts'
import { type Profile, placesOf } from '../../daemon/protocol/places.ts'
import type { Client, ConnectOptions } from '../client/connect.ts'
import type { Io } from './io.ts'

/** What a command has at hand: its streams, and the daemon when it needs one. */
export interface Cli {
  readonly io: Io
  /** The one connection of this run, started on first need. A command that answers cards asks for `approve`. */
  client(capability?: Capability): Promise<Client>
  /** One request on it, cancelled with the command. */
  ask<M extends MethodName>(method: M, params: ParamsOf<M>, capability?: Capability): Promise<ResultOf<M>>
  close(): void
}

/** How a command comes to its daemon: `reachDaemon`, which starts one, or `connect` alone. */
type Reach = (profile: Profile, options: ConnectOptions, env: NodeJS.ProcessEnv) => Promise<Client>

export function openCli(io: Io, daemon: Reach): Cli {
  let client: Promise<Client> | undefined
  const reach = (capability: Capability): Promise<Client> => daemon(io.globals.profile, {
    places: placesOf(io.globals.profile, io.env), lang: io.globals.lang, signal: io.signal,
    claims: { kind: io.interactive ? 'interactive' : 'script', capability: io.interactive ? capability : 'call' },
  }, io.env)
  return {
    io,
    client: (capability = 'admin') => (client ??= reach(capability)),
    async ask(method, params, capability) {
      return (await this.client(capability)).request(method, params, io.signal)
    },
    close: () => { client?.then((open) => open.close(), () => undefined) },
  }
}
