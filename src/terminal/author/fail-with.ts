import { explain, type HarnessError } from '../../rules/errors/index.ts'
import type { Cli } from '../cli/cli.ts'
import type { Line } from '../cli/line.ts'
import { Failed } from '../cli/print.ts'

/** Ends a command that found something: what it found is data on stdout, and its error decides the exit code. */
export function failWith(error: HarnessError, data: object, lines: readonly Line[], { io }: Cli): never {
  // What crossed a boundary as JSON is JSON: these are the command's own records.
  if (io.globals.json) throw new Failed({ ...explain(error, io.globals.lang) }, JSON.parse(JSON.stringify(data)))
  for (const line of lines) io.out(line)
  throw error
}
