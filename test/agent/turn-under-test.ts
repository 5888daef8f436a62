import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type Conversation, startConversation } from '../../src/agent/conversation.ts'
import type { ModelEvent, ModelProvider, ModelRequest } from '../../src/agent/model.ts'
import type { TurnEvent } from '../../src/agent/turn-events.ts'
import type { TurnOptions } from '../../src/agent/turn-options.ts'
import { type Clock, systemChance, systemClock } from '../../src/host/clock/clock.ts'
import { openStore } from '../../src/host/store/open-store.ts'
import type { Store } from '../../src/host/store/store.ts'
import type { CallOutcome, CallRequest } from '../../src/monitor/call-request.ts'
import type { RegisteredTool } from '../../src/plugins/registry/plugin.ts'
import type { ToolFacts } from '../../src/rules/call.ts'
import type { Json, JsonObject } from '../../src/rules/json.ts'
import { makeScrubber } from '../../src/rules/redaction.ts'
import { isTainted, unlabelled } from '../../src/rules/labels.ts'

/** A tool as the registry has it; nothing here ever runs it. */
export function tool(id: string, facts: Partial<ToolFacts> = {}, inputSchema: JsonObject = { type: 'object', properties: {} }): RegisteredTool {
  return {
    facts: {
      id, plugin: id.split('.', 1)[0] ?? '', trust: 'bundled', effect: 'read', untrusted: false, userOnly: false, durable: false, whenTainted: 'ask', private: false,
      irreversible: false, overwrites: false, asks: undefined, destinations: [{ kind: 'local' }], state: 'ready', contentHash: '', definitionDigest: '', ...facts,
    },
    description: { zh: `工具 ${id}`, en: `tool ${id}` }, confirm: undefined, input: z.object({}), inputSchema, output: undefined,
    run: () => { throw new Error('only the monitor runs a tool') },
  }
}

/** What a fake monitor answers: data, or an error with an exit code. */
export type Reply = { readonly ranMs?: number } & ({ readonly data: Json; readonly untrusted?: boolean } | { readonly code: string; readonly exit: number })

export interface Scene {
  readonly store: Store
  readonly conversation: Conversation
  readonly events: TurnEvent[]
  readonly requests: ModelRequest[]
  readonly calls: CallRequest[]
  readonly controller: AbortController
  options(more: Partial<TurnOptions> & Pick<TurnOptions, 'provider'>): TurnOptions
  close(): void
}

/** A turn over a real store, with a monitor that answers as told and refuses what is over the budget, as R8 does. */
export function scene(tools: readonly RegisteredTool[], answer: (request: CallRequest, n: number) => Reply | Promise<Reply>, clock: Clock = systemClock): Scene {
  const folder = mkdtempSync(join(tmpdir(), 'turn-'))
  const store = openStore(join(folder, 'data', 'h.db'), { clock, chance: systemChance })
  const conversation = startConversation(store.conversations, { id: 'c1', account: '2500000001', title: 't' })
  const events: TurnEvent[] = []
  const requests: ModelRequest[] = []
  const calls: CallRequest[] = []
  const controller = new AbortController()
  const invoke = async (request: CallRequest): Promise<CallOutcome> => {
    const n = calls.push(request)
    const overBudget = request.turn?.budgetSpent === true
    const reply: Reply = overBudget ? { code: 'POLICY_DENIED', exit: 22 } : await answer(request, n)
    const untrusted = 'data' in reply && reply.untrusted === true
    const labels = untrusted ? { untrusted: [request.tool], private: [] } : unlabelled
    request.turn?.absorb(labels)
    const made = { callId: `call-${n}`, tool: request.tool, trust: 'bundled' as const, untrusted: isTainted(labels), labels, ranMs: reply.ranMs ?? 0 }
    return 'data' in reply
      ? { ...made, ok: true, data: reply.data }
      : { ...made, ok: false, error: { code: reply.code, exit: reply.exit, message: `${request.tool} no`, hint: 'do this', rules: overBudget ? ['R8'] : ['R5'] } }
  }
  return {
    store, conversation, events, requests, calls, controller,
    options: ({ provider, ...more }) => ({
      conversation, turn: 't1', message: '你好', userWords: '你好', invoke, tools: () => tools, plugins: () => [], memories: [], scrubber: makeScrubber(() => ['hunter2']), principal: 'agent', client: 'k1',
      lang: 'zh', surface: 'terminal', clock, signal: controller.signal, sink: (event) => { events.push(event) },
      provider: { id: provider.id, stream: (request, signal) => { requests.push(request); return provider.stream(request, signal) } }, ...more,
    }),
    close: () => { store.close(); rmSync(folder, { recursive: true }) },
  }
}

/** A model that answers its n-th request as told. */
export const scriptOf = (answer: (request: ModelRequest, n: number) => readonly ModelEvent[]): ModelProvider => {
  let n = 0
  return { id: 'test', async *stream(request) { yield* answer(request, n += 1) } }
}
export const call = (name: string, args: Json | string = {}): ModelEvent =>
  ({ kind: 'call', call: { id: 'same', name, args: typeof args === 'string' ? args : JSON.stringify(args) } })
export const text = (words: string): ModelEvent => ({ kind: 'text', text: words })
