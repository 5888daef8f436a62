import { isatty } from 'node:tty'
import { HarnessError } from '../../../rules/errors/index.ts'
import { shortIds } from '../../../rules/short-id.ts'
import { ruleWords as w } from '../../../rules/words/cli.ts'
import { approvalStateWords, headWords as h } from '../../../rules/words/lists.ts'
import { problemWords } from '../../../rules/words/usage.ts'
import { reachDaemon } from '../../client/reach-daemon.ts'
import { type Heard, answerCards, answerOne, sent } from '../answer-cards.ts'
import { asker, drawCard } from '../card.ts'
import { cardWidth, writeCard } from '../card-screen.ts'
import { type Cli, openCli } from '../cli.ts'
import type { Build } from '../commands.ts'
import { jsonLine } from '../json-line.ts'
import type { Done } from '../print.ts'
import { readUntil } from '../read-until.ts'
import { answered, type Terms } from '../show-card.ts'
import { effectWord } from '../show-tool.ts'
import { table } from '../table.ts'
import { when } from '../when.ts'
import { withPin } from '../with-pin.ts'
import { wordIn } from '../word-in.ts'

export const approvals: Build = ({ command, cli, does }) => {
  const { io } = cli
  command.command('list').action(does(async () => {
    const data = await cli.ask('approvals.list', {})
    const short = shortIds(data.pending.map(({ card }) => card.id))
    const rows = data.pending.map(({ card }) => [short.get(card.id) ?? card.id, card.tool, effectWord(card.effect, io.globals.lang), asker(card.principal, io.globals.lang), when(card.expiresAt)])
    const lines = rows.length > 0 ? table([[h.id, h.tool, h.effect, h.who, h.until].map((word) => io.say(word)), ...rows]) : []
    // A script sees its own only, and an empty list would read as if nothing waited.
    const note = data.others > 0 ? io.say(w.othersWait, { count: data.others }) : undefined
    if (note !== undefined) return { data, about: { note }, lines: [...lines, note] }
    return { data, lines: rows.length ? lines : [io.say(w.nothingWaits)] }
  }))
  command.command('show <approval>').action(does(async (id: string) => {
    const data = await cli.ask('approvals.show', { id })
    if (!io.globals.json) writeCard(drawCard(data.card, { lang: io.globals.lang, width: cardWidth(io.stdout), now: Date.now() }), io.stdout)
    return { data, lines: [`${io.say(h.state)}: ${wordIn(approvalStateWords, data.state, io)}`] }
  }))
  command.command('approve <approval>').option('--expires <when>').option('--uses <n>').action(does((id: string, { expires, uses }: { expires?: string; uses?: string }) => approve(id, {
    ...(expires === undefined ? {} : { expires: readUntil(expires, '--expires', Date.now(), io) }), ...(uses === undefined ? {} : { uses: readUses(uses, io) }),
  }, cli)))
  command.command('deny <approval>').option('--note <text>').action(does(async (typed: string, { note }: { note?: string }) => {
    await needsAPerson(cli)
    const { digest, card, card: { id } } = await cli.ask('approvals.show', { id: typed })
    return ended(await cli.ask('approvals.answer', { id, digest, answer: 'deny', ...(note === undefined ? {} : { note }) }), id, card.tool, 'deny', cli)
  }))
  command.command('watch').action(does(() => watch(cli)))
}

/**
 * Stays, and answers cards as they come. With `--json` what happens is a line of it each on stdout, and a person at the
 * terminal answers there all the same.
 */
async function watch(cli: Cli): Promise<Done> {
  const { io } = cli
  const seated = io.globals.json && isatty(0) && isatty(2)
  const seat = seated ? openCli({ ...io, interactive: true }, reachDaemon) : cli
  await needsAPerson(seat)
  try {
    const tell = io.globals.json ? (event: Heard): void => { io.stdout.write(`${jsonLine(event)}\n`) } : undefined
    await answerCards(seat, tell, () => io.talk(io.say(w.watching)))
    const { lost } = await seat.client()
    const over = AbortSignal.any([io.signal, lost])
    return await new Promise<Done>((_, reject) => over.addEventListener('abort', () => reject(over.reason), { once: true }))
  } finally {
    if (seated) seat.close()
  }
}

/** Without a terminal the daemon says what is missing: a card that such a connection may not see would read as one that is not there. */
async function needsAPerson(cli: Cli): Promise<void> {
  if (!cli.io.interactive) await cli.ask('approvals.watch', {})
}

/** How often a grant may run. */
function readUses(text: string, io: Cli['io']): number {
  if (!/^[1-9]\d{0,3}$|^10000$/.test(text)) throw new HarnessError('USAGE', { problem: io.say(problemWords.range, { name: '--uses', from: 1, to: 10_000 }) })
  return Number(text)
}

/** Shows the card first: what is approved is what was seen. */
async function approve(typed: string, terms: Terms, cli: Cli): Promise<Done> {
  await needsAPerson(cli)
  const { card, card: { id }, digest, state } = await cli.ask('approvals.show', { id: typed })
  if (state !== 'pending') throw new HarnessError('APPROVAL_GONE', { id, why: wordIn(approvalStateWords, state, cli.io) })
  const { answer, ...more } = await answerOne(card, cli, terms)
  const lasts = answer === 'session' || answer === 'always'
  const answering = () => cli.ask('approvals.answer', { id, digest, answer, ...sent(more), ...(lasts ? terms : {}) })
  return ended(await withPin(await cli.client(), cli.io, answering), id, card.tool, answer, cli)
}

function ended({ won, why }: { readonly won: boolean; readonly why?: string | undefined }, id: string, tool: string, answer: 'once' | 'session' | 'always' | 'deny', { io }: Cli): Done {
  if (!won) throw new HarnessError('APPROVAL_GONE', { id, why: wordIn(approvalStateWords, why ?? '?', io) })
  return { data: { id, tool, answer }, lines: [io.say(w.answered, { tool, answer: answered(answer, io) })] }
}
