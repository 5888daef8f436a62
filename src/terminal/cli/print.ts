import { type ErrorReport, HarnessError, explain } from '../../rules/errors/index.ts'
import { exits } from '../../rules/errors/table.ts'
import type { Json } from '../../rules/json.ts'
import type { Fault } from '../../daemon/protocol/message.ts'
import { ReportedError } from '../client/reported-error.ts'
import type { Globals } from './globals.ts'
import { jsonLine } from './json-line.ts'
import type { Line } from './line.ts'
import { screenLine } from './screen-line.ts'
import { refusalWords } from '../../rules/words/cli.ts'
import { reportInProfile } from '../../rules/words/in-profile.ts'
import { say } from '../../rules/words/say.ts'

/** What a command ends with: data for `--json`, lines for a person. */
export interface Done {
  readonly data: unknown
  /** Each is one line on the screen: a line end inside is shown as a mark. */
  readonly lines: readonly Line[]
  /** More fields of the document, beside `data`. */
  readonly about?: { readonly [name: string]: Json }
}

/** A command that ended in a failure which still has something to show: a turn whose call was refused. */
export class Failed extends Error {
  override readonly name = 'Failed'
  constructor(readonly fault: Fault, readonly data?: Json) {
    super(fault.message)
  }
}

type Streams = Pick<typeof process, 'stdout' | 'stderr'>

/** Exit code 0, and the one document or the lines. */
export function printDone(done: Done, globals: Globals, { stdout }: Pick<Streams, 'stdout'>): number {
  if (globals.json) stdout.write(`${jsonLine({ ok: true, data: done.data, ...done.about })}\n`)
  else if (done.lines.length > 0) stdout.write(done.lines.map((line) => screenLine(line, stdout)).join(''))
  return 0
}

/** The exit code, and the one document on stdout or the words on stderr. */
export function printFailure(error: unknown, globals: Pick<Globals, 'json' | 'lang' | 'profile'>, streams: Streams): number {
  const fault = reportInProfile(faultOf(error, globals.lang), globals.profile)
  const data = error instanceof Failed ? error.data : undefined
  if (globals.json) {
    streams.stdout.write(`${jsonLine({ ok: false, error: fault, ...(data === undefined ? {} : { data }) })}\n`)
    return fault.exit
  }
  // Of a call that was let through, the rules say nothing of why it failed.
  const rules = isRefusal(fault.exit) && fault.rules?.length ? `  [${fault.rules.join(' ')}]` : ''
  streams.stderr.write(screenLine(`${say(refusalWords.error, globals.lang)}${fault.message}${rules}`, streams.stderr))
  if (fault.hint) streams.stderr.write(screenLine(`${say(refusalWords.hint, globals.lang)}${fault.hint}`, streams.stderr))
  return fault.exit
}

/** Whether a failure is that nobody approved, or that a person or a rule said no. */
export const isRefusal = (exit: number): boolean => exit >= exits.approvalNeeded && exit <= exits.unreviewed

function faultOf(error: unknown, lang: 'zh' | 'en'): Fault {
  if (error instanceof Failed || error instanceof ReportedError) return error.fault
  return explain(error instanceof HarnessError ? error : new HarnessError('UNEXPECTED', { problem: error instanceof Error ? error.message : String(error) }, { cause: error }), lang)
}

/** The failure of a tool call, as the CLI ends with it. */
export const callFailed = (error: ErrorReport & { readonly rules: readonly string[] }, callId: string): Failed =>
  new Failed({ code: error.code, exit: error.exit, message: error.message, hint: error.hint, rules: error.rules, id: callId })
