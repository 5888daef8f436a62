import { HarnessError } from '../../rules/errors/index.ts'
import { exits } from '../../rules/errors/table.ts'
import { reachDaemon } from '../client/reach-daemon.ts'
import { type Cli, openCli } from './cli.ts'
import { type Globals, languageIn, readGlobals } from './globals.ts'
import { makeIo } from './io.ts'
import { type Done, printDone, printFailure } from './print.ts'

/**
 * The whole of a run: globals, one command, one document or the words, one exit code. Ctrl-C and `--timeout` cancel what
 * runs in the daemon, since this connection goes with them. Never rejects.
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
  const stop = cancelling(globals)
  process.stdout.on('error', (error) => process.exit(unwritten(error, globals)))
  // Talk that nobody can hear stops nothing.
  process.stderr.on('error', () => {})
  const cli = openCli(makeIo(globals, stop.signal), reachDaemon)
  try {
    return printDone(await Promise.race([command(rest, cli), stop.cancelled]), globals, process)
  } catch (error) {
    return printFailure(stop.signal.aborted ? stop.signal.reason : error, globals, process)
  } finally {
    stop.end()
    cli.close()
  }
}

/** A reader that went away (`| head`) is no fault of the command's; anything else that could not be written is lost data. */
const unwritten = (error: Error, { lang, profile }: Globals): number => ('code' in error && error.code === 'EPIPE' ? 0 : printFailure(error, { json: false, lang, profile }, process))

/** Ctrl-C, an end from outside and the time limit, each as the error it ends with; a second Ctrl-C ends at once. */
function cancelling({ timeout }: Globals): { readonly signal: AbortSignal; readonly cancelled: Promise<never>; end(): void } {
  const controller = new AbortController()
  const timer = timeout === undefined ? undefined : setTimeout(() => controller.abort(new HarnessError('TIMED_OUT', { seconds: timeout })), timeout * 1000)
  process.once('SIGINT', () => { controller.abort(new HarnessError('INTERRUPTED')); process.once('SIGINT', () => process.exit(130)) })
  process.once('SIGTERM', () => controller.abort(new HarnessError('INTERRUPTED')))
  const cancelled = new Promise<never>((_, reject) => controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true }))
  return { signal: controller.signal, cancelled, end: () => clearTimeout(timer) }
}
