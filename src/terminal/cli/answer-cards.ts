import type { Pushes } from '../../daemon/protocol/push.ts'
import { ruleWords } from '../../rules/words/cli.ts'
import type { Client } from '../client/connect.ts'
import type { Cli } from './cli.ts'
import type { Io } from './io.ts'
import { answered, showCard } from './show-card.ts'

/** Stops a card that someone else answered. */
class Elsewhere extends Error {}

/**
 * Makes this terminal one that answers: cards come one after another, and each answer goes to the daemon with the digest
 * of what was shown. Without a terminal it does nothing, so that whoever asks is refused at once. Returns how to stop.
 */
export async function answerCards(cli: Cli, onAnswered?: () => void): Promise<() => void> {
  const { io } = cli
  if (!io.interactive) return () => {}
  const client = await cli.client()
  const shown = new Map<string, AbortController>()
  let queue: Promise<void> = Promise.resolve()

  const show = ({ card, digest }: Pick<Pushes['approval'], 'card' | 'digest'>): void => {
    if (shown.has(card.id)) return
    const stop = new AbortController()
    shown.set(card.id, stop)
    queue = queue.then(async () => {
      // Answered elsewhere, or this terminal is leaving: what was never shown is not answered here.
      if (stop.signal.aborted || io.signal.aborted) return
      const { answer, note } = await showCard(card, io, stop.signal)
      const { won, why } = await client.request('approvals.answer', { id: card.id, digest, answer, ...(note === undefined ? {} : { note }) })
      io.talk(won ? io.say(ruleWords.answered, { tool: card.tool, answer: answered(answer, io) }) : io.say(ruleWords.tooLate, { why: why ?? '?' }))
      onAnswered?.()
    }).catch((error: unknown) => onFault(error, card.id, digest, client, io))
  }
  const stopListening = client.on('approval', (event) => {
    if (event.kind === 'asked') show(event)
    else shown.get(event.card.id)?.abort(new Elsewhere(event.by))
  })
  for (const waiting of (await client.request('approvals.watch', {}, io.signal)).pending) show(waiting)
  return stopListening
}

/**
 * A card whose screen failed or was left with Ctrl-C is denied. One answered elsewhere is left alone, and so is one whose
 * terminal's time ran out: it may be another client's, and nobody has said no.
 */
async function onFault(error: unknown, id: string, digest: string, client: Client, { signal }: Io): Promise<void> {
  if (error instanceof Elsewhere || signal.aborted) return
  await client.request('approvals.answer', { id, digest, answer: 'deny' }).catch(() => undefined)
  process.kill(process.pid, 'SIGINT')
}
