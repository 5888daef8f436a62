import { ruleWords as w } from '../../../rules/words/cli.ts'
import type { Build } from '../commands.ts'
import { effectWord, trustWord } from '../show-tool.ts'
import { table } from '../table.ts'

export const plugin: Build = ({ command, cli, does }) => {
  const { lang } = cli.io.globals
  command.command('list').action(does(async () => {
    const data = await cli.ask('plugins.list', {})
    return { data, lines: table(data.plugins.map((one) => [one.id, one.version, trustWord(one.trust, lang), one.state, one.name[lang], one.summary[lang]])) }
  }))
  command.command('show <plugin>').action(does(async (id: string) => {
    const data = await cli.ask('plugins.show', { plugin: id })
    return {
      data,
      lines: [
        `${data.id} ${data.version} (${trustWord(data.trust, lang)}, ${data.form}, ${data.state})`, `${data.name[lang]}: ${data.summary[lang]}`,
        ...(data.stateReason ? [data.stateReason[lang]] : []),
        ...table([['scopes', data.scopes.join(', ') || '-'], ['websites', data.websites.join(', ') || '-'], ['sha256', data.contentHash]]),
        ...data.disclosure.map((line) => `! ${line[lang]}`),
        ...table(data.tools.map((tool) => [`  ${tool.id}`, effectWord(tool.effect, lang), flags(tool), tool.description[lang]])),
      ],
    }
  }))
  for (const on of [true, false]) {
    command.command(`${on ? 'enable' : 'disable'} <plugin>`).action(does(async (id: string) => {
      const data = await cli.ask('plugins.enable', { plugin: id, on })
      return { data, lines: [cli.io.say(on ? w.enabled : w.disabled, { plugin: id })] }
    }))
  }
}

const flags = (tool: { readonly untrusted: boolean; readonly userOnly: boolean; readonly durable: boolean; readonly private: boolean; readonly irreversible: boolean }): string =>
  (['untrusted', 'userOnly', 'durable', 'private', 'irreversible'] as const).filter((flag) => tool[flag]).join(' ')
