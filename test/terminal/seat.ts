import { EventEmitter } from 'node:events'
import { readGlobals } from '../../src/terminal/cli/globals.ts'
import { type Io, makeIo } from '../../src/terminal/cli/io.ts'

export interface SeatGiven {
  readonly env?: NodeJS.ProcessEnv
  readonly interactive?: boolean
  /** A terminal of 80 columns, where the host's own switches are written too. */
  readonly terminal?: boolean
  readonly signal?: AbortSignal
}

/** Streams that are kept, with keys that are typed: a person who speaks Chinese, unless the words say otherwise. */
export function seat(words: readonly string[] = [], { env = {}, interactive = true, terminal = false, signal = AbortSignal.timeout(10_000) }: SeatGiven = {}) {
  const written: string[] = []
  const write = (text: string): boolean => { written.push(text); return true }
  const keys = Object.assign(new EventEmitter(), { isTTY: true, setRawMode: () => {}, setEncoding: () => {}, resume: () => {}, pause: () => {} })
  const stream = { value: Object.assign(Object.create(process.stdout), { write, isTTY: terminal, columns: 80, rows: 60, on: () => {}, off: () => {} }) }
  const { globals, rest } = readGlobals(['--lang', 'zh', ...words], {})
  const io: Io = { ...makeIo(globals, signal, Object.create(process, { stdin: { value: keys }, stdout: stream, stderr: stream, env: { value: env } })), color: false, interactive: interactive && !globals.json }
  return { io, rest, keys, streams: { stdout: stream.value, stderr: stream.value }, text: () => written.join('') }
}
