import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'
import { openTerminal, whyNoTerminal } from './terminal.ts'

/** Each block of a page in its order: the words behind its fence, and what stands in it. */
const blocksOf = (page: string) => [...readFileSync(`docs/${page}`, 'utf8').matchAll(/^```(\w+)([^\n]*)\n([^]*?)^```$/gm)].map(([, lang = '', about = '', text = '']) => ({ lang, about: about.trim(), text }))

/** A line as a shell takes it apart, with `"…"` alone. */
const wordsOf = (line: string): string[] => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

async function atTerminal(words: string[], stage: Stage): Promise<void> {
  if (whyNoTerminal !== undefined) return
  using terminal = openTerminal(stage, words)
  await terminal.sees('exit=')
  expect(terminal.screen(), words.join(' ')).toContain('exit=0')
}

it('every command of docs/plugin-authors.md does what the page says, in its order', async () => {
  await using stage = await openStage()
  let commands = 0
  for (const { lang, about, text } of blocksOf('plugin-authors.md')) {
    const file = /file=(\S+)/.exec(about)?.[1]
    if (file !== undefined) {
      mkdirSync(dirname(join(stage.home, file)), { recursive: true })
      writeFileSync(join(stage.home, file), text)
    }
    if (lang !== 'sh') continue
    const exit = Number(/exit=(\d+)/.exec(about)?.[1] ?? 0)
    for (const line of text.trim().split('\n')) {
      const [program, ...words] = wordsOf(line)
      expect(program).toBe('pkuh')
      commands += 1
      if (about === 'terminal') await atTerminal(words, stage)
      else expect(await stage.pkuh(words), line).toMatchObject({ code: exit })
    }
  }
  expect(commands).toBe(10)
  if (whyNoTerminal === undefined) expect((await stage.pkuh(['plugin', 'test', 'office', '--mutate'])).stdout).toMatch(/first[^]*list/)
})

it('the page in Chinese has the same blocks', () => {
  expect(blocksOf('plugin-authors.zh.md')).toEqual(blocksOf('plugin-authors.md'))
})
