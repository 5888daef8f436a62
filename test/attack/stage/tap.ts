import { pluginPartHandlers } from '../../../src/daemon/methods/plugin-parts.ts'
import type { Peer } from '../../../src/daemon/server/peer.ts'
import type { AttackHouse } from './attack-house.ts'
import { account } from './campus-stage.ts'

/** A person at a terminal, or a script without one. */
type By = 'interactive' | 'script'

/** Taps a plugin's shortcut by its number, as `pkuh plugin shortcut` does. */
export async function tap(house: AttackHouse, plugin: string, number: number, by: By): Promise<Awaited<ReturnType<Handlers['plugins.shortcut']>>['outcome']> {
  return (await handlers(house)['plugins.shortcut']({ plugin, name: String(number), args: {} }, asked(by))).outcome
}

/** Opens a plugin's widget, as `pkuh plugin widget` does. */
export async function openWidget(house: AttackHouse, plugin: string, widget: string, by: By): Promise<Awaited<ReturnType<Handlers['plugins.widget']>>['outcome']> {
  return (await handlers(house)['plugins.widget']({ plugin, name: widget }, asked(by))).outcome
}

type Handlers = ReturnType<typeof pluginPartHandlers>
type Asked = Parameters<Handlers['plugins.shortcut']>[1]

/** The daemon's own methods over this house: the one account, and a lock that is open. */
const handlers = ({ registry, store, approvals, monitor }: AttackHouse): Handlers => {
  const open = new AbortController().signal
  return pluginPartHandlers({ registry, store, approvals, monitor, accounts: { current: () => account } as never, lock: { signal: () => open } as never })
}

/** The terminal that taps is another connection than the one that answers: it could not answer a plugin's card itself. */
const asked = (kind: By): Asked => ({ peer: { id: 'tapper', kind, lang: 'zh' } as Peer, signal: new AbortController().signal }) as never
