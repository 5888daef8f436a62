import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pushes } from '../../src/daemon/protocol/push.ts'
import { openLog } from '../../src/daemon/start/open-log.ts'
import { HarnessError } from '../../src/rules/errors/index.ts'
import { stateWords } from '../../src/rules/words/cli.ts'
import { auditRows } from '../../src/terminal/cli/audit-rows.ts'
import { settleMs } from '../../src/terminal/cli/card-keys.ts'
import { askOnScreen, writeCard } from '../../src/terminal/cli/card-screen.ts'
import { drawCard } from '../../src/terminal/cli/card.ts'
import type { Cli } from '../../src/terminal/cli/cli.ts'
import { oneTurn } from '../../src/terminal/cli/commands/ask.ts'
import { answerInDemo } from '../../src/terminal/cli/demo/answer.ts'
import { memoryLines } from '../../src/terminal/cli/memory-screen.ts'
import { plainLines } from '../../src/terminal/cli/plain-lines.ts'
import { type Done, Failed, printDone, printFailure } from '../../src/terminal/cli/print.ts'
import { prompt } from '../../src/terminal/cli/prompt.ts'
import { showConsents } from '../../src/terminal/cli/show-consents.ts'
import { choices } from '../../src/terminal/cli/show-card.ts'
import { grantRows } from '../../src/terminal/cli/show-grant.ts'
import { showResult } from '../../src/terminal/cli/show-result.ts'
import { toolLines } from '../../src/terminal/cli/show-tool.ts'
import { traceLines } from '../../src/terminal/cli/show-trace.ts'
import { table } from '../../src/terminal/cli/table.ts'
import type { Client } from '../../src/terminal/client/connect.ts'
import { now } from './card.fixture.ts'
import { hostileCard, turnEndOf, turnEvents } from './hostile/hostile-texts.ts'
import { seat } from './seat.ts'

/**
 * A place where outside text is printed: what came out for one text in every part of it that can hold one.
 * `whole`: what is visible stands there as it is; elsewhere it is escaped, wrapped or not shown at all.
 */
export interface Place { readonly name: string; readonly whole: boolean; print(text: string): string | Promise<string> }

const printed = (done: Omit<Done, 'data'> & { readonly data?: unknown }, ...words: string[]): string => {
  const { io, streams, text } = seat(words)
  printDone({ data: null, ...done }, io.globals, streams)
  return text()
}
const failure = (error: unknown, ...words: string[]): string => {
  const { io, streams, text } = seat(words)
  printFailure(error, io.globals, streams)
  return text()
}
const failed = (text: string): Failed => new Failed({ code: text, exit: 1, message: text, hint: text, rules: [text], id: text }, { [text]: text })
const look = seat().io
/** What a turn tells, its text in one delta or in one for each of its parts. */
async function turn(text: string, deltas: readonly string[], ...words: string[]): Promise<string> {
  const one = seat(words)
  const heard: ((push: Pushes['turn']) => void)[] = []
  const events = turnEvents(text, deltas)
  const ask = (method: string): Promise<unknown> => {
    if (method === 'ask') for (const event of events) for (const hear of heard) hear({ request: 1, event })
    return Promise.resolve(method === 'ask' ? turnEndOf(text) : { pending: [] })
  }
  const client = { on: (name: string, hear: (push: Pushes['turn']) => void) => { if (name === 'turn') heard.push(hear); return () => {} }, lost: new AbortController().signal, request: ask }
  const cli = { io: { ...one.io, interactive: false }, client: () => Promise.resolve(client), ask, close: () => {} }
  await oneTurn('x', {}, cli as never as Cli)
  return one.text()
}

