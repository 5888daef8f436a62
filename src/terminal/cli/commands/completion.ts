import { Argument } from 'commander'
import { cleanCharacters } from '../../../rules/hygiene/characters.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import { type Candidate, candidates } from '../complete/candidates.ts'
import { liveNames, type Names } from '../complete/live.ts'
import { scripts } from '../complete/scripts.ts'
import { type Shell, isPlainWord, shells, typedLine } from '../complete/shell-words.ts'
import { oneLine } from '../one-line.ts'
import type { Done } from '../print.ts'

export const completion: Build = ({ command, cli, does }) => {
  command.addArgument(new Argument('<shell>').choices(shells)).argument('[words...]').action(does(async (shell: Shell, words: string[]) =>
    (words.length === 0 ? { data: { shell, script: scripts[shell] }, lines: scripts[shell].split('\n') } : complete(shell, words, cli))))
}

/** What the script asks at each TAB. */
async function complete(shell: Shell, words: readonly string[], cli: Cli): Promise<Done> {
  const { before, current, apart } = typedLine(shell, words)
  const opened: Names[] = []
  const names = (profile: Parameters<typeof liveNames>[0]): Names => { const live = liveNames(profile, cli.io.env); opened.push(live); return live }
  const { files, words: all } = await candidates(before, current, cli, names)
  for (const live of opened) live.close()
  const fitting = all.filter(({ word }) => word.startsWith(current) && isPlainWord(word))
  if (!cli.io.globals.json) cli.io.stdout.write([...(files ? [':files'] : []), ...fitting.map((one) => lineOf(one, apart))].map((line) => `${cleanCharacters(line)}\n`).join(''))
  return { data: { files, words: fitting.map(({ word }) => word) }, lines: [] }
}

const lineOf = ({ word, about }: Candidate, apart: number): string => (about === '' ? word.slice(apart) : `${word.slice(apart)}\t${oneLine(about)}`)
