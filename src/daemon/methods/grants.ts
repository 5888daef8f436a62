import { stateOfRow, stateOfSession } from '../../monitor/standing/grant-state.ts'
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
  const now = () => ({ at: house.clock.now(), facts: (tool: string) => house.registry.tool(tool)?.facts })

  const rowsFor = (peer: Peer): Row[] => [
    ...store.grants.list().map((row): Row => ({
      id: row.id, kind: row.grant['kind'] === 'allow-file' ? 'file' : 'stored', state: stateOfRow(row, now()), grant: shownTo(peer, row.grant), createdAt: row.createdAt, revokedAt: row.revokedAt, uses: row.uses,
    })),
    ...sessionGrants.list().map((held): Row => ({
      id: held.grant.id, kind: 'session', state: stateOfSession(held, now()), grant: shownTo(peer, { ...held.grant, conversation: held.conversation }), createdAt: held.grant.made.at, uses: held.uses,
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
