import { expect, it } from 'vitest'
import { explain } from '../../src/rules/errors/index.ts'
import { openCli } from '../../src/terminal/cli/cli.ts'
import { readGlobals } from '../../src/terminal/cli/globals.ts'
import { runProgram } from '../../src/terminal/cli/program.ts'
import { seat } from './seat.ts'

/** What a wrong line is told to do, where no daemon answers. */
async function hintOf(words: readonly string[], interactive = true): Promise<string> {
  const { io, rest } = seat(words, { interactive })
  const cli = openCli(io, () => Promise.reject(new Error('reached')))
  const error: unknown = await runProgram(rest, cli).then(() => undefined, (thrown: unknown) => thrown)
  const report = explain(error, 'en')
  expect(report.code, words.join(' ')).toMatch(/^(?:USAGE|SUBCOMMAND_NEEDED)$/)
  expect(report.message).not.toBe('')
  return report.hint
}

it.each([
  [['call'], 'call'],
  [['services', '--foo'], 'services'],
  [['market', 'show'], 'market show'],
  [['market', 'sho', 'x'], 'market'],
  [['effects', 'set', 'write'], 'effects set'],
  [['effects', 'set', 'writ', 'allow'], 'effects set'],
  [['audit', 'show', '--limit', '0'], 'audit show'],
  [['plugin', 'settings', 'classrooms', 'set', 'building'], 'plugin settings'],
  [['login', '--qr', '--trust-device'], 'login'],
  [['ask', ''], 'ask'],
])('pkuh %j is told of the help of its own command', async (words, command) => {
  expect(await hintOf(words)).toBe(`Run pkuh help ${command} for usage`)
})

it('a line without a command that there is, and one whose global option is wrong, is told of the help of all', async () => {
  expect(await hintOf(['callz'])).toBe('Run pkuh help for usage')
  expect(() => readGlobals(['--timeout', 'abc', 'status'], {})).toThrow(expect.objectContaining({ code: 'USAGE', params: expect.objectContaining({ about: '' }) }))
  expect(() => readGlobals(['--lang', 'fr', 'status'], {})).toThrow(expect.objectContaining({ code: 'USAGE', params: expect.objectContaining({ about: '' }) }))
  expect(() => readGlobals(['ask', '--profile', 'sim'], {})).toThrow(expect.objectContaining({ code: 'USAGE', params: expect.objectContaining({ about: '' }) }))
})
