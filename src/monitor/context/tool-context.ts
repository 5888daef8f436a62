import { isTainted, joinLabels } from '../../rules/labels.ts'
import type { ToolContext } from '../../sdk/index.ts'
import { campusClient } from './campus-client.ts'
import { recordStore } from './record-store.ts'
import type { Running } from './running.ts'
import { useClient } from './use-client.ts'
import { valueStore } from './value-store.ts'
import { webClient } from './web-client.ts'

/** What a tool gets besides its arguments: bound to this call, its account, its plugin's declarations and its effect. */
export function toolContext(running: Running): ToolContext {
  const { call, house, signal } = running
  const { turn, lang } = call.request
  return Object.freeze({
    turn: turn && {
      get tainted() { return isTainted(joinLabels(call.labelled.get().labels, call.carried.labels())) },
      userAsked: call.labelled.get().context.userAsked,
    },
    signal, lang,
    clock: { now: () => new Date(house.clock.now()) },
    services: { campus: campusClient(running), web: webClient(running) },
    store: valueStore(running),
    records: <T>(kind: string) => recordStore<T>(running, kind),
    use: useClient(running),
  })
}
