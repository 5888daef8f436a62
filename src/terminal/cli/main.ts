import { HarnessError } from '../../rules/errors/index.ts'
import { openCli } from './cli.ts'
import { type Globals, localeOf, readGlobals } from './globals.ts'
import { makeIo } from './io.ts'
import { type Done, printDone, printFailure } from './print.ts'

/**
 * The whole of a run: globals, one command, one exit code. `status` and `version` are taken straight, since they are what
 * a prompt or a script runs all the time; everything else loads the command's own group, and commander with it.
 */
async function main(argv: readonly string[]): Promise<number> {
  let globals: Globals
  let rest: readonly string[]
  try {
    ({ globals, rest } = readGlobals(argv, process.env))
  } catch (error) {
    return printFailure(error, { json: argv.includes('--json'), lang: localeOf(process.env) }, process)
  }
  const stop = new AbortController()
  const timer = globals.timeout === undefined ? undefined
    : setTimeout(() => stop.abort(new HarnessError('TIMED_OUT', { seconds: globals.timeout ?? 0 })), globals.timeout * 1000)
  process.once('SIGINT', () => { stop.abort(new HarnessError('INTERRUPTED')); process.once('SIGINT', () => process.exit(130)) })
  process.once('SIGTERM', () => stop.abort(new HarnessError('INTERRUPTED')))
  // A reader that went away (`| head`) is no fault of the command's.
  process.stdout.on('error', () => process.exit(0))

  const io = makeIo(globals, stop.signal)
  const cli = openCli(io)
  const cancelled = new Promise<never>((_, reject) => stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true }))
  try {
    return printDone(await Promise.race([run(rest, cli), cancelled]), globals, process)
  } catch (error) {
    return printFailure(stop.signal.aborted ? stop.signal.reason : error, globals, process)
  } finally {
    clearTimeout(timer)
    cli.close()
    process.stdin.unref?.()
  }
}

async function run(rest: readonly string[], cli: ReturnType<typeof openCli>): Promise<Done> {
  const [first] = rest
  if (rest.length === 1 && first === 'status') return (await import('./commands/status.ts')).status(cli)
  if (rest.length === 1 && (first === 'version' || first === '--version' || first === '-V')) return (await import('./commands/version.ts')).version()
  return (await import('./program.ts')).runProgram(rest, cli)
}

main(process.argv.slice(2)).then((code) => { process.exitCode = code }, (error: unknown) => {
  process.exitCode = printFailure(error, { json: process.argv.includes('--json'), lang: localeOf(process.env) }, process)
})
