import type { Pushes } from '../../daemon/protocol/push.ts'
import type { ShownCard } from '../../daemon/protocol/shapes.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { cardWords } from '../../rules/words/card.ts'
import { ruleWords } from '../../rules/words/cli.ts'
import { approvalStateWords } from '../../rules/words/lists.ts'
import type { Client } from '../client/connect.ts'
import { ReportedError } from '../client/reported-error.ts'
import type { CardAnswer } from './card-keys.ts'
import type { Cli } from './cli.ts'
import type { Io } from './io.ts'
import { answered, showCard, type Terms } from './show-card.ts'
import { withPin } from './with-pin.ts'
import { wordIn } from './word-in.ts'

type Ended = Exclude<Pushes['approval']['kind'], 'asked'>
/** What happened to a card; `waiting`: it did so before this terminal looked. */
export type Heard = Pushes['approval'] | ({ readonly kind: 'waiting' } & Pick<Pushes['approval'], 'card' | 'digest'>)

/** Takes a card off the screen that ended by itself: answered elsewhere, expired or cancelled. */
class Elsewhere extends Error {
  constructor(readonly kind: Ended, readonly answer: Pushes['approval']['answer']) { super(kind) }
}

/**
 * Makes this terminal one that answers: cards come one after another, and each answer goes to the daemon with the digest
 * of what was shown. One that ends otherwise leaves the screen at once, with a line that says how. Without a terminal it
 * does nothing, so that whoever asks is refused at once. Returns how to stop.
 * @param hear told of each card that waits, is asked and ends, as it happens
 * @param seated called once cards come here, before the first is shown: from then on whoever asks is not refused for want of a person
 */
export async function answerCards(cli: Pick<Cli, 'io' | 'client'>, hear: (event: Heard) => void = () => {}, seated: () => void = () => {}): Promise<() => void> {
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
      const { answer, ...more } = await showCard(card, io, AbortSignal.any([stop.signal, client.lost]))
      const { won, why } = await withPin(client, io, () => client.request('approvals.answer', { id: card.id, digest, answer, ...sent(more) }))
      io.talk(won ? io.say(ruleWords.answered, { tool: card.tool, answer: answered(answer, io) }) : io.say(ruleWords.tooLate, { why: wordIn(approvalStateWords, why ?? '?', io) }))
    }).catch((error: unknown) => onFault(error, card.id, digest, client, io))
  }
  const stopListening = client.on('approval', (event) => {
    hear(event)
    if (event.kind === 'asked') show(event)
    else shown.get(event.card.id)?.abort(new Elsewhere(event.kind, event.answer))
  })
  const watching = client.request('approvals.watch', {}, io.signal)
  queue = watching.then(seated, () => undefined)
  for (const waiting of (await watching).pending) {
    hear({ kind: 'waiting', ...waiting })
    show(waiting)
  }
  return stopListening
}

/** What goes with an answer, as it is sent. */
export const sent = ({ free, ...more }: Omit<CardAnswer, 'answer'>) => ({ ...more, ...(free ? { free: [...free] } : {}) })

/**
 * Shows one card of the daemon's list for its answer. Rejects with `APPROVAL_GONE` as soon as it ends otherwise, and as
 * `showCard` does.
 */
export async function answerOne(card: ShownCard, { io, client: connect }: Pick<Cli, 'io' | 'client'>, terms: Terms = {}): Promise<CardAnswer> {
  const client = await connect()
  const stop = new AbortController()
  const gone = (how: Ended): void => stop.abort(new HarnessError('APPROVAL_GONE', { id: card.id, why: io.say(cardWords[how]) }))
  const stopListening = client.on('approval', (event) => { if (event.card.id === card.id && event.kind !== 'asked') gone(event.kind) })
  try {
    const { pending } = await client.request('approvals.watch', { only: card.id }, io.signal)
    if (pending.length === 0) gone('answered')
    return await showCard(card, io, AbortSignal.any([stop.signal, client.lost]), terms)
  } finally {
    stopListening()
  }
}

/** How a card ended that was not answered here. */
function endedWords({ kind, answer }: Elsewhere, io: Io): string {
  if (kind === 'answered' && answer) return io.say(cardWords.answeredSo, { answer: answered(answer, io) })
  return io.say(cardWords[kind])
}

/**
 * A card whose screen failed or was left with Ctrl-C is denied, and so is one whose PIN was not given: that is said. One answered elsewhere is left alone, and so is one whose
 * terminal's time ran out or whose daemon went away: it may be another client's, and nobody has said no.
 */
async function onFault(error: unknown, id: string, digest: string, client: Client, io: Io): Promise<void> {
  if (error instanceof Elsewhere) return io.talk(endedWords(error, io))
  if (io.signal.aborted || client.lost.aborted) return
  const told = error instanceof ReportedError
  if (told) io.talk(error.fault.message)
  await client.request('approvals.answer', { id, digest, answer: 'deny' }).catch(() => undefined)
  if (!told) process.kill(process.pid, 'SIGINT')
}
