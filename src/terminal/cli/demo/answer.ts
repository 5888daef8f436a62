import type { Pushes } from '../../../daemon/protocol/push.ts'
import { demoWords as w } from '../../../rules/words/demo.ts'
import type { Client } from '../../client/connect.ts'
import { answerCards } from '../answer-cards.ts'
import { drawCard } from '../card.ts'
import { cardWidth, writeCard } from '../card-screen.ts'
import type { Io } from '../io.ts'
import { choices } from '../show-card.ts'

/**
 * Cards of the demo: on a terminal the person answers; in a pipe the card is shown all the same and denied, with the
 * reason. Nothing here can approve without a person.
 */
export async function answerInDemo(client: Client, io: Io): Promise<void> {
  if (io.interactive) return void await answerCards({ io, client: () => Promise.resolve(client) })
  client.on('approval', (event) => {
    if (event.kind !== 'asked') return
    deny(event, client, io).catch(() => { void client.request('approvals.answer', { id: event.card.id, digest: event.digest, answer: 'deny' }).catch(() => undefined) })
  })
  await client.request('approvals.watch', {}, io.signal)
}

const indent = '   '

async function deny({ card, digest }: Pushes['approval'], client: Client, io: Io): Promise<void> {
  if (!io.globals.json) {
    const lines = drawCard(card, { lang: io.globals.lang, width: cardWidth(io.stdout) - indent.length, now: Date.now() })
    writeCard(lines.map((line) => indent + line), io.stdout)
    for (const line of [choices(card, io), io.say(w.noTerminal)]) io.out(indent + line)
  }
  await client.request('approvals.answer', { id: card.id, digest, answer: 'deny', note: io.say(w.noTerminalNote) })
}
