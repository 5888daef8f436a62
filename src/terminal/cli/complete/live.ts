import type { MethodName, ParamsOf, ResultOf } from '../../../daemon/protocol/methods.ts'
import { type Profile, placesOf } from '../../../daemon/protocol/places.ts'
import { type Client, connect } from '../../client/connect.ts'
import type { ShownTool } from '../show-tool.ts'
import { shippedTools } from './shipped-tools.ts'

/** Names that completions are made of: from the daemon of the line's own profile where one answers at once, else those that ship. */
export interface Names {
  tools(): Promise<readonly string[]>
  plugins(): Promise<readonly string[]>
  tool(id: string): Promise<Pick<ShownTool, 'inputSchema'> | undefined>
  accounts(): Promise<readonly string[]>
  approvals(): Promise<readonly string[]>
  grants(): Promise<readonly string[]>
  settings(plugin: string): Promise<Pick<ResultOf<'plugins.settings'>, 'schema' | 'settings'> | undefined>
  screens(plugin: string): Promise<ResultOf<'plugins.screens'> | undefined>
  close(): void
}

/** How long a daemon may take in all, in milliseconds: whoever presses TAB waits for it. */
const patienceMs = 120

/** Connects to a daemon that is up and to no other: none is started, nothing is signed in to, and what comes late is not waited for. */
export function liveNames(profile: Profile, env: NodeJS.ProcessEnv): Names {
  const late = new Promise<undefined>((resolve) => { setTimeout(() => resolve(undefined), patienceMs).unref() })
  const inTime = <T>(asked: Promise<T>): Promise<T | undefined> => Promise.race([asked.catch(() => undefined), late])
  let connected: Promise<Client | undefined> | undefined
  const client = (): Promise<Client | undefined> => (connected ??= inTime(connect({ places: placesOf(profile, env), claims: { kind: 'script', capability: 'call' }, lang: 'en' })))
  const ask = async <M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M> | undefined> => (await client())?.request(method, params)
  return {
    tools: async () => (await inTime(ask('tools.list', {})))?.tools.map(({ id }) => id) ?? shippedTools,
    plugins: async () => (await inTime(ask('plugins.list', {})))?.plugins.map(({ id }) => id) ?? [...new Set(shippedTools.map((id) => id.split('.')[0] ?? id))],
    tool: async (id) => (await inTime(ask('tools.show', { tool: asId(id) })))?.tool,
    accounts: async () => (await inTime(ask('accounts', {})))?.accounts.map(({ account }) => account) ?? [],
    approvals: async () => (await inTime(ask('approvals.list', {})))?.pending.map(({ card }) => card.id) ?? [],
    grants: async () => (await inTime(ask('grants.list', {})))?.grants.filter(({ revokedAt }) => revokedAt === undefined).map(({ id }) => id) ?? [],
    settings: (plugin) => inTime(ask('plugins.settings', { plugin: asId(plugin) })),
    screens: (plugin) => inTime(ask('plugins.screens', { plugin: asId(plugin) })),
    close: () => { void connected?.then((open) => open?.close()) },
  }
}

/** What is typed so far, as the protocol takes an id: of any other length it is nobody's. */
const asId = (typed: string): string => typed.slice(0, 200) || '-'
