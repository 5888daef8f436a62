import { readdirSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { beforeAll, describe, expect, it } from 'vitest'
import { lineWords, subcommandWords } from '../../src/rules/words/help.ts'
import { inProfile } from '../../src/rules/words/in-profile.ts'
import { wordless } from '../../src/terminal/cli/globals.ts'
import { commandHelp } from '../../src/terminal/cli/help.ts'
import { textOf } from '../../src/terminal/cli/line.ts'
import { commandsIn, faultIn } from './commands-named.ts'
import { commandNames, everyCommand } from './every-command.ts'
import { sources } from './rooms.ts'

let tree: ReadonlyMap<string, Command>
beforeAll(async () => { tree = await everyCommand('zh') })

/** A command, its subcommands, and theirs, by whole name. */
const all = (command: Command, path: string): (readonly [string, Command])[] => [[path, command], ...command.commands.flatMap((inner) => all(inner, `${path} ${inner.name()}`))]

describe('a command that a person is told', () => {
  const pages = ['docs', 'fixtures', 'plugins'].flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name)}`))
  const texts = [...sources('src'), ...readdirSync('.'), ...pages].filter((name) => /\.(?:ts|md)$/.test(name))
  it.each(texts)('%s names only commands, subcommands and options that exist', (path) => {
    const wrong = readFileSync(path, 'utf8').split('\n').flatMap((line, index) =>
      commandsIn(line).flatMap((words) => { const fault = faultIn(words, tree); return fault === undefined ? [] : [`${path}:${index + 1}: pkuh ${words.join(' ')}: ${fault}`] }))
    expect(wrong).toEqual([])
  })

  it('is found where it stands, and found wrong where it is', () => {
    const told = commandsIn('运行 pkuh sessions list 查看；or `pkuh --profile sim model set --urk X`, pkuh，bin/pkuh.js x, pkuh approvals, pkuh plugin rename {plugin}; update pkuh before that')
    expect(told).toEqual([['sessions', 'list'], ['--profile', 'sim', 'model', 'set', '--urk', 'X'], ['approvals'], ['plugin', 'rename'], ['before', 'that']])
    expect(told.map((words) => faultIn(words, tree))).toEqual(['no command sessions', 'model has no option --urk', undefined, 'no plugin rename', undefined])
  })
})

it('an option that decides whose profile it is may stand behind exactly the commands that take no words', () => {
  // A group that one of its commands stands for where none is named, as `pkuh accounts` is `pkuh accounts list`, is such a command itself.
  const leaves = [...tree].flatMap(([name, group]) => all(group, name)).filter(([, command]) => command.commands.length === 0 || Reflect.get(command, '_defaultCommandName') !== null)
  expect(leaves.filter(([, { registeredArguments }]) => registeredArguments.length === 0).map(([path]) => path).toSorted()).toEqual(wordless.toSorted())
})

it('in the simulated profile a command that a person is told names it, but for those that are the same in each', () => {
  const same = ['sim', 'demo', 'completion', 'version']
  for (const name of commandNames) expect(inProfile(`运行 pkuh ${name} x`, 'sim')).toBe(same.includes(name) ? `运行 pkuh ${name} x` : `运行 pkuh --profile sim ${name} x`)
  for (const text of ['pkuh help', 'pkuh --profile sim login', 'pkuh status --profile sim', 'update pkuh before that', 'pkuh logins']) expect(inProfile(text, 'sim')).toBe(text)
  expect(inProfile('pkuh login', 'default')).toBe('pkuh login')
  expect(inProfile(inProfile('pkuh login; pkuh status', 'sim'), 'sim')).toBe('pkuh --profile sim login; pkuh --profile sim status')
})

describe('help', () => {
  it('has a word for every subcommand, option and argument, and none for what is not there', () => {
    const named = [...tree].flatMap(([name, group]) => all(group, name))
    expect(named.map(([path]) => path).filter((path) => path.includes(' ')).toSorted()).toEqual(Object.keys(subcommandWords).toSorted())
    const parts = named.flatMap(([path, { options, registeredArguments }]) => [...options.map(({ long, flags }) => `${path} ${long ?? flags}`), ...registeredArguments.map((one) => `${path} ${one.name()}`)])
    expect(parts.toSorted()).toEqual(Object.keys(lineWords).toSorted())
  })

  it('is all in the person’s language: no word of the parser’s own', async () => {
    for (const lang of ['zh', 'en'] as const) {
      for (const [name, group] of await everyCommand(lang)) {
        for (const [path, command] of all(group, name)) {
          const io = { say: (words: { readonly zh: string; readonly en: string }) => words[lang] }
          const text = commandHelp(command, io).map(textOf).join('\n')
          if (lang === 'zh') expect(text, path).not.toMatch(/Usage|Options|Arguments|Commands|default:|choices|display/)
          else expect(text, path).not.toMatch(/\p{Script=Han}/u)
        }
      }
    }
  })
})
