import { HarnessError } from '../../rules/errors/index.ts'
import { own } from '../../rules/json.ts'
import { problemWords } from '../../rules/words/usage.ts'
import type { Cli } from '../cli/cli.ts'

/** Options of ours: whether each takes a value. */
type Known = Readonly<Record<string, boolean>>

/**
 * Takes a command's own options out of words that hold a tool and its arguments too, wherever they stand before a `--`; the first
 * word left is the tool. A tool's argument of the same name is given in `--input`. Throws `USAGE` for an option without its value.
 */
export function takeOptions(words: readonly string[], known: Known, { io }: Pick<Cli, 'io'>): { readonly options: Readonly<Record<string, string>>; readonly tool: string | undefined; readonly rest: readonly string[] } {
  const options: Record<string, string> = {}
  const left: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') { left.push(...words.slice(at)); break }
    const [name = '', ...given] = word.split('=')
    const takes = own(known, name)
    if (takes === undefined) { left.push(word); continue }
    const value = takes ? (given.length > 0 ? given.join('=') : words[++at]) : ''
    if (value === undefined || (takes && value === '')) throw new HarnessError('USAGE', { problem: io.say(problemWords.noValue, { name }) })
    options[name] = value
  }
  const [tool, ...rest] = left
  return { options, tool, rest }
}
