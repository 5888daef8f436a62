import { HarnessError } from '../../../rules/errors/index.ts'
import { ruleWords as w } from '../../../rules/words/cli.ts'
import { answerCards, answerOne } from '../answer-cards.ts'
import { drawCard } from '../card.ts'
import { cardWidth, writeCard } from '../card-screen.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import type { Done } from '../print.ts'
import { answered } from '../show-card.ts'
import { table } from '../table.ts'
import { withPin } from '../with-pin.ts'

export const approvals: Build = ({ command, cli, does }) => {
  const { io } = cli
  command.command('list').action(does(async () => {
    const data = await cli.ask('approvals.list', {})
    const rows = data.pending.map(({ card }) => [card.id, card.tool, card.effect, card.principal, new Date(card.expiresAt).toLocaleTimeString()])
    // A script sees its own only, and an empty list would read as if nothing waited.
    const note = data.others > 0 ? io.say(w.othersWait, { count: data.others }) : undefined
    if (note !== undefined) return { data, about: { note }, lines: [...table(rows), note] }
    return { data, lines: rows.length ? table(rows) : [io.say(w.nothingWaits)] }
  }))
  command.command('show <approval>').action(does(async (id: string) => {
    const data = await cli.ask('approvals.show', { id })
    if (!io.globals.json) writeCard(drawCard(data.card, { lang: io.globals.lang, width: cardWidth(io.stdout), now: Date.now() }), io.stdout)
    return { data, lines: [data.state] }
  }))
  command.command('approve <approval>').action(does((id: string) => approve(id, cli)))
  command.command('deny <approval>').option('--note <text>').action(does(async (id: string, { note }: { note?: string }) => {
    await needsAPerson(cli)
    const { digest, card } = await cli.ask('approvals.show', { id })
    return ended(await cli.ask('approvals.answer', { id, digest, answer: 'deny', ...(note === undefined ? {} : { note }) }), id, card.tool, 'deny', cli)
  }))
  command.command('watch').action(does(async () => {
    await needsAPerson(cli)
    io.talk(io.say(w.watching))
    await answerCards(cli)
    return new Promise<Done>((_, reject) => io.signal.addEventListener('abort', () => reject(io.signal.reason), { once: true }))
  }))
}

/** Without a terminal the daemon says what is missing: a card that such a connection may not see would read as one that is not there. */
async function needsAPerson(cli: Cli): Promise<void> {
  if (!cli.io.interactive) await cli.ask('approvals.watch', {})
}

/** Shows the card first: what is approved is what was seen. */
async function approve(id: string, cli: Cli): Promise<Done> {
  await needsAPerson(cli)
  const { card, digest, state } = await cli.ask('approvals.show', { id })
  if (state !== 'pending') throw new HarnessError('APPROVAL_GONE', { id, why: state })
  const { answer, note } = await answerOne(card, cli)
  const answering = () => cli.ask('approvals.answer', { id, digest, answer, ...(note === undefined ? {} : { note }) })
  return ended(await withPin(await cli.client(), cli.io, answering), id, card.tool, answer, cli)
}

function ended({ won, why }: { readonly won: boolean; readonly why?: string | undefined }, id: string, tool: string, answer: 'once' | 'session' | 'always' | 'deny', { io }: Cli): Done {
  if (!won) throw new HarnessError('APPROVAL_GONE', { id, why: why ?? '?' })
  return { data: { id, tool, answer }, lines: [io.say(w.answered, { tool, answer: answered(answer, io) })] }
}
