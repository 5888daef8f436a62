import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import type { Done } from '../print.ts'
import { statusRows } from '../status-rows.ts'
import { table } from '../table.ts'

async function status(cli: Cli): Promise<Done> {
  const data = await cli.ask('status', {})
  return { data, lines: table(statusRows(data, cli.io.say)) }
}

export const buildStatus: Build = ({ command, cli, does }) => { command.action(does(() => status(cli))) }
