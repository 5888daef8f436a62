import type { RecordRow } from '../../host/store/store.ts'
import { detach } from '../../rules/canonical.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { visibleJson } from '../../rules/hygiene/clean.ts'
import { isTainted, type Labels } from '../../rules/labels.ts'
import type { RecordStore, StoredRecord } from '../../sdk/index.ts'
import { ownerOf, recordLabels } from './owner.ts'
import type { Running } from './running.ts'
import { expectStillThere } from './still-there.ts'

/**
 * The plugin's durable records of one kind. Labels, source and whether one waits as pending are the host's to say:
 * third-party text, and what nobody typed, is kept with its source, and it waits unless the person asked for this act in their own words or
 * approved exactly this call at its card. A read tool writes none.
 */
export function recordStore<T>(running: Running, kind: string): RecordStore<T> {
  const { call, house, sent } = running
  const owner = ownerOf(call)
  const { facts } = call.resolved.get().tool
  const { records } = house.store

  const mayWrite = (allowed: boolean) => {
    expectStillThere(running)
    if (!allowed) throw new HarnessError('CALL_EFFECT_EXCEEDED', { tool: facts.id, effect: facts.effect })
  }
  const writes = facts.effect !== 'read'
  const isThePersons = facts.userOnly && call.request.principal === 'user'
  const read = (row: RecordRow): StoredRecord<T> => {
    call.carried.join(row.labels)
    return asRecord<T>(row)
  }
  const { principal } = call.request
  // What a plugin's step or an outside client does is not what the person asked for.
  const asked = (principal === 'user' || principal === 'agent') && facts.asks !== undefined && call.labelled.get().context.userAsked[facts.asks]
  const waits = (labels: Labels) => isTainted(labels) && call.cleared.get().by !== 'person' && !asked
  const sourceOf = (labels: Labels) => (isTainted(labels) ? labels.untrusted.join(', ') : principal === 'user' || asked ? 'user' : principal)

  return {
    async put(value) {
      mayWrite(writes)
      const labels = recordLabels(call)
      const status = waits(labels) ? 'pending' : 'saved'
      // What a later person approves and a later prompt holds has nothing hidden in it: what had stands as a mark.
      const row = records.put(owner, { id: house.chance.uuid(), kind, value: visibleJson(detach(value)), status, source: sourceOf(labels), labels })
      sent.wrote()
      return asRecord<T>(row)
    },
    async get(id) {
      expectStillThere(running)
      const row = records.get(owner, kind, id)
      return row && row.status !== 'forgotten' ? read(row) : undefined
    },
    async ids() {
      expectStillThere(running)
      return records.list(owner, kind, standing).map(({ id }) => id)
    },
    async list(filter) {
      expectStillThere(running)
      return records.list(owner, kind, filter?.status ?? standing).map(read)
    },
    async approve(id) {
      mayWrite(writes && isThePersons)
      const row = records.get(owner, kind, id)
      if (!row || row.status === 'forgotten') return undefined
      const settled = records.settle(owner, kind, id, 'approved', { untrusted: [], private: row.labels.private })
      if (settled) sent.wrote()
      return settled && read(settled)
    },
    async forget(id) {
      mayWrite(writes)
      const row = records.get(owner, kind, id)
      if (!row || row.status === 'forgotten') return false
      const settled = records.settle(owner, kind, id, 'forgotten')
      if (settled) sent.wrote()
      return settled !== undefined
    },
  }
}

const standing = ['saved', 'pending', 'approved'] as const

/** The value is the plugin's own, given back as it was put: only the plugin knows its type. */
const asRecord = <T>(row: RecordRow): StoredRecord<T> => ({
  id: row.id, value: row.value as T, status: row.status, source: row.source, tainted: isTainted(row.labels), createdAt: new Date(row.createdAt),
})