async function log(text: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pkuh-log-'))
  try {
    const path = join(folder, 'daemon.log')
    const file = openLog(path, (line) => line)
    file.warn({ event: 'x', [text]: { deep: [text] }, error: new Error(text), service: text })
    file.info(text)
    return readFileSync(path, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A question that holds a server's text, and the text pasted as its answer; Backspace (DEL) is the person's own. */
async function question(text: string): Promise<string> {
  const one = seat()
  const asked = prompt(text, one.io, false)
  one.keys.emit('data', text.replace(/[\u0000-\u001f\u007f]/g, ''))
  one.keys.emit('data', '\r')
  await asked
  return one.text()
}

/** A card that waits for its word, the text typed at it, on a terminal: without the switches that the host sends there. */
async function onScreen(text: string): Promise<string> {
  const one = seat()
  const asked = askOnScreen({ lines: (width) => drawCard(hostileCard(text), { lang: 'zh', width, now }), choices: choices(hostileCard(text), one.io), asked: { ...hostileCard(text), typed: text } }, one.io, AbortSignal.timeout(10_000))
  await new Promise((resolve) => { setTimeout(resolve, settleMs + 10) })
  one.keys.emit('data', text.replace(/[\u0000-\u001f]/g, '') || 'x')
  one.keys.emit('data', '\u0003')
  await asked.catch(() => undefined)
  return one.text().replaceAll('\u001b[?2004h', '').replaceAll('\u001b[?2004l', '').replaceAll('\r\u001b[K', '')
}

/** The demo shows a card where nobody can answer it, and denies it. */
async function demoCard(text: string): Promise<string> {
  const one = seat()
  let hear: (push: Pushes['approval']) => void = () => {}
  const client = { on: (_: string, listener: typeof hear) => { hear = listener; return () => {} }, request: () => Promise.resolve({ pending: [] }) }
  await answerInDemo(client as never as Client, { ...one.io, interactive: false })
  hear({ kind: 'asked', card: hostileCard(text), digest: 'd', by: undefined })
  return one.text()
}

const consent = (text: string) => ({ plugin: 'p', destination: `website:${text} ${text}`, agreed: false, disclosure: [text] })

export const places: readonly Place[] = [
  { name: 'a line of a command', whole: true, print: (text) => printed({ lines: [text, ...table([[text, text]])] }) },
  { name: '--json', whole: false, print: (text) => printed({ lines: [], data: { [text]: [text] }, about: { [text]: text } }, '--json') },
  { name: 'an error', whole: true, print: (text) => failure(failed(text)) + failure(new HarnessError('PLUGIN_UNKNOWN', { plugin: text })) + failure(new Error(text)) },
  { name: 'an error with --json', whole: false, print: (text) => failure(failed(text), '--json') + failure(new Error(text), '--json') },
  { name: 'data and talk', whole: true, print: (text) => { const { io, text: all } = seat(); io.out(text); io.talk(text); return all() } },
  { name: 'a tool’s result', whole: true, print: (text) => printed({ lines: [...showResult({ [text]: text, list: [{ [text]: text }], deep: [{ a: { b: text } }] }, { id: text, inputSchema: {} }, { [text]: text }, look), ...showResult(text, { id: text, inputSchema: {} }, {}, look)] }) },
  { name: 'a trace', whole: true, print: (text) => printed({ lines: traceLines([{ to: text, method: text, host: text, path: text, bytes: 1, ms: 1, error: text }], look) }) },
  { name: 'a tool', whole: true, print: (text) => printed({ lines: toolLines({ id: text, plugin: text, trust: text, effect: text, state: text, description: { zh: text, en: text }, destinations: [text], inputSchema: { type: 'object', properties: { [text]: { type: 'string', enum: [text], title: text, default: text } } } } as never, look) }) },
  { name: 'the audit chain', whole: true, print: (text) => printed({ lines: auditRows([{ seq: 1, at: now, kind: text, callId: undefined, plugin: text, detail: { to: text, service: text, by: text, outcome: text }, hash: '' }], look) }) },
  { name: 'grants', whole: false, print: (text) => printed({ lines: grantRows([{ id: text, createdAt: 0, kind: 'stored', state: 'stands', uses: 0, grant: { tool: text, args: { exact: { [text]: text }, free: [text] }, usesLeft: null, expires: null } } as never], look) }) },
  { name: 'a card', whole: false, print: (text) => { const { streams, text: all } = seat(); writeCard(drawCard(hostileCard(text), { lang: 'zh', width: 79, now }), streams.stderr); return all() } },
  { name: 'a narrow card', whole: false, print: (text) => { const { streams, text: all } = seat(); writeCard(drawCard(hostileCard(text), { lang: 'en', width: 19, now }), streams.stderr); return all() } },
  { name: 'a memory', whole: false, print: (text) => { const { streams, text: all } = seat(); writeCard(memoryLines({ text, source: text }, 'zh', 79), streams.stdout); return all() } },
  { name: 'what IAAA says', whole: true, print: (text) => { const { io, text: all } = seat(); io.talk(io.say(stateWords.iaaaSays, { message: text })); return all() } },
  { name: 'a question and what is typed', whole: true, print: question },
  { name: 'consents', whole: true, print: async (text) => { const { io, text: all } = seat(); await showConsents('p.x', { io, ask: () => Promise.resolve({ consents: [consent(text)] }) } as never as Cli); return all() } },
  { name: 'an answer in one piece', whole: true, print: (text) => turn(text, [text]) },
  { name: 'an answer that streams by UTF-16 unit', whole: false, print: (text) => turn(text, text.split('')) },
  { name: 'an answer that streams by character', whole: false, print: (text) => turn(text, [...text]) },
  { name: 'the demo’s card without a terminal', whole: false, print: demoCard },
  { name: 'the quick status', whole: false, print: (text) => plainLines([[text, text]], {}) ?? '' },
  { name: 'the log', whole: false, print: log },
]

/** Too slow for thousands of texts: it waits as a person would. */
export const slowPlaces: readonly Place[] = [{ name: 'a card that waits', whole: false, print: onScreen }]
