import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localeOf, readGlobals } from '../../src/terminal/cli/globals.ts'
import { makeIo } from '../../src/terminal/cli/io.ts'

const signal = new AbortController().signal

describe('global options', () => {
  it.each([
    ['all of them before the command', ['--json', '--profile', 'sim', '--lang=en', '--timeout', '5', '--allow-file', 'f', 'call', 'a.b', '--from', '1'], { json: true, profile: 'sim', lang: 'en', timeout: 5, allowFile: 'f' }, ['call', 'a.b', '--from', '1']],
    ['those of the screen behind it', ['ask', 'words', '--json', '--quiet', '--no-color', '--lang', 'en'], { json: true, quiet: true, color: false, lang: 'en' }, ['ask', 'words']],
    ['all behind the arguments of a call', ['call', 'a.b', '--text', 't', '--allow-file', 'f', '--timeout=5', '--json', '--profile', 'sim'], { allowFile: 'f', timeout: 5, json: true, profile: 'sim' }, ['call', 'a.b', '--text', 't']],
    ['behind an argument in one word', ['call', 'a.b', '--text=--profile=default', '--timeout', '1'], { profile: 'default', timeout: 1 }, ['call', 'a.b', '--text=--profile=default']],
    ['behind a command that takes no words', ['status', '--profile', 'sim'], { profile: 'sim' }, ['status']],
    ['behind a subcommand that takes no words, and its options', ['model', 'set', '--name', 'm', '--profile=sim', '--timeout', '3'], { profile: 'sim', timeout: 3 }, ['model', 'set', '--name', 'm']],
    ['a short one that is a value is none', ['call', 'a.b', '--text', '-q'], { quiet: false }, ['call', 'a.b', '--text', '-q']],
  ])('%s', (_, argv, wanted, left) => {
    const { globals, rest } = readGlobals(argv, {})
    expect(rest).toEqual(left)
    expect(globals).toMatchObject(wanted)
  })

  it.each([
    ['a word of a question', ['ask', '在树洞里搜…', '--allow-file=f']],
    ['the only word of a question', ['ask', '--profile=default']],
    ['the value of an argument', ['call', 'memory.save', '--text', '--profile=default']],
    ['the value of an argument, past one of the screen', ['call', 'memory.save', '--text', '--json', '--profile=default']],
    ['the value of an argument, in two words', ['call', 'memory.save', '--text', '--allow-file', 'f']],
    ['the place of the tool', ['call', '--profile=default', 'a.b']],
    ['the place behind what is no tool', ['call', '-x', '--profile=default']],
    ['a text to remember', ['memory', 'save', '--profile=default']],
    ['a note', ['approvals', 'deny', 'x', '--note', '--timeout=1']],
    ['an argument of an explanation', ['policy', 'explain', 'a.b', '--text', 't', '--allow-file=f']],
    ['the value of an option of a command without words', ['login', '--user', '--profile=sim']],
    ['the value of such an option, in two words', ['model', 'set', '--name', '--profile', 'sim']],
    ['the place of a subcommand', ['model', '--profile=sim']],
    ['the name of a plugin', ['plugin', 'show', '--profile=sim']],
    ['a tool that is looked for', ['tools', '--profile=sim']],
    ['a call that has its profile', ['--profile', 'sim', 'call', 'a.b', '--profile=default']],
    ['a call that has its allow-file', ['call', 'a.b', '--allow-file', 'f', '--allow-file', 'g']],
  ])('what decides whose data and which rules is never read from %s', (_, argv) => {
    expect(() => readGlobals(argv, {})).toThrow('USAGE')
  })

  it('whatever words stand behind a question, they decide nothing', () => {
    const word = oneof(string(), constantFrom('--allow-file', '--allow-file=f', '--profile', '--profile=sim', 'sim', '--timeout=1', '--', '--json', '--lang=en', '-q'))
    assert(property(array(word, { maxLength: 6 }), (words) => {
      let globals
      try { ({ globals } = readGlobals(['ask', ...words], {})) } catch { return }
      expect(globals).toMatchObject({ profile: 'default', timeout: undefined, allowFile: undefined })
    }))
  })

  it('stop at `--`', () => {
    expect(readGlobals(['ask', '--', '--json', '--profile=sim'], {})).toMatchObject({ rest: ['ask', '--', '--json', '--profile=sim'], globals: { json: false, profile: 'default' } })
  })

  it.each([['--profile', 'prod'], ['--profile', '../sim'], ['--lang', 'fr'], ['--timeout', '0'], ['--timeout', 'soon'], ['--profile']])('%s %s is refused', (...words) => {
    expect(() => readGlobals(words, {})).toThrow(/USAGE|DAEMON_PROFILE/)
  })

  it.each([
    [{ LC_ALL: 'en_US.UTF-8', LANG: 'zh_CN.UTF-8' }, 'en'], [{ LANG: 'zh_CN.UTF-8' }, 'zh'], [{ LANG: 'C.UTF-8' }, 'en'], [{}, 'zh'], [{ LC_ALL: '', LANG: 'en_GB' }, 'en'],
  ] as const)('with %j the language is %s', (env, lang) => {
    expect(localeOf(env)).toBe(lang)
  })
})

describe('colours', () => {
  const io = (env: NodeJS.ProcessEnv, words: string[], tty: boolean) =>
    makeIo(readGlobals(words, {}).globals, signal, { ...process, env, stdout: Object.assign(Object.create(process.stdout), { isTTY: tty }) }).color

  it.each([
    ['a terminal has them', {}, [], true, true],
    ['a pipe has none', {}, [], false, false],
    ['CLICOLOR_FORCE forces them', { CLICOLOR_FORCE: '1' }, [], false, true],
    ['NO_COLOR wins over it', { CLICOLOR_FORCE: '1', NO_COLOR: '1' }, [], true, false],
    ['--no-color wins over it', { CLICOLOR_FORCE: '1' }, ['--no-color'], true, false],
    ['a dumb terminal has none', { TERM: 'dumb' }, [], true, false],
  ] as const)('%s', (_, env, words, tty, wanted) => {
    expect(io({ ...env }, [...words], tty)).toBe(wanted)
  })
})
