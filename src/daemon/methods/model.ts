import { HarnessError } from '../../rules/errors/index.ts'
import { cleanForModel } from '../../rules/hygiene/clean.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'

type Own = Pick<Handlers, 'model.show' | 'model.set' | 'model.remove' | 'model.test'>

export function modelHandlers({ model, profile, store, clock, lock, scrubber }: Running): Own {
  const note = (event: string, provider: string, by: string): void => {
    store.audit.append({ kind: 'setting', detail: { setting: 'model', event, provider, by } })
  }
  return {
    'model.show': () => ({ model: model.endpoint(), scripted: model.endpoint() === undefined && profile === 'sim' }),
    async 'model.set'({ key, ...endpoint }, { peer }) {
      const written = `${endpoint.id} ${endpoint.baseUrl} ${endpoint.model}`
      if (scrubber.holdsSecret(written) || (key !== undefined && written.includes(key.trim()))) throw new HarnessError('MODEL_ENDPOINT_SECRET')
      const bytes = key === undefined ? undefined : Buffer.from(key)
      try { await model.set(endpoint, bytes) } finally { bytes?.fill(0) }
      note('set', endpoint.id, peer.id)
      return { model: endpoint }
    },
    async 'model.remove'(_params, { peer }) {
      const id = model.endpoint()?.id
      const removed = await model.remove()
      if (removed) note('removed', id ?? '-', peer.id)
      return { removed }
    },
    async 'model.test'(_params, { signal }) {
      lock.check()
      const provider = model.provider()
      if (!provider) throw new HarnessError('MODEL_MISSING')
      const started = clock.now()
      let text = ''
      for await (const event of provider.stream({ messages: [{ role: 'user', content: 'Answer with the one word: ready' }], tools: [] }, AbortSignal.any([signal, lock.signal()]))) {
        if (event.kind === 'text') text += event.text
      }
      return { text: cleanForModel(scrubber.text(text), { max: 200 }), ms: clock.now() - started }
    },
  }
}
