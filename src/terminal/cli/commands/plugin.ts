import { ruleWords as w } from '../../../rules/words/cli.ts'
import { flagWords, formWords, headWords as h, toolStateWords } from '../../../rules/words/lists.ts'
import { marketWords as market } from '../../../rules/words/market.ts'
import { addAuthor } from '../../author/add-author.ts'
import type { Build } from '../commands.ts'
import { addLife } from './plugin-life.ts'
import { addParts } from './plugin-parts.ts'
import type { Io } from '../io.ts'
import { inline } from '../inline.ts'
import { indented } from '../line.ts'
import { sheetLines } from '../show-review.ts'
import { effectWord, trustWord } from '../show-tool.ts'
import { table } from '../table.ts'
import { wordIn } from '../word-in.ts'

export const plugin: Build = ({ command, cli, does }) => {
  const { io } = cli
  const { lang } = io.globals
  command.command('list').action(does(async () => {
    const data = await cli.ask('plugins.list', {})
    const rows = data.plugins.map((one) => [one.id, one.version, trustWord(one.trust, lang), wordIn(toolStateWords, one.state, io), `${one.name[lang]}${lang === 'zh' ? '：' : ': '}${one.summary[lang]}`])
    return {
      data,
      lines: [
        ...table([[h.plugin, h.version, h.trust, h.state, h.about].map((word) => io.say(word)), ...rows]),
        ...data.plugins.flatMap(({ id, waiting }) => (waiting === null ? [] : [`! ${inline(id)}: ${io.say(market.waiting, { version: inline(waiting) })}`, indented(io.say(market.seeWaiting, { plugin: inline(id) }), '  ')])),
        ...data.proposed.map(({ link }) => `! ${io.say(market.proposed, { link: inline(link) })}`),
      ],
    }
  }))
  command.command('show <plugin>').option('--permissions').action(does(async (id: string, { permissions }: { permissions?: true }) => {
    if (permissions) {
      const data = await cli.ask('plugins.permissions', { plugin: id })
      return { data, lines: sheetLines(data.sheet, cli.io) }
    }
    const data = await cli.ask('plugins.show', { plugin: id })
    return {
      data,
      lines: [
        `${data.id} ${data.version} (${[trustWord(data.trust, lang), wordIn(formWords, data.form, io), wordIn(toolStateWords, data.state, io)].join(lang === 'zh' ? '，' : ', ')})`, `${data.name[lang]}: ${data.summary[lang]}`,
        ...(data.stateReason ? [data.stateReason[lang]] : []),
        ...table([[io.say(h.scopes), data.scopes.join(', ') || '-'], [io.say(h.websites), data.websites.join(', ') || '-'], ['sha256', data.contentHash], ...(data.source === null ? [] : [[io.say(market.source), data.source]]), ...(data.waiting === null ? [] : [['!', io.say(market.waiting, { version: data.waiting })]])]),
        ...data.disclosure.map((line) => `! ${line[lang]}`),
        ...table(data.tools.map((tool) => [`  ${tool.id}`, effectWord(tool.effect, lang), flags(tool, io), tool.description[lang]])),
      ],
    }
  }))
  addLife({ command, cli, does })
  addParts({ command, cli, does })
  for (const on of [true, false]) {
    command.command(`${on ? 'enable' : 'disable'} <plugin>`).action(does(async (id: string) => {
      const data = await cli.ask('plugins.enable', { plugin: id, on })
      return { data, lines: [io.say(on ? w.enabled : w.disabled, { plugin: id })] }
    }))
  }
  addAuthor({ command, cli, does })
}

const flags = (tool: { readonly untrusted: boolean; readonly userOnly: boolean; readonly durable: boolean; readonly private: boolean; readonly irreversible: boolean }, io: Pick<Io, 'say'>): string =>
  (['untrusted', 'userOnly', 'durable', 'private', 'irreversible'] as const).filter((flag) => tool[flag]).map((flag) => io.say(flagWords[flag])).join(', ')
