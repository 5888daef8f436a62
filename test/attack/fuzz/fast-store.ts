import type { Clock } from '../../../src/host/clock/clock.ts'
import type { ApprovalRow, AuditEntry, AuditRow, IntentOutcome, RecordRow, Store } from '../../../src/host/store/store.ts'
import { joinLabels } from '../../../src/rules/labels.ts'

/** The store of a fuzzed house, and what it was told. */
export interface FastStore {
  readonly store: Store
  readonly told: {
    /** Rows of the audit, by kind. */
    readonly rows: Map<string, number>
    /** Intents by call: how each stands. */
    readonly intents: Map<string, IntentOutcome | 'open'>
    /** Records of the sequence that runs. */
    readonly records: RecordRow[]
  }
  /** Between two sequences: nothing of the last one is left. */
  forget(): void
}

/**
 * A real store of which the tables that every call writes to stand in memory, so that a hundred thousand sequences take a minute. What
 * the monitor asks of them is answered the same; that the real ones keep it is tested elsewhere.
 */
export function fastStore(real: Store, clock: Pick<Clock, 'now'>): FastStore {
  const told: FastStore['told'] = { rows: new Map(), intents: new Map(), records: [] }
  const leaks = new Map<string, Record<string, number>>()
  const approvals = new Map<string, ApprovalRow>()
  let seq = 0
  const append = (entry: AuditEntry): AuditRow => {
    told.rows.set(entry.kind, (told.rows.get(entry.kind) ?? 0) + 1)
    return { seq: ++seq, at: 0, kind: entry.kind, callId: entry.callId, plugin: entry.plugin, detail: entry.detail, prev: '', hash: '' }
  }
  const consents = real.consents.list()
  const grants = real.grants.list()
  return {
    told,
    store: {
      ...real,
      transaction: (fn) => fn(),
      audit: { ...real.audit, append, appendAll: (entries) => entries.map(append), flush: () => undefined },
      intents: {
        ...real.intents,
        begin: ({ callId }) => { told.intents.set(callId, 'open') },
        settle: (callId, outcome) => { told.intents.set(callId, outcome) },
      },
      records: {
        put: (_owner, row) => { const made = { ...row, labels: joinLabels(row.labels), createdAt: 0 }; told.records.push(made); return made },
        get: (_owner, kind, id) => told.records.find((row) => row.kind === kind && row.id === id),
        list: (_owner, kind, statuses) => told.records.filter((row) => row.kind === kind && (statuses?.includes(row.status) ?? true)),
        settle: () => undefined,
        forget: () => undefined,
      },
      leaks: {
        of: (conversation) => leaks.get(conversation) ?? {},
        spend(conversation, destinations, bits) {
          const spent = leaks.get(conversation) ?? {}
          leaks.set(conversation, { ...spent, ...Object.fromEntries(destinations.map((to) => [to, (spent[to] ?? 0) + bits])) })
        },
        giveBack(conversation, destinations, bits) {
          const spent = leaks.get(conversation) ?? {}
          leaks.set(conversation, { ...spent, ...Object.fromEntries(destinations.flatMap((to) => (spent[to] === undefined ? [] : [[to, Math.max(0, spent[to] - bits)]]))) })
        },
      },
      approvals: {
        ...real.approvals,
        create: (row) => { approvals.set(row.id, { ...row, state: 'pending', answeredBy: undefined, answer: undefined }) },
        answer(id, state, answeredBy, answer) {
          const row = approvals.get(id)
          if (row?.state !== 'pending' || (state === 'approved' && row.expiresAt <= clock.now())) return false
          approvals.set(id, { ...row, state, answeredBy, answer })
          return true
        },
        get: (id) => approvals.get(id),
      },
      consents: { ...real.consents, list: () => consents, agreed: (plugin, accounts) => consents.filter((row) => row.plugin === plugin && accounts.includes(row.account)).map(({ destination }) => destination) },
      grants: { ...real.grants, list: () => grants },
      settings: { ...real.settings, get: () => undefined },
    },
    forget() { leaks.clear(); approvals.clear(); told.intents.clear(); told.records.length = 0; told.rows.clear() },
  }
}
