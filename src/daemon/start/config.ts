import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type KeystoreBackend, keystoreBackends } from '../../host/keystore/keystore.ts'
import { readProxy } from '../../host/net/proxy-url.ts'
import { replacePrivateFile } from '../../host/store/private-file.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Profile } from '../protocol/places.ts'

/** The settings file. Whatever it holds that is not named here is a start error: a misspelt setting must not pass for a set one. */
const configSchema = z.strictObject({
  keystore: z.enum(keystoreBackends).optional(),
  /** A model server that speaks the OpenAI dialect; its key lies in the keystore. Without one the scripted model answers in `sim`, and none in `default`. */
  model: z.strictObject({ id: z.string().regex(/^[a-z0-9-]{1,32}$/), baseUrl: z.string(), model: z.string(), needsKey: z.boolean() }).optional(),
  /** `http(s)://host:port`, without a name or password: what leaves for the public network goes through it. No variable of the environment sets one. */
  proxy: z.string().refine((text) => readProxy(text) !== undefined).optional(),
  /** After how many minutes without a client the daemon locks itself; 30 without one, 0 for never. */
  lock: z.strictObject({ idleMinutes: z.number().min(0).max(7 * 24 * 60) }).optional(),
})
export type Config = z.infer<typeof configSchema>

/** Throws `DAEMON_CONFIG`; a missing file is an empty one. */
export function readConfig(path: string): Config {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return {}
    throw new HarnessError('DAEMON_CONFIG', { path, problem: `unreadable (${cause instanceof Error && 'code' in cause ? String(cause.code) : '?'})` }, { cause })
  }
  let value: unknown
  try { value = JSON.parse(text) } catch (cause) { throw new HarnessError('DAEMON_CONFIG', { path, problem: 'not JSON' }, { cause }) }
  const parsed = configSchema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new HarnessError('DAEMON_CONFIG', { path, problem: parsed.error.issues.slice(0, 3).map(named).join('; ') })
}

/** Which setting and what of it: a misspelt one by its own name. */
function named(issue: z.core.$ZodIssue): string {
  const names = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 5).map((key) => key.slice(0, 40)) : ['']
  return `${names.map((name) => [...issue.path, ...(name === '' ? [] : [name])].join('.') || '.').join(', ')} ${issue.code}`
}

/** Writes one setting and keeps the others as they stand in the file. Throws `DAEMON_CONFIG`, and then the file is as it was. */
export function changeConfig(path: string, change: { readonly [K in keyof Config]: Config[K] | undefined }): void {
  replacePrivateFile(path, `${JSON.stringify({ ...readConfig(path), ...change }, undefined, 2)}\n`)
}

/** Which keystore, and how the choice is written down so that it is never made a second time by itself. */
export interface KeystoreChoice {
  readonly backend: KeystoreBackend
  /** Writes the choice down where the file has none. */
  record(): void
  /** Throws `KEYSTORE_BACKEND` for a backend that the profile does not have. */
  check(backend: KeystoreBackend): void
  /** Another choice, from the next start on. */
  change(backend: KeystoreBackend): void
}

/**
 * `default` keeps secrets in the system's keychain, or in a vault where the person chose it, and nowhere else. `sim` keeps
 * them in memory, so that a simulated run leaves nothing behind, unless its settings file says otherwise: then under the
 * simulated profile's own name. Throws `DAEMON_CONFIG` for a choice that the profile does not have.
 */
export function chooseKeystore(profile: Profile, path: string, config: Config): KeystoreChoice {
  const backend = config.keystore ?? (profile === 'sim' ? 'memory' : 'os')
  if (!backendsOf(profile).includes(backend)) throw new HarnessError('DAEMON_CONFIG', { path, problem: `keystore ${backend}: default has os and vault` })
  return {
    backend,
    record: () => { if (readConfig(path).keystore === undefined) changeConfig(path, { keystore: backend }) },
    check(next) { if (!backendsOf(profile).includes(next)) throw new HarnessError('KEYSTORE_BACKEND', { backend: next, profile }) },
    change: (next) => changeConfig(path, { keystore: next }),
  }
}

/** Nothing that a person keeps for real may be gone with the daemon. */
const backendsOf = (profile: Profile): readonly KeystoreBackend[] => (profile === 'sim' ? ['os', 'vault', 'memory'] : ['os', 'vault'])

/** How long nobody may be there before the daemon locks itself, in minutes. */
export const idleMinutes = (config: Config): number => config.lock?.idleMinutes ?? 30
