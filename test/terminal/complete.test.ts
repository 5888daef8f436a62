import { describe, expect, it } from 'vitest'
import type { Profile } from '../../src/daemon/protocol/places.ts'
import { openCli } from '../../src/terminal/cli/cli.ts'
import { candidates } from '../../src/terminal/cli/complete/candidates.ts'
import type { Names } from '../../src/terminal/cli/complete/live.ts'
import { scripts } from '../../src/terminal/cli/complete/scripts.ts'
import { isPlainWord, shells, typedLine } from '../../src/terminal/cli/complete/shell-words.ts'
import { readGlobals } from '../../src/terminal/cli/globals.ts'
import { makeIo } from '../../src/terminal/cli/io.ts'

const inputSchema = { properties: { building: { enum: ['理教', '文史'], title: '教学楼 / Building' }, deep: { type: 'boolean' }, tags: { type: 'array', items: { enum: ['a', 'b'] } }, text: { type: 'string' } } }
const asked: Profile[] = []
const names = (profile: Profile): Names => {
  asked.push(profile)
  return {
    tools: async () => ['classrooms.free', 'grades.list'], plugins: async () => ['classrooms', 'grades'], accounts: async () => ['2500000001'], approvals: async () => ['a-1'], grants: async () => ['file:abc:0'],
    settings: async (plugin) => (plugin === 'classrooms' ? { schema: { properties: { campus: { enum: ['燕园', '昌平'] }, deep: { type: 'boolean' } } }, settings: [{ name: 'campus', value: '燕园', set: false, unfit: false }, { name: 'deep', value: false, set: false, unfit: false }] } : undefined),
    screens: async (plugin) => (plugin === 'classrooms' ? { widgets: ['now'], pages: ['about'], shortcuts: [{ title: { zh: '现在', en: 'Now' }, tool: 'classrooms.free', args: {} }, { title: { zh: '明天', en: 'Tomorrow' }, tool: 'classrooms.free', args: {} }] } : undefined),
    tool: async (id) => (id === 'classrooms.free' ? { id, inputSchema } : undefined), close: () => {},
  }
}
const cli = openCli(makeIo(readGlobals(['--lang', 'en'], {}).globals, new AbortController().signal), () => Promise.reject(new Error('a completion starts nothing')))
/** What may stand at the end of a line, of which the last word is the one being typed. */
async function at(line: string): Promise<{ readonly files: boolean; readonly words: string[] }> {
  const words = line.split(' ')
  const current = words.pop() ?? ''
  const found = await candidates(words, current, cli, names)
  return { files: found.files, words: found.words.map(({ word }) => word).filter((word) => word.startsWith(current)) }
}
const words = async (line: string): Promise<string[]> => (await at(line)).words

