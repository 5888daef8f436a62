import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ends } from '../../../fixtures/attacks/ends.ts'
import { isTainted } from '../../../src/rules/labels.ts'
import type { AttackHouse } from '../stage/attack-house.ts'
import { account, type CampusStage } from '../stage/campus-stage.ts'

/** What stands at the receiving ends of a house now; of what it keeps, only what came there `since`. */
export function endsOf({ served, outside }: CampusStage, house: AttackHouse, since: Kept): Omit<Ends, 'bridge'> {
  const now = keptIn(house)
  return {
    campus: served.recorder.all(), held: { ...served.data }, outside: [...outside.arrived], ledger: [...house.ledger.entries],
    records: [...now.records].filter(([id]) => !since.records.has(id)).map(([, record]) => record),
    installed: now.plugins.filter((id) => !since.plugins.includes(id)), proposed: house.life.proposals.list().map(({ link }) => link), drafts: draftsIn(join(house.place, 'data', 'drafts')),
  }
}

export type Kept = ReturnType<typeof keptIn>

/** Durable records and what documents store, each under what makes it that one, and the plugins and versions that run. */
export function keptIn({ store, registry }: AttackHouse) {
  const records = [['memory', 'memory'], ['todo', 'todo'], ['agenda', 'agenda'], ['schedules', 'schedule']] as const
  const clippings = { account, plugin: 'clippings' }
  return {
    records: new Map<string, Ends['records'][number]>([
      ...records.flatMap(([plugin, kind]) => store.records.list({ account, plugin }, kind).map(({ id, value, status, labels }) => [`${plugin} ${id} ${status}`, { plugin, text: JSON.stringify(value), status, tainted: isTainted(labels) }] as const)),
      // A cache is no act: only what a step of `store` put there.
      ...store.values.list(clippings, 's:').value.flatMap((key) => {
        const held = store.values.get(clippings, key)
        return held ? [[`${key} ${JSON.stringify(held.value)}`, { plugin: 'clippings', text: JSON.stringify(held.value), status: 'stored', tainted: isTainted(held.labels) }] as const] : []
      }),
    ]),
    plugins: registry.plugins().map(({ id, contentHash }) => `${id} ${contentHash}`),
  }
}

function draftsIn(folder: string): Ends['drafts'] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((id) => ({ id, text: readdirSync(join(folder, id)).map((name) => readFileSync(join(folder, id, name), 'utf8')).join('\n') }))
}
