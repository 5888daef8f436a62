import { describe, expect, it } from 'vitest'
import { localeOf, readGlobals } from '../../src/terminal/cli/globals.ts'
import { makeIo } from '../../src/terminal/cli/io.ts'

const signal = new AbortController().signal

describe('global options', () => {
  it('are taken out wherever they stand, and the rest is left in order', () => {
    const { globals, rest } = readGlobals(['--json', 'call', '--profile', 'sim', 'classrooms.free', '--building', '理教', '--lang=en', '--timeout', '5'], {})
    expect(rest).toEqual(['call', 'classrooms.free', '--building', '理教'])
    expect(globals).toMatchObject({ json: true, profile: 'sim', lang: 'en', timeout: 5 })
  })

  it('stop at `--`', () => {
    expect(readGlobals(['ask', '--', '--json'], {}).rest).toEqual(['ask', '--', '--json'])
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
