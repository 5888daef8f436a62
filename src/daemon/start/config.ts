import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type KeystoreBackend, keystoreBackends } from '../../host/keystore/keystore.ts'
import { replacePrivateFile } from '../../host/store/private-file.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Profile } from '../protocol/places.ts'

/** The settings file. Whatever it holds that is not named here is a start error: a misspelt setting must not pass for a set one. */
const configSchema = z.strictObject({
  keystore: z.enum(keystoreBackends).optional(),
  /** A model server that speaks the OpenAI dialect; its key lies in the keystore. Without one the scripted model answers in `sim`, and none in `default`. */
  model: z.strictObject({ id: z.string().regex(/^[a-z0-9-]{1,32}$/), baseUrl: z.string(), model: z.string(), needsKey: z.boolean() }).optional(),
})
export type Config = z.infer<typeof configSchema>

/** Throws `DAEMON_CONFIG`; a missing file is an empty one. */
export function readConfig(path: string): Config {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return {}
    throw new HarnessError('DAEMON_CONFIG', { path, problem: 'unreadable' }, { cause })
  }
  let value: unknown
  try { value = JSON.parse(text) } catch (cause) { throw new HarnessError('DAEMON_CONFIG', { path, problem: 'not JSON' }, { cause }) }
  const parsed = configSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new HarnessError('DAEMON_CONFIG', { path, problem: `${issue?.path.join('.') || '.'} ${issue?.code ?? ''}`.trim() })
}

/** Writes one setting and keeps the others as they stand in the file. Throws `DAEMON_CONFIG`, and then the file is as it was. */
export function changeConfig(path: string, change: { readonly [K in keyof Config]: Config[K] | undefined }): void {
  replacePrivateFile(path, `${JSON.stringify({ ...readConfig(path), ...change }, undefined, 2)}\n`)
}

/** Which keystore, and how the choice is written down so that it is never made a second time. */
export interface KeystoreChoice { readonly backend: KeystoreBackend; record(): void }

/**
 * `default` keeps secrets in the system's keychain and nowhere else. `sim` keeps them in memory, so that a simulated run leaves
 * nothing behind, unless its settings file says `os`: then in the keychain, under the simulated profile's own name.
 * Throws `DAEMON_CONFIG` for a choice that the profile does not have.
 */
export function chooseKeystore(profile: Profile, path: string, config: Config): KeystoreChoice {
  const backend = config.keystore ?? (profile === 'sim' ? 'memory' : 'os')
  if (profile === 'default' && backend !== 'os') throw new HarnessError('DAEMON_CONFIG', { path, problem: `keystore ${backend}: default has os` })
  return {
    backend,
    record: () => { if (config.keystore === undefined) changeConfig(path, { keystore: backend }) },
  }
}
