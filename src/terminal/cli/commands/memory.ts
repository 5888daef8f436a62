import { Option } from 'commander'
import { HarnessError } from '../../../rules/errors/index.ts'
import { type Json, isObject } from '../../../rules/json.ts'
import { shortIds } from '../../../rules/short-id.ts'
import { ruleWords as w, stateWords } from '../../../rules/words/cli.ts'
import { memoryHead, memoryStateWords } from '../../../rules/words/memory.ts'
import { whose } from '../card.ts'
import { askOnScreen, cardWidth, writeCard } from '../card-screen.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import { type KeptMemory, memoryLines, memoryScreen } from '../memory-screen.ts'
import type { Done } from '../print.ts'
import { when } from '../when.ts'
import { table } from '../table.ts'
import { wordIn } from '../word-in.ts'
import { callTool } from './call.ts'

const text = (data: unknown, name: string): string => (isObject(data) ? String(data[name] ?? '') : '')

/** The memory plugin's tools under shorter names; they go through the monitor like any other call. */
export const memory: Build = ({ command, cli, does }) => {
  const { io } = cli
  command.command('list').addOption(new Option('--status <status>').choices(['all', 'saved', 'pending', 'approved'])).action(does((options: { status?: string }) => callTool('memory.list', { ...options }, cli, (data) => {
    const found = isObject(data) && Array.isArray(data['memories']) ? data['memories'] : []
    const short = shortIds(found.map((one) => text(one, 'id')))
    const rows = found.map((one) => {
      const [status, at] = [text(one, 'status'), Date.parse(text(one, 'date'))]
      return [short.get(text(one, 'id')) ?? '-', wordIn(memoryStateWords, status, io), text(one, 'source').split(', ').map((from) => (from.includes('.') ? from : whose(from, io.globals.lang))).join(', '), Number.isNaN(at) ? '-' : when(at), text(one, 'text')]
    })
    return found.length ? table([memoryHead.map((word) => io.say(word)), ...rows]) : [io.say(stateWords.none)]
  })))
  command.command('show <memory>').action(does(async (id: string) => {
    const done = await callTool('memory.show', { id }, cli, () => [])
    if (!io.globals.json) writeCard(memoryLines(keptIn(done.data), io.globals.lang, cardWidth(io.stdout)), io.stdout)
    return done
  }))
  command.command('save <text>').action(does((given: string) => callTool('memory.save', { text: given }, cli, (data) =>
    [io.say(text(data, 'status') === 'pending' ? w.pending : w.saved, { text: text(data, 'text'), id: text(data, 'id') })])))
  command.command('forget <memory>').action(does((id: string) => forget(id, cli)))
  command.command('approve <memory>').action(does((id: string) => approve(id, cli)))
}

/** A person sees the text that goes before they are asked; an id that is none is told before that. */
async function forget(typed: string, cli: Cli): Promise<Done> {
  const { io } = cli
  const seen = io.interactive ? (await callTool('memory.show', { id: typed }, cli, () => [])).data : undefined
  if (seen !== undefined) writeCard(memoryLines(keptIn(seen), io.globals.lang, cardWidth(io.stderr)), io.stderr)
  const id = seen === undefined ? typed : text(seen, 'id')
  return callTool('memory.forget', { id }, cli, () => [io.say(w.forgotten, { id })])
}

/** Shows the whole text first and hands in what was shown: a memory that is another by then is not approved. */
async function approve(typed: string, cli: Cli): Promise<Done> {
  const { io } = cli
  if (!io.interactive) throw new HarnessError('APPROVAL_TERMINAL_ONLY', { command: `pkuh memory approve ${typed}` })
  const { data } = await callTool('memory.show', { id: typed }, cli, () => [])
  const [id, kept] = [text(data, 'id'), keptIn(data)]
  const { answer } = await askOnScreen(memoryScreen(kept, io), io, io.signal)
  if (answer !== 'once') throw new HarnessError('APPROVAL_DENIED', { tool: 'memory.approve', note: '' })
  return callTool('memory.approve', { id, text: kept.text }, cli, () => [io.say(w.approved, { id })])
}

function keptIn(data: unknown): KeptMemory {
  const exact: Json = JSON.parse(text(data, 'quoted'))
  return { text: String(exact), source: text(data, 'source') }
}
