import type { ResultOf } from '../../../daemon/protocol/methods.ts'
import { headWords as h } from '../../../rules/words/lists.ts'
import { marketWords as w } from '../../../rules/words/market.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import { inline } from '../inline.ts'
import type { Line } from '../line.ts'
import { table } from '../table.ts'
import { when } from '../when.ts'

export const market: Build = ({ command, cli, does }) => {
  const { io } = cli
  command.command('list').action(does(async () => {
    const data = await cli.ask('market.list', {})
    const rows = data.indexes.map(({ url, entries, fetchedAt }) => [url ?? io.say(w.own), String(entries), fetchedAt === null ? '-' : when(fetchedAt)])
    return { data, lines: table([[w.index, w.entries, w.fetched].map((word) => io.say(word)), ...rows]) }
  }))
  command.command('add <url>').action(does(async (url: string) => {
    const data = await cli.ask('market.add', { url })
    return { data, lines: [io.say(w.added, { url: inline(data.url ?? url), count: data.entries })] }
  }))
  command.command('remove <url>').action(does(async (url: string) => {
    const data = await cli.ask('market.drop', { url })
    return { data, lines: [io.say(w.dropped, { url: inline(data.url) })] }
  }))
  command.command('search [words]').action(does(async (words: string | undefined) => {
    const data = await cli.ask('market.search', { words: words ?? '' })
    const rows = data.plugins.map((one) => [one.id, one.publisher, one.summary[io.globals.lang]])
    const more = data.found - rows.length
    return { data, lines: rows.length === 0 ? [io.say(w.nothing), io.say(w.whereElse)] : [...table([[h.plugin, w.publisher, h.about].map((word) => io.say(word)), ...rows]), ...(more > 0 ? [io.say(w.foundMore, { count: more })] : [])] }
  }))
  command.command('show <plugin>').action(does(async (plugin: string) => {
    const data = await cli.ask('market.show', { plugin })
    return { data, lines: data.plugins.flatMap((one) => entryLines(one, cli)) }
  }))
}

/** A third party wrote it, whichever index it stands in. */
function entryLines(entry: ResultOf<'market.show'>['plugins'][number], { io }: Cli): Line[] {
  const { lang } = io.globals
  const index = inline(entry.index ?? io.say(w.own))
  return [
    `${inline(entry.id)}: ${inline(entry.name[lang])}`, `  ${inline(entry.summary[lang])}`,
    ...table([
      [`  ${io.say(w.index)}`, index], [`  ${io.say(w.publisher)}`, `${inline(entry.publisher)} (${io.say(entry.verified ? w.verified : w.unverified, { index })})`],
      [`  ${io.say(w.link)}`, inline(entry.link)], ['  sha256', entry.hash],
    ]),
    ...(entry.installed ? [`  ! ${io.say(w.isInstalled)}`] : []),
  ]
}
