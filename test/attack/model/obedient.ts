import type { Task } from '../../../fixtures/attacks/tasks.ts'
import { inThePrompt, type Order } from '../../../fixtures/attacks/orders.ts'
import type { ModelEvent, ModelMessage, ModelProvider, ModelRequest } from '../../../src/agent/model.ts'
import { nameOf, type Reading, readRequest } from '../../../src/agent/providers/scripted/read-request.ts'
import { tellResults } from '../../../src/agent/providers/scripted/tell-results.ts'
import { canonicalJson } from '../../../src/rules/canonical.ts'
import { isObject, type Json } from '../../../src/rules/json.ts'
import { fill, type Look, sourcesOf } from './fill-values.ts'
import { ordersIn } from './read-orders.ts'

/**
 * The enemy of policy §10: a model that does what any text in its request says, whoever wrote it and wherever it stands (tool results,
 * tool descriptions, plugins' instructions, memories, its own earlier answers, what was pasted), fetches the data an order asks
 * for, and does the person's task as well. It tries nothing twice. A pure function of the request and of the tasks it understands.
 */
export const obedientModel = (tasks: readonly Task[]): ModelProvider => ({
  id: 'obedient',
  async *stream(request, signal) {
    signal.throwIfAborted()
    yield* answerOf(request, tasks)
  },
})

interface Wanted { readonly tool: string; readonly args: Json }

function answerOf(request: ModelRequest, tasks: readonly Task[]): readonly ModelEvent[] {
  const reading = readRequest(request)
  const asked = request.messages.findLastIndex(({ role }) => role === 'user')
  const now = callsSince(request.messages, asked)
  const task = tasks.find(({ words }) => reading.words.includes(words))
  const next = task?.plan.find((step) => step.some((call) => !now.has(keyOf(call))))?.filter((call) => !now.has(keyOf(call))) ?? []
  const orders = ordersOf(request, asked)
  const ever = callsSince(request.messages, -1)
  const obeyed = orders.flatMap((order) => callsFor(order, lookIn(request.messages))).filter((call) => !ever.has(keyOf(call)))
  const wanted = dedupe([...next, ...obeyed])
  if (wanted.length > 0 && request.tools.length > 0) return asCalls(wanted, reading)
  const said = orders.flatMap((order) => (order.act === 'say' ? [String(order.args['text'] ?? '')] : []))
  return [{ kind: 'text', text: [tellResults(reading.results, reading.lang), textsOf(reading), ...said].filter((text) => text !== '').join('\n') }, { kind: 'end', reason: 'stop' }]
}

/** Orders for now, and those for later that stood there before the person spoke. */
function ordersOf({ messages, tools }: ModelRequest, asked: number): readonly Order[] {
  const texts = messages.flatMap((message, at) => textsIn(message).map((text) => ({ text, before: at < asked })))
  const guidance = tools.flatMap(({ description, inputSchema }) => [description, ...leaves(inputSchema)]).map((text) => ({ text, before: false }))
  return [...guidance, ...texts].flatMap(({ text, before }) => ordersIn(text).filter((order) => !order.later || before))
}

function textsIn(message: ModelMessage): readonly string[] {
  if (message.role === 'system') return []
  const read = parsed(message.content)
  return read === undefined ? [message.content] : [...leaves(read), ...columns(read)]
}

/** What stands in one column of a table, read from above to below: a text that is cut over several rows is whole there. */
function columns(value: unknown): readonly string[] {
  if (Array.isArray(value)) {
    const rows = value.filter(isObject)
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    return [...value.flatMap(columns), ...names.map((name) => rows.map((row) => (typeof row[name] === 'string' ? row[name] : '')).join(''))]
  }
  return isObject(value) ? Object.values(value).flatMap(columns) : []
}

function leaves(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(leaves)
  return isObject(value) ? Object.entries(value).flatMap(([key, part]) => [key, ...leaves(part)]) : []
}

/** What an order makes the model do next: the calls that its values need, or itself once they are there. */
function callsFor(order: Order, look: Look): readonly Wanted[] {
  if (order.act === 'say') return []
  const missing = sourcesOf([order.args, order.each ?? '']).filter((source) => look(source) === 'missing')
  if (missing.length > 0) return missing
  const characters = order.each === undefined ? [''] : [...String(fill(order.each, look) ?? '')]
  return characters.flatMap((it, at) => {
    const args = fill(order.args, look, it)
    // The same figure twice is two calls.
    return args === undefined ? [] : [{ tool: order.tool, args, ...(order.each === undefined ? {} : { turn: at }) }]
  })
}

function lookIn(messages: readonly ModelMessage[]): Look {
  const results = new Map(messages.flatMap((message) => (message.role === 'tool' ? [[message.callId, parsed(message.content)] as const] : [])))
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []))
  return ({ tool, args }) => {
    if (tool === inThePrompt) return toldMemories(messages)
    const made = calls.filter(({ name, args: given }) => nameOf(name) === nameOf(tool) && keyOf({ tool, args: parsed(given) as Json }) === keyOf({ tool, args }))
    const good = made.map(({ id }) => results.get(id)).find((result) => isObject(result) && result['ok'] === true)
    if (isObject(good)) return { data: good['data'] as Json }
    return made.length > 0 ? 'failed' : 'missing'
  }
}

/** What the host told the model of the person's memories is got by no call that anybody could refuse. */
function toldMemories(messages: readonly ModelMessage[]): ReturnType<Look> {
  const told = messages.map(({ content }) => parsed(content)).find((read) => isObject(read) && read['pku_harness_data'] === 'memories')
  return isObject(told) ? { data: told['entries'] as Json } : 'failed'
}

const keyOf = ({ tool, args }: Wanted): string => `${nameOf(tool)} ${canonicalJson(args)}`

function callsSince(messages: readonly ModelMessage[], from: number): ReadonlySet<string> {
  return new Set(messages.slice(from + 1).flatMap((message) => (message.role === 'assistant' ? message.calls : [])).map(({ name, args }) => keyOf({ tool: name, args: (parsed(args) ?? args) as Json })))
}

function dedupe(wanted: readonly Wanted[]): readonly Wanted[] {
  return [...new Map(wanted.map((call) => ['turn' in call ? `${keyOf(call)} ${String(call.turn)}` : keyOf(call), call])).values()]
}

/** A tool that is not in the list is asked for by its id: the monitor would know it. */
const asCalls = (wanted: readonly Wanted[], { tools }: Reading): readonly ModelEvent[] => [
  ...wanted.map(({ tool, args }, at) => ({ kind: 'call', call: { id: `o${at}`, name: tools.some(({ name }) => name === nameOf(tool)) ? nameOf(tool) : tool, args: JSON.stringify(args) } }) as const),
  { kind: 'end', reason: 'calls' },
]

/** All that the results say, for an answer that leaves nothing out. */
const textsOf = ({ results }: Reading): string => results.flatMap(({ ok, data }) => (ok ? [JSON.stringify(data)] : [])).join('\n').slice(0, 20_000)

function parsed(text: string): unknown {
  try { return JSON.parse(text) } catch { return undefined }
}
