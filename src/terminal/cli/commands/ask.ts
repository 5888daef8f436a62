import type { ResultOf } from '../../../daemon/protocol/methods.ts'
import type { Fault } from '../../../daemon/protocol/message.ts'
import type { Pushes } from '../../../daemon/protocol/push.ts'
import { HarnessError, explain } from '../../../rules/errors/index.ts'
import { exits } from '../../../rules/errors/table.ts'
import { cleanCharacters } from '../../../rules/hygiene/characters.ts'
import { isObject } from '../../../rules/json.ts'
import { callWords as w } from '../../../rules/words/cli.ts'
import { problemWords } from '../../../rules/words/usage.ts'
import { answerCards } from '../answer-cards.ts'
import { readStdin } from '../arguments.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import type { Io } from '../io.ts'
import { jsonLine } from '../json-line.ts'
import { plainDrawing } from '../plain-drawing.ts'
import { type Done, Failed, isRefusal } from '../print.ts'
import { reviewProposed } from '../review-proposed.ts'
import { allowFileOf } from './call.ts'

type TurnEvent = Pushes['turn']['event']
interface Options { readonly conversation?: string; readonly jsonl?: true }

/** One turn. Its text streams to stdout, what it does to stderr; `-` reads the question from standard input. */
export const ask: Build = ({ command, cli, does }) => {
  command.argument('<text...>').option('--conversation <conversation>').option('--jsonl').action(does((words: string[], options: Options) => {
    const text = words.length === 1 && words[0] === '-' ? readStdin() : words.join(' ')
    if (options.jsonl && cli.io.globals.json) throw new HarnessError('USAGE', { problem: cli.io.say(problemWords.twoForms) })
    if (text.trim() === '') throw new HarnessError('USAGE', { problem: cli.io.say(problemWords.nothingAsked) })
    return oneTurn(text, options, cli)
  }))
}

export async function oneTurn(text: string, { conversation, jsonl }: Options, cli: Cli): Promise<Done> {
  const { io } = cli
  const client = await cli.client()
  const stop = await answerCards(cli)
  const hear = jsonl ? (event: TurnEvent) => { io.stdout.write(`${jsonLine(event)}\n`) } : io.globals.json ? () => {} : teller(io)
  const proposed: string[] = []
  client.on('turn', ({ event }) => {
    hear(event)
    const link = proposedBy(event)
    if (link !== undefined) proposed.push(link)
  })
  const end = await cli.ask('ask', { text, allowFile: allowFileOf(cli), ...(conversation === undefined ? {} : { conversation }) }).finally(stop)
  const fault = faultOf(end, io.globals.lang)
  if (!io.globals.json && !jsonl) tellConversation(end, io)
  if (!jsonl) await reviewProposed(proposed, cli)
  if (fault) {
    if (!io.globals.json && !jsonl) tellRefused(end, fault, io)
    throw new Failed(fault, JSON.parse(JSON.stringify(end)))
  }
  return { data: end, lines: [] }
}

/** The link that the assistant's tool noted for a review. */
function proposedBy(event: TurnEvent): string | undefined {
  if (event.kind !== 'call.ended' || !event.outcome.ok || event.outcome.tool !== 'plugins.install') return undefined
  const { data } = event.outcome
  return isObject(data) && typeof data['link'] === 'string' ? data['link'] : undefined
}

/** How to go on with it, dim below the answer: on a terminal only, since a script reads the id in its document. */
function tellConversation({ conversation }: ResultOf<'ask'>, { stderr, color, globals, say }: Io): void {
  if (!stderr.isTTY || globals.quiet) return
  const line = cleanCharacters(say(w.conversation, { id: conversation }))
  stderr.write(color ? `\u001b[2m${line}\u001b[22m\n` : `${line}\n`)
}

/** What the model writes, at the left edge and over many lines: it can neither command the terminal nor draw a card of ours. */
const answerText = (text: string): string => plainDrawing(cleanCharacters(text))

/** Streams to a person: text as it comes, each call as a line of talk. */
function teller(io: Io): (event: TurnEvent) => void {
  let held = ''
  let open = false
  const flush = (): void => {
    if (held !== '') io.stdout.write(answerText(held))
    held = ''
  }
  const endLine = (): void => { flush(); if (open) io.stdout.write('\n'); open = false }
  return (event) => {
    switch (event.kind) {
      case 'text.delta': {
        held += event.text
        open = true
        // Cut where no sequence can be split: after a space, a line end or a Han character.
        const cut = held.search(/[\s\p{Script=Han}，。！？；：、][^\s\p{Script=Han}，。！？；：、]*$/u)
        if (cut >= 0) {
          const end = cut + 1
          io.stdout.write(answerText(held.slice(0, end)))
          held = held.slice(end)
        }
        return
      }
      case 'call.started': endLine(); io.talk(io.say(w.calling, { tool: event.tool, args: event.args === '{}' ? '' : event.args }).trimEnd()); return
      case 'call.ended': {
        const { outcome } = event
        // A refusal is told whole once, as the command's own end.
        const message = outcome.ok || isRefusal(outcome.error.exit) ? '' : outcome.error.message
        io.talk(outcome.ok ? outcome.grant === undefined ? io.say(w.called, { tool: outcome.tool }) : io.say(w.calledByGrant, { tool: outcome.tool, grant: outcome.grant }) : message === '' ? io.say(w.refusedCall, { tool: outcome.tool }) : io.say(w.notCalled, { tool: outcome.tool, message }))
        return
      }
      case 'turn.ended': {
        // What the host itself adds was never streamed; a failure is told once, as the error it is.
        const failed = event.end.reason === 'provider-failed' || event.end.reason === 'cancelled' || event.end.reason === 'locked'
        if (!open && held === '' && !failed) { held = event.end.text; open = held !== '' }
        endLine()
        return
      }
      case 'turn.started': case 'reasoning.delta': case 'usage': return
      default: event satisfies never
    }
  }
}

/** The tools that were refused, and of each what the end of the command does not say. */
function tellRefused({ refused }: ResultOf<'ask'>, told: Fault, io: Io): void {
  if (refused.length === 0) return
  io.talk(io.say(w.refused, { tools: [...new Set(refused.map(({ tool }) => tool))].join(', ') }))
  for (const [message, rules] of new Map(refused.map((one) => [one.message, one.rules.join(' ')]))) {
    if (message !== told.message) io.talk(`  ${io.say(w.refusedLine, { message, rules: rules || '-' })}`)
  }
}

/** How a turn's end reads as a failure; undefined when all was done. What nobody could approve comes before what was denied. */
function faultOf({ reason, refused, failure }: ResultOf<'ask'>, lang: 'zh' | 'en'): Fault | undefined {
  const first = refused.find(({ exit }) => exit === exits.approvalNeeded) ?? refused[0]
  switch (reason) {
    case 'done': case 'refused': case 'budget':
      return first && { code: first.code, exit: first.exit, message: first.message, hint: first.hint, rules: first.rules, id: first.callId }
    case 'cancelled': return explain(new HarnessError('INTERRUPTED'), lang)
    case 'locked': return explain(new HarnessError('CALL_LOCKED'), lang)
    case 'provider-failed': return failure ?? explain(new HarnessError('MODEL_FAILED', { reason }), lang)
    default: return reason satisfies never
  }
}
