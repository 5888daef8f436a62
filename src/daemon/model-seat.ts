import type { ModelProvider } from '../agent/model.ts'
import { completionsUrl, type ModelEndpoint, modelKeyRef } from '../agent/providers/endpoint.ts'
import { openaiProvider } from '../agent/providers/openai.ts'
import { scriptedProvider } from '../agent/providers/scripted.ts'
import type { Clock } from '../host/clock/clock.ts'
import { isKept } from '../host/keystore/is-kept.ts'
import type { Keystore } from '../host/keystore/keystore.ts'
import { HarnessError } from '../rules/errors/index.ts'
import type { MakeDoor } from './lazy-door.ts'
import type { Profile } from './protocol/places.ts'
import { type Config, changeConfig } from './start/config.ts'

/** Which model answers. The endpoint stands in the settings file, its key in the keystore under the endpoint's own origin. */
export interface ModelSeat {
  /** undefined: none is set up. */
  provider(): ModelProvider | undefined
  endpoint(): ModelEndpoint | undefined
  /** Takes effect at the next turn. Rejects with `MODEL_ENDPOINT_INVALID` or `KEYSTORE_*`, and then nothing has changed. */
  set(endpoint: ModelEndpoint, key: Buffer | undefined): Promise<void>
  /** Forgets the endpoint and its key; true when there was one. */
  remove(): Promise<boolean>
  close(): Promise<void>
}

export interface ModelHouse {
  readonly profile: Profile
  readonly makeDoor: MakeDoor
  readonly settings: string
  readonly config: Config
  readonly keystore: Keystore
  readonly clock: Clock
}

/**
 * Each endpoint has a door of its own: it alone may be on loopback, and the door that campus and websites go through can
 * never be led there.
 */
export function openModelSeat({ profile, makeDoor, settings, config, keystore, clock }: ModelHouse): ModelSeat {
  let sitting = config.model ? seat(config.model) : undefined

  function seat(endpoint: ModelEndpoint) {
    const { url } = completionsUrl(endpoint)
    const { protocol, origin } = new URL(url)
    const loopbackModel = protocol === 'http:' ? { origin } : undefined
    const door = makeDoor({ clock, loopbackModel })
    return { endpoint, door, provider: openaiProvider(endpoint, { door, keystore, clock }) }
  }

  async function change(endpoint: ModelEndpoint | undefined): Promise<void> {
    const next = endpoint && seat(endpoint)
    changeConfig(settings, { model: endpoint })
    const last = sitting
    sitting = next
    await last?.door.close()
  }

  return {
    provider: () => sitting?.provider ?? (profile === 'sim' ? scriptedProvider() : undefined),
    endpoint: () => sitting?.endpoint,
    async set(endpoint, key) {
      completionsUrl(endpoint)
      if (endpoint.needsKey && !key && !(await isKept(keystore, modelKeyRef(endpoint)))) throw new HarnessError('MODEL_KEY_MISSING', { provider: endpoint.id })
      if (key) await keystore.put(modelKeyRef(endpoint), key)
      await change(endpoint)
    },
    async remove() {
      if (!sitting) return false
      if (await isKept(keystore, modelKeyRef(sitting.endpoint))) await keystore.remove(modelKeyRef(sitting.endpoint))
      await change(undefined)
      return true
    },
    close: async () => { await sitting?.door.close() },
  }
}
