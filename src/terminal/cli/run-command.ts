import { HarnessError } from '../../rules/errors/index.ts'
import { exits } from '../../rules/errors/table.ts'
import { reachDaemon } from '../client/reach-daemon.ts'
import { type Cli, openCli } from './cli.ts'
import { type Globals, languageIn, readGlobals } from './globals.ts'
import { makeIo } from './io.ts'
import { openLife } from './life.ts'
import { type Done, printDone, printFailure } from './print.ts'

/**
 * The whole of a run: globals, one command, one document or the words, one exit code. Ctrl-C and `--timeout` cancel what
 * runs in the daemon, since this connection goes with them; a daemon that goes ends the run. Never rejects.
 */
export async function runCommand(argv: readonly string[], command: (rest: readonly string[], cli: Cli) => Promise<Done>): Promise<void> {
  // So it stays where nothing is left to wait for and no end was reached: that must not read as done.
  process.exitCode = exits.unexpected
  try {
    process.exitCode = await run(argv, command)
  } catch (error) {
    process.exitCode = printFailure(error, { json: argv.includes('--json'), lang: languageIn(argv, process.env), profile: 'default' }, process)
  }
}

async function run(argv: readonly string[], command: (rest: readonly string[], cli: Cli) => Promise<Done>): Promise<number> {
  const { globals, rest } = readGlobals(argv, process.env)
  const life = openLife(globals)
  let unheard: number | undefined
  process.stdout.on('error', (error) => {
    unheard ??= unwritten(error, globals)
    // What was started is cleared up first. Told of after the end, it still decides the exit code.
    life.end(error)
    process.exitCode = unheard
  })
  // Talk that nobody can hear stops nothing.
  process.stderr.on('error', () => {})
  const cli = openCli(makeIo(globals, life.signal), reachDaemon, life.end)
  const print = await Promise.race([command(rest, cli), life.ended]).then(
    (done) => () => printDone(done, globals, process),
    (error: unknown) => {
      const why: unknown = life.signal.aborted ? life.signal.reason : error
      return () => printFailure(why, globals, process)
    },
  )
  // A question that still waits at the terminal goes before the words of the end do.
  life.end(new HarnessError('INTERRUPTED'))
  cli.close()
  return unheard ?? print()
}

/** A reader that went away (`| head`) is no fault of the command's; anything else that could not be written is lost data. */
const unwritten = (error: Error, { lang, profile }: Globals): number => ('code' in error && error.code === 'EPIPE' ? 0 : printFailure(error, { json: false, lang, profile }, process))
