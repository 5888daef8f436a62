import type { ChainHead } from '../../host/store/store.ts'
import { canonicalJson, digest } from '../../rules/canonical.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Json } from '../../rules/json.ts'
import { shareableDetail } from '../../rules/shareable-detail.ts'
import { meantId } from '../../rules/short-id.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'
import { shownTo } from './shown-to.ts'
import { pluginUnknown } from '../../plugins/registry/plugin-unknown.ts'

type Own = Pick<Handlers, 'audit.show' | 'audit.verify' | 'audit.export'>
type House = Pick<Running, 'store' | 'registry' | 'seal' | 'lock' | 'auditDigests'>

/** Rows of one answer to `audit.export`: well within a frame of the socket. */
const pageRows = 500

/** What was done, for the person and for whom they give it to. */
export function auditHandlers({ store, registry, seal, lock, auditDigests }: House): Own {
  /** What was removed may still have left rows. */
  const checkPlugin = (plugin: string | undefined, rows: number): void => {
    if (plugin !== undefined && rows === 0 && !registry.plugin(plugin)) throw pluginUnknown(plugin, registry)
  }
  const verify = (head: ChainHead | undefined) => {
    const verdict = store.audit.verify(head)
    return verdict.ok ? { ok: true, count: verdict.count, hash: verdict.hash, sealed: head?.count } : { ...verdict, sealed: head?.count }
  }
  return {
    'audit.show'({ plugin, call, limit }, { peer }) {
      const rows = store.audit.list({ limit, ...(plugin === undefined ? {} : { plugin }), ...(call === undefined ? {} : { call }) })
      checkPlugin(plugin, rows.length)
      if (call !== undefined && rows.length === 0) throw new HarnessError('CALL_UNKNOWN', { id: call.slice(0, 40) })
      if (call !== undefined) meantId(call, [...new Set(rows.flatMap(({ callId }) => callId ?? []))])
      return {
        rows: rows.map(({ seq, at, kind, callId, plugin, detail, hash }) => ({ seq, at, kind, callId, plugin, detail: shownTo(peer, detail), hash })),
        unknown: store.intents.unknown({ plugin, call, limit }).map(({ callId, tool, effect, startedAt }) => ({ callId, tool, effect, startedAt })),
      }
    },
    'audit.verify': async () => verify(await seal.last()),
    async 'audit.export'({ after, upTo, since, plugin }) {
      lock.check()
      const digestOf = await auditDigests()
      const hidden = (value: Json): string => digestOf(digest(`export ${canonicalJson(value)}`))
      const head = store.audit.head().count
      const rows = store.audit.page({ after, upTo: Math.min(upTo ?? head, head), since, plugin, limit: pageRows })
      if (after === 0) checkPlugin(plugin, rows.length)
      return {
        rows: rows.map(({ seq, at, kind, callId, plugin: of, detail, hash }) => ({ seq, at, kind, callId, plugin: of, detail: shareableDetail(detail, hidden), chain: digestOf(hash) })),
        upTo: upTo ?? head, more: rows.length === pageRows,
      }
    },
  }
}
