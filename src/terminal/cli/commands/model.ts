import { HarnessError } from '../../../rules/errors/index.ts'
import { modelWords as w } from '../../../rules/words/cli.ts'
import { readStdin } from '../arguments.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import type { Io } from '../io.ts'
import type { Done } from '../print.ts'
import { prompt } from '../prompt.ts'

/** Which model answers. A key is typed or comes on standard input, never on the line. */
export const model: Build = ({ command, cli, does }) => {
  const { io } = cli
  command.command('show').action(does(async () => {
    const data = await cli.ask('model.show', {})
    const line = data.model ? described(data.model, io) : io.say(data.scripted ? w.scripted : w.none)
    return { data, lines: [line] }
  }))
  command.command('set').requiredOption('--url <url>').requiredOption('--name <model>').option('--id <id>').option('--key-stdin').option('--no-key')
    .action(does((options: SetOptions) => set(options, cli)))
  command.command('test').action(does(async () => {
    const data = await cli.ask('model.test', {})
    return { data, lines: [io.say(w.answered, { text: data.text, ms: data.ms })] }
  }))
  command.command('remove').action(does(async () => {
    const data = await cli.ask('model.remove', {})
    return { data, lines: [io.say(data.removed ? w.removed : w.none)] }
  }))
}

const described = ({ id, model: name, baseUrl }: { readonly id: string; readonly model: string; readonly baseUrl: string }, io: Io): string => io.say(w.set, { id, model: name, baseUrl })

interface SetOptions { readonly url: string; readonly name: string; readonly id?: string; readonly keyStdin?: true; readonly key: boolean }

async function set({ url, name, id, keyStdin, key: needsKey }: SetOptions, cli: Cli): Promise<Done> {
  const { io } = cli
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  if (host === '') throw new HarnessError('MODEL_ENDPOINT_INVALID', { problem: '--url' })
  const key = !needsKey ? undefined : keyStdin ? readStdin().split(/\r?\n/)[0] : io.interactive ? await prompt(io.say(w.keyPrompt, { host }), io, true) : undefined
  const given = { id: id ?? host.replace(/[^a-z0-9]+/g, '-').slice(0, 32), baseUrl: url, model: name, needsKey }
  const data = await cli.ask('model.set', key ? { ...given, key } : given)
  // Only once it is so.
  io.talk(io.say(w.leaves, { host }))
  return { data, lines: [described(given, io)] }
}
