import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ParamsOf, ResultOf } from '../../../daemon/protocol/methods.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import { marketWords as w } from '../../../rules/words/market.ts'
import type { Group } from '../build-command.ts'
import type { Cli } from '../cli.ts'
import { inline } from '../inline.ts'
import { type Line, indented } from '../line.ts'
import { Failed } from '../print.ts'
import type { Done } from '../print.ts'
import { prompt } from '../prompt.ts'
import { readText } from '../read-text.ts'
import { installed, openAndReview, review } from '../review-plugin.ts'
import { saysWholeYes } from '../says-yes.ts'
import { changeLines } from '../show-review.ts'
import { withPin } from '../with-pin.ts'

/** `plugin install`, `review`, `update` and `remove`. */
export function addLife({ command, cli, does }: Pick<Group, 'command' | 'cli' | 'does'>): void {
  command.command('install <source>').action(does((source: string) => install(source, cli)))
  command.command('review <plugin>').action(does(async (plugin: string) => review((await cli.ask('plugins.review', { plugin })).sheet, cli)))
  command.command('update [plugin]').action(does((plugin: string | undefined) => update(plugin, cli)))
  command.command('remove <plugin>').action(does((plugin: string) => remove(plugin, cli)))
}

/** A person reads the sheet; a script can install only what an imported file names. */
async function install(typed: string, cli: Cli): Promise<Done> {
  const { io } = cli
  const source = sourceOf(typed)
  if (!io.interactive) {
    if (!('path' in source)) throw new HarnessError('MARKET_REVIEW_NEEDED')
    const { allowFile } = io.globals
    const data = await cli.ask('plugins.installNamed', { path: source.path, ...(allowFile === undefined ? {} : { allowFile: readText(allowFile) }) })
    return installed(data, cli)
  }
  return openAndReview(source, typed, cli)
}

/** What is no link may be a folder, and else the name of a marketplace entry. */
function sourceOf(typed: string): ParamsOf<'plugins.open'>['source'] {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) return { link: typed }
  return /^[a-z][a-z0-9-]{1,31}$/.test(typed) && !existsSync(typed) ? { entry: typed } : { path: resolve(typed) }
}

async function update(plugin: string | undefined, cli: Cli): Promise<Done> {
  const { io } = cli
  const data = await cli.ask('plugins.update', plugin === undefined ? {} : { plugin })
  const failed = data.outcomes.find(({ error }) => error)
  // Of one that was named, its failure is the command's; of several, each is told.
  if (plugin !== undefined && failed?.error) throw new Failed(failed.error, data)
  return { data, lines: data.outcomes.length === 0 ? [io.say(w.noLink)] : data.outcomes.flatMap((one) => outcomeLines(one, cli)) }
}

function outcomeLines({ plugin, outcome, version, changes, error }: ResultOf<'plugins.update'>['outcomes'][number], { io }: Cli): Line[] {
  const words = { same: w.updateSame, applied: w.updateApplied, waits: w.updateWaits, failed: w.updateFailed }[outcome]
  return [
    `${inline(plugin)} ${inline(version)}: ${io.say(words)}${error ? ` (${error.message})` : ''}`,
    ...(changes.length === 0 ? [] : changeLines(changes, io)),
    ...(outcome === 'waits' ? [indented(io.say(w.seeWaiting, { plugin: inline(plugin) }), '  ')] : []),
  ]
}

async function remove(plugin: string, cli: Cli): Promise<Done> {
  const { io } = cli
  const unchanged = { data: { plugin, removed: false }, lines: [io.say(w.kept)] }
  // Nobody is asked to agree to what cannot be done.
  const shown = await cli.ask('plugins.show', { plugin })
  if (shown.ships) throw new HarnessError('MARKET_NOT_INSTALLED', { plugin: shown.id })
  if (io.interactive && !saysWholeYes(await prompt(io.say(w.removeSure, { plugin: inline(plugin) }), io, false))) return unchanged
  const data = io.interactive && shown.stored && saysWholeYes(await prompt(io.say(w.removeData), io, false))
  const done = await withPin(await cli.client(), io, () => cli.ask('plugins.remove', { plugin, data }))
  return { data: done, lines: [io.say(done.data ? w.removedData : w.removed, { plugin: inline(done.plugin) })] }
}