describe('what may stand at the cursor', () => {
  it.each<[string, readonly string[]]>([
    ['sta', ['status']], ['--profile sim sta', ['status']], ['--profile=sim --json sta', ['status']], ['--pro', ['--profile']], ['help mod', ['model']], ['help model s', ['show', 'set']],
    ['--profile ', ['default', 'sim']], ['--profile=s', ['--profile=sim']], ['--lang e', ['en']], ['--timeout ', []],
    ['plugin ', ['list', 'show', 'install', 'review', 'update', 'remove', 'settings', 'schema', 'widget', 'shortcut', 'enable', 'disable', 'new', 'lint', 'run', 'record', 'test', 'pack']], ['plugin show c', ['classrooms']], ['--lang zh plugin enable g', ['grades']], ['plugin show classrooms ', []],
    ['login --u', ['--user']], ['login --user 2', ['2500000001']], ['login --user=2', ['--user=2500000001']], ['login --service tree', ['treehole']], ['logout --user ', ['2500000001']],
    ['approvals deny ', ['a-1']], ['approvals deny a-1 --n', ['--note', '--no-color']], ['approvals deny a-1 --note ', []], ['grants revoke file:', ['file:abc:0']],
    ['effects ', ['show', 'set', 'reset']], ['effects set m', ['money']], ['effects set money ', ['allow', 'ask', 'deny']], ['effects set money ask --tool g', ['grades.list']], ['effects reset --plugin c', ['classrooms']], ['grants show f', ['file:abc:0']],
    ['policy explain --as sc', ['script', 'schedule']], ['policy explain classrooms.free --as=b', ['--as=bridge']], ['policy explain classrooms.free --t', ['--tags', '--text', '--tainted', '--timeout']], ['policy explain g', ['grades.list']], ['policy explain --as user classrooms.free --b', ['--building']], ['memory list --status p', ['pending']],
    ['plugin widget classrooms ', ['now', 'about']], ['plugin widget grades ', []], ['plugin widget classrooms now ', []], ['plugin shortcut classrooms ', ['1', '2']], ['plugin shortcut classrooms 1 ', []], ['plugin shortcut c', ['classrooms']],
    ['plugin settings classrooms ', ['set', 'reset']], ['plugin settings classrooms set ', ['campus', 'deep']], ['plugin settings classrooms reset d', ['deep']], ['plugin settings classrooms set campus ', ['燕园', '昌平']], ['plugin settings classrooms set deep ', ['true', 'false']], ['plugin settings classrooms reset campus ', []],
    ['plugin settings classrooms bogus ', []], ['login --service c', ['course', 'card']],
    ['completion ', ['bash', 'zsh', 'fish']], ['tools c', ['classrooms', 'classrooms.free']], ['keystore init --backend m', ['memory']],
    ['call ', ['classrooms.free', 'grades.list']], ['call classrooms.free --b', ['--building']], ['call classrooms.free --building ', ['理教', '文史']], ['call classrooms.free --building=文', ['--building=文史']],
    ['call classrooms.free --deep --bu', ['--building']], ['call classrooms.free --tags a --ta', ['--tags']], ['call classrooms.free --tags ', ['a', 'b']], ['call classrooms.free --text ', []],
    ['call nosuch.tool --i', ['--input']], ['nosuch ', []], ['ask -- --pro', []], ['ask wo', []], ['status ', []], ['plugin nosuch ', []],
  ])('%s', async (line, wanted) => {
    expect(await words(line)).toEqual(wanted)
  })

  it('behind a tool is what it takes and was not given yet, and what every command takes', async () => {
    const found = await words('call classrooms.free --building 理教 --')
    expect(found).toEqual(expect.arrayContaining(['--deep', '--tags', '--text', '--input', '--help', '--profile', '--json', '--allow-file']))
    expect(found).not.toContain('--building')
  })

  it.each(['--allow-file ', '--allow-file=', 'grants import ', 'call classrooms.free --input ', 'plugin install ', 'plugin lint ', 'plugin run ', 'plugin pack x --file ', 'plugin new x --to ', 'call classrooms.free --allow-file '])('%s is a file', async (line) => {
    expect((await at(line)).files).toBe(true)
  })

  it('comes from the daemon of the line’s own profile', async () => {
    asked.length = 0
    await words('call ')
    await words('--profile sim call ')
    await words('call grades.list --profile sim --json --')
    expect(asked).toEqual(['default', 'sim', 'sim'])
  })
})

describe('the words of a line', () => {
  it('are put together again where bash took them apart, and what it set aside is left out', () => {
    expect(typedLine('bash', ['--profile', '=', 's'])).toEqual({ before: [], current: '--profile=s', apart: 10 })
    expect(typedLine('bash', ['--profile', '='])).toEqual({ before: [], current: '--profile=', apart: 10 })
    expect(typedLine('bash', ['grants', 'revoke', 'file', ':', 'ab', ':', ''])).toEqual({ before: ['grants', 'revoke'], current: 'file:ab:', apart: 8 })
    expect(typedLine('bash', ['--lang', '=', 'en', 'sta'])).toEqual({ before: ['--lang=en'], current: 'sta', apart: 0 })
    expect(typedLine('bash', ['call', 'x.y', '--building', '"理'])).toEqual({ before: ['call', 'x.y', '--building'], current: '理', apart: 0 })
    expect(typedLine('bash', [])).toEqual({ before: [], current: '', apart: 0 })
    expect(typedLine('zsh', ['--profile=s'])).toEqual({ before: [], current: '--profile=s', apart: 0 })
  })
})

it.each(['$(x)', '`x`', 'a b', "a'b", 'a;b', 'a&b', '!x', '~', '*', 'a\tb', 'a\nb', '', 'a\u001bb', 'a\\b', '{a,b}', '#x', '=ls', '%1'])('%j is answered to no shell', (word) => {
  expect(isPlainWord(word)).toBe(false)
})

it('each shell’s script asks the program, and none holds a list of its own', () => {
  for (const shell of shells) {
    expect(scripts[shell]).toContain(`command pkuh completion ${shell} -- `)
    expect(scripts[shell]).toContain(':files')
    expect(scripts[shell]).not.toMatch(/approvals|classrooms/)
  }
})
