import { createRequire } from 'node:module'
import { bundlePath } from '../../daemon/protocol/bundles.ts'
import { localeOf, readGlobals } from './globals.ts'
import { runCommand } from './run-command.ts'
import { status } from './commands/status.ts'

/**
 * The executable's first bundle. `pkuh status` is what a prompt asks at every line, so it is whole in here and as small as
 * it can be; any other command is the other bundle's, which starts over by itself.
 */
function main(argv: readonly string[]): void {
  if (isStatus(argv)) void runCommand(argv, (_, cli) => status(cli))
  else createRequire(__filename)(bundlePath('commands.cjs'))
}

/** Also false for a line that is wrong: the other bundle says so. */
function isStatus(argv: readonly string[]): boolean {
  try {
    const { rest } = readGlobals(argv, { LANG: localeOf(process.env) })
    return rest.length === 1 && rest[0] === 'status'
  } catch {
    return false
  }
}

main(process.argv.slice(2))
