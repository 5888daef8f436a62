import { hideShapes } from '../../rules/credential-shapes.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { SecretRef } from '../../host/keystore/keystore.ts'

/** A model service as the person configured it. There is no key here: it lies in the keystore under the endpoint's own origin. */
export interface ModelEndpoint {
  /** Shown to people, e.g. `deepseek`. */
  readonly id: string
  /** Up to and without `/chat/completions`, e.g. `https://api.deepseek.com/v1`. */
  readonly baseUrl: string
  readonly model: string
  /** False for a server that wants no key, as most on loopback. */
  readonly needsKey: boolean
}

/** Where an endpoint's key lies. The name is the origin, so a key can be lent to no origin but the one it was stored for. */
export const modelKeyRef = (endpoint: ModelEndpoint): SecretRef => ({ account: '-', kind: 'model-key', name: parsed(endpoint).origin })

/** The URL of chat completions, and its host. Throws `MODEL_ENDPOINT_INVALID`, or `MODEL_ENDPOINT_SECRET` where a key seems to stand in the endpoint. */
export function completionsUrl(endpoint: ModelEndpoint): { readonly url: string; readonly host: string } {
  const base = parsed(endpoint)
  // What is written into an address stands in the settings file: a password in it would not lie in the keystore.
  const written = `${endpoint.baseUrl} ${endpoint.model}`
  if (base.search + base.hash + base.username + base.password !== '' || hideShapes(written) !== written) throw new HarnessError('MODEL_ENDPOINT_SECRET')
  return { url: `${base.origin}${base.pathname.replace(/\/+$/, '')}/chat/completions`, host: base.hostname }
}

function parsed({ id, baseUrl }: ModelEndpoint): URL {
  if (!URL.canParse(baseUrl)) throw new HarnessError('MODEL_ENDPOINT_INVALID', { problem: id })
  const url = new URL(baseUrl)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new HarnessError('MODEL_ENDPOINT_INVALID', { problem: url.protocol })
  return url
}
