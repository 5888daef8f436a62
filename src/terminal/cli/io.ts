import { type ReadStream, isatty } from 'node:tty'
import type { Words } from '../../sdk/index.ts'
import type { ErrorParams } from '../../rules/errors/index.ts'
import type { Globals } from './globals.ts'
import type { Line } from './line.ts'
import { screenLine } from './screen-line.ts'
import { speaker } from './speaker.ts'

/** Where a command reads and writes. stdout is data, stderr is talk. */
export interface Io {
  readonly globals: Globals
  readonly env: NodeJS.ProcessEnv
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
  /** A person sits there: both ends of the talk are a terminal, and nobody asked for a document. */
  readonly interactive: boolean
  readonly color: boolean
  /** Cancelled by Ctrl-C and `--timeout`; its reason is the error to end with. */
  readonly signal: AbortSignal
  /** A phrase in the person's language; a command in it is to be typed as it stands. */
  say(words: Words, params?: ErrorParams): string
  /** A line of data. What came from outside is cleaned here, whoever wrote it, and stays one line. */
  out(line: Line): void
  /** A line of talk; nothing with `--quiet`. */
  talk(text: string): void
  /** A line that the person answers to or agrees to: on stderr whatever `--quiet` says. */
  tell(line: Line): void
}

/** Standard streams are opened when they are first used: each costs a command its milliseconds. */
export function makeIo(globals: Globals, signal: AbortSignal, streams: Streams = process): Io {
  const { env } = streams
  const tell = (line: Line): void => { streams.stderr.write(screenLine(line, streams.stderr)) }
  return {
    globals, env, signal,
    get stdin() { return streams.stdin },
    get stdout() { return streams.stdout },
    get stderr() { return streams.stderr },
    interactive: isatty(0) && isatty(2) && !globals.json,
    get color() { return wantsColor(globals, streams.stdout, env) },
    say: speaker(globals),
    out: (line) => { streams.stdout.write(screenLine(line, streams.stdout)) },
    talk: (text) => { if (!globals.quiet) tell(text) },
    tell,
  }
}
type Streams = Pick<typeof process, 'stdin' | 'stdout' | 'stderr' | 'env'>

/** `--no-color` and NO_COLOR win, CLICOLOR_FORCE comes next, then the terminal decides. */
function wantsColor(globals: Globals, stdout: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  if (globals.color === false || env['NO_COLOR']) return false
  if (env['CLICOLOR_FORCE'] && env['CLICOLOR_FORCE'] !== '0') return true
  return stdout.isTTY === true && env['TERM'] !== 'dumb'
}

/** Whether keys can be read one by one there. */
export const isTerminal = (stdin: NodeJS.ReadStream): stdin is ReadStream & { fd: 0 } => stdin.isTTY
