import { Option } from 'commander'
import type { Build } from '../commands.ts'
import { keystoreState } from './status.ts'

export const keystore: Build = ({ command, cli, does }) => {
  command.command('status').action(does(async () => {
    const data = await cli.ask('keystore.status', {})
    return { data, lines: [`${data.backend}: ${keystoreState(data, cli.io)}`] }
  }))
  command.command('init').addOption(new Option('--backend <name>').choices(['os', 'memory']).default(cli.io.globals.profile === 'sim' ? 'memory' : 'os'))
    .action(does(async ({ backend }: { backend: 'os' | 'memory' }) => {
      const data = await cli.ask('keystore.init', { backend })
      return { data, lines: [`${data.backend}: ${keystoreState(data, cli.io)}`] }
    }))
}
