import { HarnessError } from '../../rules/errors/index.ts'
import type { JsonObject } from '../../rules/json.ts'
import { meantId } from '../../rules/short-id.ts'
import { importAllowFile, previewAllowFile } from '../allow-file.ts'
import type { AnswerOf } from '../protocol/methods.ts'
import type { Running } from '../running.ts'
import type { Handlers, Peer } from '../server/peer.ts'
import { shownTo } from './shown-to.ts'

type Own = Pick<Handlers, 'grants.list' | 'grants.show' | 'grants.preview' | 'grants.import' | 'grants.revoke'>
type House = Pick<Running, 'store' | 'sessionGrants' | 'registry' | 'clock' | 'pinGate' | 'knowSecrets' | 'scrubber' | 'lock' | 'profile'>
type Row = AnswerOf<'grants.list'>['grants'][number]

/** Leave that was given beforehand: stored, by a file's line, or for a conversation. All of it can be seen, and all of it revoked. */
export function grantHandlers(house: House): Own {
  const { store, sessionGrants } = house

  const rowsFor = (peer: Peer): Row[] => [
    ...store.grants.list().map(({ id, grant, createdAt, revokedAt, uses }): Row => ({
      id, kind: grant['kind'] === 'allow-file' ? 'file' : 'stored', state: stateOf(grant, uses, revokedAt !== undefined, house), grant: shownTo(peer, grant), createdAt, revokedAt, uses,
    })),
    ...sessionGrants.list().map(({ conversation, grant, uses }): Row => ({
      id: grant.id, kind: 'session', state: stateOf(grant, uses, false, house), grant: shownTo(peer, { ...grant, conversation }), createdAt: grant.made.at, uses,
    })),
  ]
  const meant = (typed: string, rows: readonly { readonly id: string }[]): string => {
    const id = meantId(typed, rows.map((row) => row.id))
    if (id === undefined) throw new HarnessError('GRANT_UNKNOWN', { id: typed.slice(0, 80) })
    return id
  }

  return {
    'grants.list': (_, { peer }) => ({ grants: rowsFor(peer) }),
    'grants.show'({ id: typed }, { peer }) {
      const rows = rowsFor(peer)
      const id = meant(typed, rows)
      const grant = rows.find((row) => row.id === id)
      if (!grant) throw new HarnessError('GRANT_UNKNOWN', { id })
      return { grant }
    },
    async 'grants.preview'({ text }) {
      await house.knowSecrets()
      const { digest, allow, consents, again, missing } = previewAllowFile(text, house)
      return { digest, allow, consents: [...consents], again: [...again], missing: [...missing] }
    },
    async 'grants.import'({ text, again }, { peer }) {
      await house.pinGate.pass(peer)
      await house.knowSecrets()
      const { missing, ...done } = importAllowFile(text, house, peer.id, again)
      return { ...done, missing: [...missing] }
    },
    'grants.revoke'({ id: typed }, { peer }) {
      const rows = rowsFor(peer)
      const id = meant(typed, rows)
      const row = rows.find((one) => one.id === id)
      const revoked = store.transaction(() => {
        const done = sessionGrants.revoke(id) || store.grants.revoke(id)
        if (done) store.audit.append({ kind: 'grant.revoked', plugin: pluginOf(row?.grant), detail: { grant: id, by: peer.id } })
        return done
      })
      return { revoked, id }
    },
  }
}

const pluginOf = (grant: JsonObject | undefined): string | undefined => (typeof grant?.['tool'] === 'string' ? grant['tool'].split('.')[0] : undefined)

/** Whether it can still speak for a call, and if not, why. A row that does not read as a grant speaks for none, whatever is said of it here. */
function stateOf(grant: JsonObject, uses: number, revoked: boolean, { clock, registry }: Pick<House, 'clock' | 'registry'>): Row['state'] {
  if (revoked || grant['revoked'] === true) return 'revoked'
  const { expires, contentHash, definitionDigest } = grant
  const until = typeof expires === 'string' ? Date.parse(expires) : expires
  if (typeof until === 'number' && clock.now() >= until) return 'expired'
  const limit = grant['kind'] === 'allow-file' ? grant['uses'] : grant['usesLeft']
  if (typeof limit === 'number' && uses >= limit) return 'used-up'
  const facts = registry.tool(String(grant['tool']))?.facts
  const same = (pinned: unknown, is: string | undefined): boolean => typeof pinned !== 'string' || pinned === is
  return facts && same(contentHash, facts.contentHash) && same(definitionDigest, facts.definitionDigest) ? 'stands' : 'changed'
}
