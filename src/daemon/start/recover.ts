import type { Store } from '../../host/store/store.ts'

/**
 * After a crash: effects that had begun are `unknown`, shown and never repeated; questions that waited are expired and
 * never run. Both stand in the audit chain before anything else happens (law 5).
 */
export function recover(store: Store): { readonly unknown: number; readonly expired: number } {
  return store.transaction(() => {
    const open = store.intents.recover()
    for (const { callId, tool, effect } of open) {
      store.audit.append({ kind: 'outcome', callId, plugin: tool.split('.')[0], detail: { tool, effect, outcome: 'unknown', why: 'daemon-ended' } })
    }
    const expired = store.approvals.list({ state: 'pending' }).map(({ id, callId, tool }) => {
      store.audit.append({ kind: 'approval.answered', callId, plugin: tool.split('.')[0], detail: { approval: id, state: 'expired', answer: 'expire', by: 'start' } })
      return id
    })
    store.approvals.expireAll()
    return { unknown: open.length, expired: expired.length }
  })
}
