import { envelope } from '../rules/envelope.ts'
import type { ToolList } from './prompt/tool-list.ts'
import { shownArgs } from './shown-args.ts'
import type { StoredCall } from './stored-event.ts'
import type { TurnOptions } from './turn-options.ts'
import type { TurnState } from './turn-state.ts'

/**
 * Runs the calls of one step: side by side when all of them only read, otherwise one after the other in the model's order. Calls past the
 * budget still go to the monitor, which refuses and records them. Ends early, leaving calls without a result, when the signal fires.
 */
export async function runCalls(calls: readonly StoredCall[], list: ToolList, options: TurnOptions, state: TurnState): Promise<void> {
  const reads = calls.every(({ name }) => list.find(name)?.facts.effect === 'read')
  const together = reads ? calls.slice(0, state.left()) : []
  await Promise.all(together.map((call) => runCall(call, list, options, state)))
  for (const call of calls.slice(together.length)) await runCall(call, list, options, state)
}

async function runCall(call: StoredCall, list: ToolList, options: TurnOptions, state: TurnState): Promise<void> {
  const { invoke, principal, conversation, client, lang, signal, allow, sink, clock, scrubber } = options
  signal.throwIfAborted()
  state.begin()
  sink({ kind: 'call.started', callId: call.id, tool: call.tool, args: shownArgs(call.args, scrubber) })
  const started = clock.now()
  const outcome = await untilAborted(invoke({
    tool: call.tool, args: parsed(call.args), principal, account: conversation.account, turn: state.forMonitor, client, lang, signal, ...(allow ? { allow } : {}),
  }), signal)
  const isRead = list.find(call.name)?.facts.effect === 'read'
  conversation.append({
    kind: 'result', turn: options.turn, call: call.id, callId: outcome.callId, tool: outcome.tool, untrusted: outcome.untrusted, content: envelope(outcome),
  })
  state.settle(outcome, isRead ? clock.now() - started : 0)
  sink({ kind: 'call.ended', call: call.id, outcome })
}

/**
 * The arguments as the model wrote them. Broken JSON goes on as its raw text: the monitor's `validate` refuses a text where an object
 * belongs, records that, and the model reads what was wrong. Nothing is repaired or guessed.
 */
function parsed(args: string): unknown {
  try {
    return args.trim() === '' ? {} : JSON.parse(args)
  } catch {
    return args
  }
}

/** The monitor ends a cancelled call itself and records what became of it; the turn does not wait for that. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
