import { usageWords } from '../../rules/words/cli.ts'
import { commands } from './commands.ts'
import { columns, wrap } from './width.ts'

/** `pkuh help`. */
export function helpLines(lang: 'zh' | 'en'): string[] {
  const options: readonly (readonly [string, keyof typeof usageWords])[] = [
    ['--profile NAME', 'profile'], ['--json', 'json'], ['--quiet', 'quiet'], ['--no-color', 'noColor'], ['--lang LANG', 'lang'],
    ['--timeout SECONDS', 'timeout'], ['--allow-file FILE', 'allowFile'],
  ]
  return [
    usageWords.title[lang], '', usageWords.usage[lang], '', `${usageWords.commands[lang]}:`,
    ...columns(Object.entries(commands).map(([name, { summary }]) => [`  ${name}`, summary[lang]])), '', `${usageWords.globals[lang]}:`,
    ...columns(options.map(([name, word]) => [`  ${name}`, usageWords[word][lang]])),
    '', ...wrap(usageWords.placement[lang], 80),
  ]
}
