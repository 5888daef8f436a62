import { Argument } from 'commander'
import type { ResultOf } from '../../../daemon/protocol/methods.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import { cardWords } from '../../../rules/words/card.ts'
import { effectWords as w } from '../../../rules/words/effects.ts'
import type { Effect } from '../../../sdk/index.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import { inline } from '../inline.ts'
import type { Io } from '../io.ts'
import { type Line, indented } from '../line.ts'
import type { Done } from '../print.ts'
import { prompt } from '../prompt.ts'
import { saysYes } from '../says-yes.ts'
import { scopeWords } from '../scope-words.ts'
import { trustWord } from '../show-tool.ts'
import { table } from '../table.ts'
import { withPin } from '../with-pin.ts'

type Shown = ResultOf<'effects.show'>
type Choice = Shown['settings'][number]['choice']
interface Scope { readonly plugin?: string; readonly tool?: string }
const effects: readonly Effect[] = ['read', 'write', 'money', 'public']

export const buildEffects: Build = ({ command, cli, does }) => {
  const { io } = cli
  command.command('show').action(does(async () => {
    const data = await cli.ask('effects.show', {})
    return { data, lines: [io.say(w.defaults), ...defaultLines(data, io), ...settingLines(data.settings, io)] }
  }))
  command.command('set').addArgument(new Argument('<effect>').choices(effects)).addArgument(new Argument('<choice>').choices(['allow', 'ask', 'deny']))
    .option('--plugin <plugin>').option('--tool <tool>').action(does((effect: Effect, choice: Choice, scope: Scope) => set(effect, choice, scope, cli)))
  command.command('reset').addArgument(new Argument('[effect]').choices(effects)).option('--plugin <plugin>').option('--tool <tool>')
    .action(does(async (effect: Effect | undefined, { plugin, tool }: Scope) => {
      const data = await withPin(await cli.client(), io, () => cli.ask('effects.reset', { effect, plugin, tool }))
      return { data, lines: [io.say(w.removed, { count: data.removed }), ...settingLines(data.settings, io)] }
    }))
}

/** What an `allow` opens is said before it holds, and agreed to; a script is refused by the daemon before anything is asked. */
async function set(effect: Effect, choice: Choice, { plugin, tool }: Scope, cli: Cli): Promise<Done> {
  const { io } = cli
  if (plugin !== undefined && tool !== undefined) throw new HarnessError('EFFECTS_SCOPE')
  const scope = scopeWords(tool === undefined ? plugin === undefined ? 'all' : 'plugin' : 'tool', inline(tool ?? plugin ?? ''), io)
  const means = choice === 'allow' ? { read: undefined, write: w.meansWrite, money: w.meansMoney, public: w.meansPublic }[effect] : undefined
  if (means && io.interactive) {
    for (const line of [io.say(means, { scope }), io.say(w.stillAsks)]) io.tell(line)
    if (!saysYes(await prompt(io.say(w.sure), io, false))) return { data: await cli.ask('effects.show', {}), lines: [io.say(w.unchanged)] }
  }
  const data = await withPin(await cli.client(), io, () => cli.ask('effects.set', { effect, choice, plugin, tool }))
  return { data, lines: [io.say(w.set, { scope, effect: io.say(cardWords[effect]), choice: io.say(w[choice]) })] }
}

function defaultLines({ defaults }: Shown, io: Io): Line[] {
  const cells = ['read', 'writeLocal', 'writeElsewhere', 'money', 'public'] as const
  const head = ['', ...cells.map((cell) => io.say(cell === 'writeLocal' || cell === 'writeElsewhere' ? w[cell] : cardWords[cell]))]
  return table([head, ...defaults.map((row) => [trustWord(row.trust, io.globals.lang), ...cells.map((cell) => io.say(w[row[cell]]))])]).map((row) => indented(row, '  '))
}

function settingLines(settings: Shown['settings'], io: Io): Line[] {
  if (settings.length === 0) return [io.say(w.none)]
  return [io.say(w.settings), ...table(settings.map(({ scope, id, effect, choice }) => [scopeWords(scope, id, io), io.say(cardWords[effect]), io.say(w[choice])])).map((row) => indented(row, '  '))]
}
