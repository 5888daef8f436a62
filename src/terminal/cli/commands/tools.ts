import type { Build } from '../commands.ts'
import { cardWords } from '../../../rules/words/card.ts'
import { columns } from '../width.ts'

export const tools: Build = ({ command, cli, does }) => {
  command.argument('[plugin]').action(does(async (plugin: string | undefined) => {
    const data = await cli.ask('tools.list', plugin === undefined ? {} : { plugin })
    const lang = cli.io.globals.lang
    return {
      data,
      lines: columns(data.tools.map((tool) => [
        tool.id, effectWord(tool.effect, lang), tool.state === 'ready' ? '' : `[${tool.state}]`, tool.description[lang],
      ])),
    }
  }))
}

/** An effect as people call it; one that is not known is shown as it is. */
export const effectWord = (effect: string, lang: 'zh' | 'en'): string =>
  (effect === 'read' || effect === 'write' || effect === 'money' || effect === 'public' ? cardWords[effect][lang] : effect)
