import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readFixtures } from '../../plugins/author/fixture.ts'
import { findingWords } from '../../plugins/author/lint/finding.ts'
import { lintDocument } from '../../plugins/author/lint/lint-document.ts'
import { checkNewId, checkNewPage, newPlugin } from '../../plugins/author/new-plugin.ts'
import { newShapes, type Shape } from '../../plugins/author/new-shapes.ts'
import { openReplayer } from '../../plugins/author/replay.ts'
import { testFixture } from '../../plugins/author/test-plugin.ts'
import { explain, HarnessError } from '../../rules/errors/index.ts'
import { authorWords as w } from '../../rules/words/author.ts'
import { reportInProfile } from '../../rules/words/in-profile.ts'
import type { Words } from '../../sdk/index.ts'
import type { Cli } from '../cli/cli.ts'
import type { Done } from '../cli/print.ts'
import { prompt } from '../cli/prompt.ts'
import type { NewOptions } from './add-author.ts'
import { writeNew } from './writing.ts'

/** Asks for what the line does not say. The plugin is checked and tested before anything is written, and nothing is overwritten. */
export async function newCommand(given: string | undefined, options: NewOptions, cli: Cli): Promise<Done> {
  const { io } = cli
  const answers = await ask(given, options, cli)
  const folder = options.to ?? answers.id
  if (existsSync(folder)) throw new HarnessError('AUTHOR_FOLDER_EXISTS', { path: folder.slice(0, 200) })
  const files = newPlugin(answers)
  // Reading refuses what no community plugin may ask, such as a path of a campus service that is not listed.
  const replayer = openReplayer(files, { trust: 'community' })
  for (const fixture of readFixtures(files)) if (!(await testFixture(fixture, replayer)).ok) throw new HarnessError('UNEXPECTED', { problem: fixture.name })
  const [finding] = lintDocument(files, 'community')
  // Of what was given: the rest is the same for everyone, and clean.
  if (finding) throw new HarnessError('AUTHOR_NEW_REFUSED', { says: findingWords(finding, io.globals.lang).says })
  for (const [name, bytes] of files) writeNew(join(folder, name), bytes)
  return { data: { plugin: answers.id, folder, files: [...files.keys()] }, lines: [io.say(w.made, { folder }), io.say(w.next, { folder, page: [...files.keys()].find((name) => name.startsWith('fixtures/page.')) ?? '' })] }
}

type Answers = Parameters<typeof newPlugin>[0]

async function ask(given: string | undefined, options: NewOptions, { io }: Cli): Promise<Answers> {
  const missing = [...(given === undefined ? ['ID'] : []), ...(['name', 'page', 'shape'] as const).filter((key) => options[key] === undefined).map((key) => `--${key}`)]
  if (missing.length > 0 && !io.interactive) throw new HarnessError('AUTHOR_ANSWER_NEEDED', { options: missing.join(' ') })
  const line = async (already: string | undefined, question: Words, fallback?: string): Promise<string> => {
    if (already !== undefined) return already
    const typed = (await prompt(io.say(question), io, false))?.trim()
    if (typed === undefined) throw new HarnessError('INTERRUPTED')
    return typed === '' && fallback !== undefined ? fallback : typed
  }
  /** Asked again while it cannot be: all of the questions after it would be answered in vain. What the line itself says wrong ends the command. */
  const sound = async (already: string | undefined, question: Words, check: (typed: string) => void): Promise<string> => {
    for (;;) {
      const typed = await line(already, question)
      try { check(typed); return typed } catch (error) {
        if (already !== undefined || !(error instanceof HarnessError)) throw error
        const { message, hint } = reportInProfile(explain(error, io.globals.lang), io.globals.profile)
        io.tell(message)
        io.tell(hint)
      }
    }
  }
  const id = await sound(given, w.askId, checkNewId)
  const zh = await line(options.name, w.askName, id)
  const en = await line(options.nameEn ?? (missing.length === 0 ? id : undefined), w.askNameEn, id)
  const page = await sound(options.page, w.askPage, checkNewPage)
  return { id, name: { zh, en }, page, shape: options.shape ?? await askShape(line), at: now() }
}

/** Until it is one of them. */
async function askShape(line: (already: string | undefined, question: Words) => Promise<string>): Promise<Shape> {
  for (;;) {
    const typed = (await line(undefined, w.askShape)).toLowerCase()
    const named = newShapes.find((shape) => shape === typed)
    if (named) return named
    if (typed === '列表' || typed === '表格') return typed === '列表' ? 'list' : 'table'
  }
}

/** The moment in the campus's own zone. */
const now = (): string => `${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`
