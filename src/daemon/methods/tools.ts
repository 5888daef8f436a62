import type { TraceEntry } from '../../host/net/door.ts'
import { nameDestination } from '../../rules/destination.ts'
import type { RegisteredTool } from '../../plugins/registry/plugin.ts'
import type { AnswerOf } from '../protocol/methods.ts'
import type { Running } from '../running.ts'
import { allowed } from '../allow-file.ts'
import type { Handlers } from '../server/peer.ts'
import { explainPolicy } from './policy-explain.ts'

type Own = Pick<Handlers, 'tools.list' | 'tools.show' | 'call' | 'ask' | 'cancel' | 'policy.explain'>

export function toolHandlers(house: Running): Own {
  const all = () => house.registry.plugins().flatMap(({ tools }) => tools)
  return {
    'tools.list': ({ plugin }) => ({ tools: all().filter(({ facts }) => plugin === undefined || facts.plugin === plugin).map(viewTool) }),
    'tools.show': ({ tool }) => {
      const found = house.registry.tool(tool)
      return found ? { tool: viewTool(found), similar: [] } : { similar: [...house.registry.similar(tool)] }
    },
    async call({ tool, args, allowFile, shown, trace }, { peer, signal }) {
      // Not for what only reads: that goes on without a keychain.
      if (allowFile !== undefined || keeps(house.registry.tool(tool))) await house.knowSecrets()
      const hops: Hop[] = []
      const outcome = await house.monitor.invoke({
        tool, args, principal: peer.kind === 'interactive' ? 'user' : 'script', account: house.accounts.current(), turn: undefined,
        client: peer.id, shown: peer.kind === 'interactive' ? shown : undefined, lang: peer.lang, signal: AbortSignal.any([signal, house.lock.signal()]), allow: allowed(allowFile, house),
        ...(trace ? { trace: (entry) => { if (hops.length < mostHops) hops.push(hopOf(entry)) } } : {}),
      })
      return trace ? { ...outcome, trace: hops } : outcome
    },
    async ask({ text, conversation, allowFile }, asked) {
      await house.knowSecrets()
      return house.ask({ text, conversation, allow: allowed(allowFile, house) }, asked)
    },
    cancel: ({ request }, { peer }) => ({ cancelled: peer.cancel(request) }),
    'policy.explain': (params, { peer }) => explainPolicy(params, house, peer.lang),
  }
}

type Hop = NonNullable<AnswerOf<'call'>['trace']>[number]
/** A call that makes more requests than this is told of in the audit alone: its answer has to fit into a frame. */
const mostHops = 500
const hopOf = ({ destination, method, host, path, status, bytes, ms, error }: TraceEntry): Hop => ({ to: nameDestination(destination), method, host, path, status, bytes, ms, error })

/** Whether something of its arguments is kept, shown on a card or sent. */
const keeps = (tool: RegisteredTool | undefined): boolean => tool !== undefined && (tool.facts.effect !== 'read' || tool.facts.durable)

export const viewTool = ({ facts, description, inputSchema, empty }: RegisteredTool): AnswerOf<'tools.list'>['tools'][number] => ({
  id: facts.id, plugin: facts.plugin, trust: facts.trust, effect: facts.effect, description,
  untrusted: facts.untrusted, userOnly: facts.userOnly, durable: facts.durable, private: facts.private, irreversible: facts.irreversible,
  state: facts.state, destinations: facts.destinations.map(nameDestination), inputSchema, empty,
})
