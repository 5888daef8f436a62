import { Option } from 'commander'
import { callWords as w } from '../../../rules/words/cli.ts'
import { readArguments, readStdin } from '../arguments.ts'
import type { Build } from '../commands.ts'
import { toolNamed } from './call.ts'

const principals = ['user', 'agent', 'script', 'schedule', 'bridge'] as const

export const policy: Build = ({ command, cli, does }) => {
  command.command('explain <tool> [arguments...]').allowUnknownOption().passThroughOptions()
    .addOption(new Option('--as <principal>').choices(principals).default('agent')).option('--tainted')
    .action(does(async (tool: string, words: string[], options: { as: (typeof principals)[number]; tainted?: true }) => {
      const { inputSchema } = await toolNamed(tool, cli)
      const data = await cli.ask('policy.explain', { tool, args: readArguments(words, inputSchema, readStdin), principal: options.as, tainted: options.tainted === true })
      return {
        data,
        lines: [cli.io.say(w.decision, { principal: data.principal, tool, outcome: cli.io.say(w[data.outcome]) }), ...data.reasons.map(({ message }) => `  ${message}`)],
      }
    }))
}
