import { createRequire } from 'node:module'
import { bundlePath } from '../../daemon/protocol/bundles.ts'
import { connect } from '../client/connect.ts'
import { openCli } from './cli.ts'
import { type Globals, localeOf } from './globals.ts'
import { makeIo } from './io.ts'
import { printDone } from './print.ts'
import { statusLine } from './status-line.ts'
import { status } from './commands/status.ts'

/**
 * The executable's first bundle. `pkuh status` is what a prompt asks at every line, so what it needs where all is well is
 * whole in here and as small as it can be. Anything else is the other bundle's, which starts over by itself: another
 * command, no daemon to be reached, a refusal, Ctrl-C.
 */
function main(argv: readonly string[]): void {
  const globals = statusLine(argv, localeOf(process.env))
  if (!globals) return startOver()
  const controller = new AbortController()
  const interrupted = (): void => { controller.abort(); startOver(); process.emit('SIGINT') }
  process.once('SIGINT', interrupted)
  quickStatus(globals, controller.signal).catch(startOver).finally(() => process.off('SIGINT', interrupted))
}

async function quickStatus(globals: Globals, signal: AbortSignal): Promise<void> {
  const cli = openCli(makeIo(globals, signal), (_, options) => connect(options))
  try {
    const done = await status(cli)
    // What could not be written is told by the other bundle, which has the words for it; a reader that left wants none.
    process.stdout.on('error', (error) => { if (!('code' in error && error.code === 'EPIPE')) startOver() })
    printDone(done, globals, process)
  } finally {
    cli.close()
  }
}

/** Once: a bundle that is there already is not run again. */
function startOver(): void {
  createRequire(__filename)(bundlePath('commands.cjs'))
}

main(process.argv.slice(2))
