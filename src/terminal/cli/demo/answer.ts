import type { Pushes } from '../../../daemon/protocol/push.ts'
import { ruleWords } from '../../../rules/words/cli.ts'
import { demoWords as w } from '../../../rules/words/demo.ts'
import type { Client } from '../../client/connect.ts'
import { drawCard } from '../card.ts'
import { cardWidth, writeCard } from '../card-screen.ts'
import type { Io } from '../io.ts'
import { answered, choices, showCard } from '../show-card.ts'

/**
 * Cards of the demo: on a terminal the person answers; in a pipe the card is shown all the same and denied, with the
 * reason. Nothing here can approve without a person.
 */
export async function answerInDemo(client: Client, io: Io): Promise<void> {
  client.on('approval', (event) => {
    if (event.kind !== 'asked') return
    answer(event, client, io).catch(() => { void client.request('approvals.answer', { id: event.card.id, digest: event.digest, answer: 'deny' }).catch(() => undefined) })
  })
  await client.request('approvals.watch', {}, io.signal)
}

const indent = '   '

async function answer({ card, digest }: Pushes['approval'], client: Client, io: Io): Promise<void> {
  if (io.interactive) {
    const { answer: given, note } = await showCard(card, io, io.signal)
    await client.request('approvals.answer', { id: card.id, digest, answer: given, ...(note === undefined ? {} : { note }) })
    io.talk(io.say(ruleWords.answered, { tool: card.tool, answer: answered(given, io) }))
    return
  }
  if (!io.globals.json) {
    const lines = drawCard(card, { lang: io.globals.lang, width: cardWidth(io.stdout) - indent.length, now: Date.now() })
    writeCard(lines.map((line) => indent + line), io.stdout)
    for (const line of [choices(card, io), io.say(w.noTerminal)]) io.out(indent + line)
  }
  await client.request('approvals.answer', { id: card.id, digest, answer: 'deny', note: io.say(w.noTerminalNote) })
}
