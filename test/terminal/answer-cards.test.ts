import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Pushes } from '../../src/daemon/protocol/push.ts'
import { HarnessError } from '../../src/rules/errors/index.ts'
import { say } from '../../src/rules/words/say.ts'
import { answerCards } from '../../src/terminal/cli/answer-cards.ts'
import { readGlobals } from '../../src/terminal/cli/globals.ts'
import type { Io } from '../../src/terminal/cli/io.ts'
import { textOf } from '../../src/terminal/cli/line.ts'
import type { Client } from '../../src/terminal/client/connect.ts'
import { card } from './card.fixture.ts'

type Event = Pushes['approval']

/** A terminal and a connection in this process: what the screen shows, how the keys are read, and what the daemon was asked. */
async function seat() {
  const [modes, screen, asked]: [boolean[], string[], string[]] = [[], [], []]
  const [life, lost] = [new AbortController(), new AbortController()]
  const keys = new EventEmitter()
  const stdin: NodeJS.ReadStream = Object.assign(Object.create(process.stdin), {
    isTTY: true, setRawMode: (on: boolean) => modes.push(on), setEncoding: () => undefined, resume: () => undefined, pause: () => undefined,
    on: (name: string, listener: () => void) => { keys.on(name, listener); return stdin },
    off: (name: string, listener: () => void) => { keys.off(name, listener); return stdin },
    listeners: (name: string) => keys.listeners(name),
  })
  const stderr: NodeJS.WriteStream = Object.assign(Object.create(process.stderr), { isTTY: true, columns: 80, write: (text: string) => screen.push(text), on: () => stderr, off: () => stderr })
  const io: Io = {
    globals: readGlobals([], { LANG: 'en' }).globals, env: {}, stdin, stdout: process.stdout, stderr, interactive: true, color: false, signal: life.signal,
    say: (words, params) => say(words, 'en', params), out: () => undefined, talk: (text) => { screen.push(`${text}\n`) }, tell: (line) => { screen.push(`${textOf(line)}\n`) },
  }
  let hear: (event: Event) => void = () => undefined
  const client: Client = {
    welcome: { protocol: 1, version: '', client: 'here', capability: 'admin', pid: 1 }, lost: lost.signal, close: () => undefined,
    request: ((method: string) => { asked.push(method); return Promise.resolve({ pending: [] }) }) as Client['request'],
    on: (_, listener) => { hear = listener as typeof hear; return () => undefined },
  }
  await answerCards({ io, client: () => Promise.resolve(client) })
  const tell = async (kind: Event['kind']) => { hear({ kind, card, digest: 'd', by: 'elsewhere' }); await sleep(20) }
  await tell('asked')
  expect([modes, asked]).toEqual([[true], ['approvals.watch']])
  return { modes, screen, asked, life, lost, keys, tell }
}

describe('a card on the screen', () => {
  it.each([
    ['expired', 'This card expired'], ['cancelled', 'This request was cancelled'], ['answered', 'answered elsewhere'],
  ] as const)('that is %s leaves it: a line says so, the terminal is as it was, and nothing is answered', async (kind, words) => {
    const { modes, screen, asked, tell } = await seat()
    await tell(kind)
    expect([modes, asked]).toEqual([[true, false], ['approvals.watch']])
    expect(screen.join('').trimEnd().split('\n').at(-1)).toContain(words)
  })

  it.each(['lost', 'life'] as const)('leaves it when its connection or its command ends (%s), and nothing is answered', async (which) => {
    const parts = await seat()
    parts[which].abort(new HarnessError('DAEMON_STOPPING'))
    await sleep(20)
    expect([parts.modes, parts.asked]).toEqual([[true, false], ['approvals.watch']])
  })

  it('whose terminal goes away is denied, as by Ctrl-C, and later errors of that terminal end nothing', async () => {
    const { modes, asked, keys } = await seat()
    const interrupted = new Promise((done) => process.once('SIGINT', done))
    keys.emit('error', new Error('EIO'))
    await interrupted
    expect([modes, asked]).toEqual([[true, false], ['approvals.watch', 'approvals.answer']])
    keys.emit('error', new Error('EIO'))
  })
})
