import { isAbsolute, join } from 'node:path'

/** No other profile names: an unknown one is an error. */
export const profiles = ['default', 'sim'] as const
export type Profile = (typeof profiles)[number]
export const isProfile = (name: string): name is Profile => (profiles as readonly string[]).includes(name)

/** Where a profile keeps what. Shared by the daemon and its clients; each profile's places are its own. */
export interface Places {
  /** 0700: the database, the account index, the log. */
  readonly data: string
  /** 0700: socket, token. */
  readonly run: string
  /** Settings file. */
  readonly config: string
  readonly socket: string
  readonly token: string
  /** Beside the data it guards, so that two runtime directories cannot give two daemons over one database. */
  readonly lock: string
  readonly log: string
  readonly database: string
  /** Written by the simulated campus when it is up; read in the `sim` profile only. */
  readonly sim: string
  /** Service name in the system keychain. */
  readonly keychain: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Paths of a profile in this environment. `os` is loaded only where it is asked: a prompt's `pkuh status` pays for each module. */
export function placesOf(profile: Profile, env: Environment = process.env): Places {
  // A relative or empty one would stand for another place in each process: the specification says to ignore it.
  const set = (name: string): string | undefined => { const path = env[name]; return path !== undefined && isAbsolute(path) ? path : undefined }
  const home = set('HOME') ?? process.getBuiltinModule('os').userInfo().homedir
  const mac = process.platform === 'darwin'
  const base = (name: string, fallback: string): string => set(name) ?? join(home, fallback)
  const data = join(base('XDG_DATA_HOME', mac ? 'Library/Application Support' : '.local/share'), 'pku-harness', profile)
  const runBase = set('XDG_RUNTIME_DIR')
  const run = runBase ? join(runBase, 'pku-harness', profile) : join(data, 'run')
  return {
    data, run,
    config: join(base('XDG_CONFIG_HOME', mac ? 'Library/Preferences' : '.config'), 'pku-harness', `${profile}.json`),
    socket: join(run, 'daemon.sock'), token: join(run, 'token'), lock: join(data, 'daemon.lock'), log: join(data, 'daemon.log'),
    database: join(data, 'harness.db'), sim: join(data, 'sim.json'), keychain: `pku-harness/${profile}`,
  }
}
