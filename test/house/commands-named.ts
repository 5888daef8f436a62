import type { Command } from 'commander'

/**
 * Each place of a text where a person is told a command, as its words: `pkuh model set --url URL` → `model set --url`. What
 * cannot be a part of a command's name or an option ends it: punctuation, Han, a placeholder.
 */
export function commandsIn(text: string): string[][] {
  return [...text.matchAll(/(?<![\w/.'-])s?pkuh((?: +(?!-\w)[\w./-]+)+)/g)].map((match) => (match[1] ?? '').trim().split(/ +/))
}

/** Words behind the name where a sentence goes on: no command will be called so. */
const prose: readonly string[] = ['a', 'and', 'as', 'before', 'by', 'does', 'for', 'has', 'if', 'in', 'is', 'it', 'itself', 'on', 'or', 'that', 'the', 'to', 'was', 'when', 'with']

const globals: Readonly<Record<string, boolean>> = {
  '--profile': true, '--json': false, '--quiet': false, '--no-color': false, '--lang': true, '--timeout': true, '--allow-file': true,
}

/**
 * What is wrong with a command that a text tells; undefined where it exists, with its subcommand and every option.
 * Behind a whole command anything may follow: its arguments, or the sentence.
 */
export function faultIn(words: readonly string[], tree: ReadonlyMap<string, Command>): string | undefined {
  const rest = [...words]
  while (rest[0]?.startsWith('--')) { const takes = globals[rest[0]]; if (takes === undefined) return `no option ${rest[0]}`; rest.splice(0, takes ? 2 : 1) }
  const [name = '', second] = rest
  if (name === '' || name === 'help' || prose.includes(name)) return undefined
  const group = tree.get(name)
  if (!group) return `no command ${name}`
  const inner = group.commands.find((one) => one.name() === second)
  if (group.commands.length > 0 && second !== undefined && !inner) return `no ${name} ${second}`
  const command = inner ?? group
  if (name === 'call' || name === 'policy') return undefined
  const known = [...Object.keys(globals), '--help', ...command.options.flatMap(({ long }) => long ?? [])]
  const ended = rest.indexOf('--')
  const unknown = rest.slice(0, ended === -1 ? undefined : ended).find((word) => word.startsWith('--') && !known.includes(word))
  return unknown === undefined ? undefined : `${name} has no option ${unknown}`
}
