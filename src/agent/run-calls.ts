import { setMaxListeners } from 'node:events'
import type { Clock } from '../host/clock/clock.ts'
import type { CallOutcome } from '../monitor/call-request.ts'
import { envelope } from '../rules/envelope.ts'
import type { ToolList } from './prompt/tool-list.ts'
import { shownArgs } from './shown-args.ts'
import type { StoredCall } from './stored-event.ts'
import type { TurnOptions } from './turn-options.ts'
import type { TurnState } from './turn-state.ts'

/**
 * Runs the calls of one step: side by side when all of them only read, otherwise one after the other in the model's order. Calls past the
 * budget still go to the monitor, which refuses and records them. Ends early, leaving calls without a result, when the signal fires;
 * of a change under way it first waits a moment for what became of it.
 */
export async function runCalls(calls: readonly StoredCall[], list: ToolList, options: TurnOptions, state: TurnState): Promise<void> {
  const reads = calls.every(({ name }) => list.find(name)?.facts.effect === 'read')
  const together = reads ? calls.slice(0, state.left()) : []
  // Each of them hears the turn's signal at several places, and Node takes more than ten for a leak.
  setMaxListeners(0, options.signal)
  await Promise.all(together.map((call) => runCall(call, list, options, state)))
  for (const call of calls.slice(together.length)) await runCall(call, list, options, state)
}

async function runCall(call: StoredCall, list: ToolList, options: TurnOptions, state: TurnState): Promise<void> {
  const { invoke, principal, conversation, client, lang, signal, allow, sink, clock, scrubber } = options
  signal.throwIfAborted()
  state.begin()
  sink({ kind: 'call.started', callId: call.id, tool: call.tool, args: shownArgs(call.args, scrubber) })
  const isRead = list.find(call.name)?.facts.effect === 'read'
  const made = invoke({
    tool: call.tool, args: parsed(call.args), principal, account: conversation.account, turn: state.forMonitor, client, lang, signal, ...(allow ? { allow } : {}),
  })
  const outcome = await heard(made, isRead ? 0 : graceMs, signal, clock)
  if (!outcome) {
    if (!isRead) state.leaveOpen(call.tool)
    throw signal.reason
  }
  conversation.append({
    kind: 'result', turn: options.turn, call: call.id, callId: outcome.callId, tool: outcome.tool, untrusted: outcome.untrusted, private: outcome.labels.private.length > 0, content: envelope(outcome),
  })
  state.settle(outcome, isRead)
  sink({ kind: 'call.ended', call: call.id, outcome })
  signal.throwIfAborted()
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

/** How long the monitor may take to say how it ended a change that was cancelled, in milliseconds. */
const graceMs = 1_000

/** What became of the call, or undefined where the turn was ended and nothing was heard within `ms` from then. The monitor ends a cancelled call itself, and records it. */
async function heard(made: Promise<CallOutcome>, ms: number, signal: AbortSignal, clock: Clock): Promise<CallOutcome | undefined> {
  const over = new AbortController()
  const givesUp = new Promise<undefined>((resolve) => {
    const wait = () => { if (ms === 0) resolve(undefined); else clock.sleep(ms, over.signal).then(() => resolve(undefined), () => undefined) }
    signal.addEventListener('abort', wait, { once: true, signal: over.signal })
  })
  made.catch(() => undefined)
  try {
    return await Promise.race([made, givesUp])
  } finally {
    over.abort()
  }
}
