import { canonicalJson } from '../../rules/canonical.ts'
import { bounds } from '../protocol/version.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'

type Own = Pick<Handlers, 'plugins.try'>

/** What a recording may have of a frame; the outcome has the rest. */
const mostBytes = bounds.frameBytes * 3 / 4

/** A plugin that nobody reviewed runs here, so the person must be there as for an install. */
export function trialHandlers(house: Running): Own {
  return {
    async 'plugins.try'({ path, tool, args, shown }, { peer, signal }) {
      await house.pinGate.pass(peer)
      // What is recorded must be known to hold no secret.
      await house.knowSecrets()
      const { outcome, recording } = await house.tryPlugin({ folder: path, tool, args, by: peer.id }, {
        principal: peer.kind === 'interactive' ? 'user' : 'script', account: house.accounts.current(), turn: undefined, client: peer.id,
        shown: peer.kind === 'interactive' ? shown : undefined, lang: peer.lang, signal: AbortSignal.any([signal, house.lock.signal()]),
      })
      if (recording === undefined) return { outcome, recording: null, withheld: 'secret' }
      const text = canonicalJson(recording)
      return Buffer.byteLength(text) > mostBytes ? { outcome, recording: null, withheld: 'size' } : { outcome, recording: JSON.parse(text), withheld: null }
    },
  }
}
