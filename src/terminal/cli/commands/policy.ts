import { HarnessError } from '../../../rules/errors/index.ts'
import type { JsonObject } from '../../../rules/json.ts'
import { usageWords } from '../../../rules/words/cli.ts'
import { problemWords } from '../../../rules/words/usage.ts'
import { hasArgument, readArguments, readStdin } from '../arguments.ts'
import type { Build } from '../commands.ts'
import type { Io } from '../io.ts'
import { explainedLines } from '../show-explained.ts'
import { toolNamed } from './call.ts'

/** Who may be said to call. */
export const principals = ['user', 'agent', 'script', 'schedule', 'bridge'] as const

export const policy: Build = ({ command, cli, does }) => {
  command.command('explain <tool> [arguments...]').allowUnknownOption().passThroughOptions().option('--as <principal>').option('--tainted').option('--private')
    .action(does(async (tool: string, words: string[], before: Given) => {
      const { inputSchema } = await toolNamed(tool, cli)
      const { as = 'agent', tainted = false, private: holdsPrivate = false, rest } = takeOptions(words, inputSchema, before, cli.io)
      const principal = principals.find((one) => one === as)
      if (!principal) throw usage(cli.io.say(problemWords.choice, { name: '--as', choices: principals.join(', ') }))
      const data = await cli.ask('policy.explain', { tool, args: readArguments(rest, inputSchema, readStdin, cli.io), principal, tainted, private: holdsPrivate })
      return { data, lines: explainedLines(data, cli.io) }
    }))
}

interface Given { readonly as?: string; readonly tainted?: true; readonly private?: true }

/**
 * `--as`, `--tainted` and `--private` count behind the tool as they do before it; where the tool has an argument of that name,
 * they stand before it only. Throws `USAGE` for one that is given twice, lacks its value or has one to spare.
 */
export function takeOptions(words: readonly string[], schema: JsonObject, before: Given, io: Pick<Io, 'say'>): Given & { readonly rest: readonly string[] } {
  const rest: string[] = []
  const taken: { as?: string; tainted?: true; private?: true } = { ...before }
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const [, found = '', value] = /^--(as|tainted|private)(?:=(.*))?$/s.exec(word) ?? []
    const name = (['as', 'tainted', 'private'] as const).find((one) => one === found)
    if (name === undefined || hasArgument(name, schema)) { rest.push(word); continue }
    if (taken[name] !== undefined) throw usage(io.say(problemWords.twice, { name: `--${name}` }))
    if (name === 'as') {
      const next = words[at + 1]
      const as = value ?? (next === undefined || next.startsWith('--') ? undefined : (at++, next))
      if (as === undefined) throw usage(io.say(usageWords.missingValue, { name: '--as' }))
      taken.as = as
    } else {
      if (value !== undefined) throw usage(io.say(problemWords.spare, { name: `--${name}` }))
      taken[name] = true
    }
  }
  return { ...taken, rest }
}

const usage = (problem: string): HarnessError => new HarnessError('USAGE', { problem })
