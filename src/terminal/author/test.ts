import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFixtures } from '../../plugins/author/fixture.ts'
import { junitOf } from '../../plugins/author/junit.ts'
import { mutateFixture, type Survivor } from '../../plugins/author/mutate/mutate-fixture.ts'
import { readPlugin } from '../../plugins/author/read-plugin.ts'
import { openReplayer } from '../../plugins/author/replay.ts'
import { type Tested, testFixture } from '../../plugins/author/test-plugin.ts'
import { shownValue } from '../../plugins/author/trace-run.ts'
import { canExpect, updateExpectation } from '../../plugins/author/update-expectation.ts'
import { explain, HarnessError } from '../../rules/errors/index.ts'
import type { Json } from '../../rules/json.ts'
import { authorWords as w } from '../../rules/words/author.ts'
import type { Cli } from '../cli/cli.ts'
import { type Line, indented } from '../cli/line.ts'
import type { Done } from '../cli/print.ts'
import { type TestOptions, trustOf } from './add-author.ts'
import { failWith } from './fail-with.ts'
import { writeOver, writing } from './writing.ts'

/** Needs no daemon and no network. Ends with `AUTHOR_TEST_FAILED`, `AUTHOR_TEST_NONE`, `AUTHOR_MUTANTS_SURVIVED` or `AUTHOR_MUTANTS_NONE`. */
export async function testCommand(path: string, options: TestOptions, cli: Cli): Promise<Done> {
  const { io } = cli
  const { folder, files } = readPlugin(path)
  const fixtures = readFixtures(files)
  if (fixtures.length === 0) throw new HarnessError('AUTHOR_TEST_NONE', { path: path.slice(0, 200) })
  const replayer = openReplayer(files, { trust: trustOf(options) }, io.globals.lang)
  const [tests, lines, survivors]: [Tested[], Line[], Survivor[]] = [[], [], []]
  let changes = 0
  for (const fixture of fixtures) {
    io.signal.throwIfAborted()
    const tested = await testFixture(fixture, replayer)
    if (!tested.ok && options.update && canExpect(tested.outcome, fixture.expect)) {
      const text = updateExpectation(new TextDecoder().decode(files.get(fixture.file)), tested.outcome)
      writeOver(join(folder, fixture.file), text)
      tests.push({ ...tested, ok: true, differs: undefined })
      lines.push(io.say(w.updated, { file: fixture.file }))
    } else {
      tests.push(tested)
      lines.push(...(tested.ok ? [io.say(w.passed, { fixture: fixture.name, ms: Math.round(tested.ms) })] : [io.say(w.failed, { fixture: fixture.name }), indented(whyFailed(tested, cli), '    ')]))
    }
    if (options.mutate && tests.at(-1)?.ok) {
      const mutated = await mutateFixture(fixture, files, replayer)
      changes += mutated.changes
      survivors.push(...mutated.survivors)
    }
  }
  for (const one of survivors) lines.push(survivorLine(one, cli), indented(howToMend(one, cli), '    '))
  if (options.junit !== undefined) {
    const xml = junitOf(replayer.document.id, tests, survivors, { tested: (one) => whyFailed(one, cli), survived: (one) => `${survivorLine(one, cli)}\n${howToMend(one, cli)}` })
    writing(options.junit, (at) => writeFileSync(at, xml))
  }
  const failed = tests.filter(({ ok }) => !ok).length
  const data = { plugin: replayer.document.id, tests: tests.map(({ fixture, file, tool, ok, differs, outcome, ms }) => ({ fixture, file, tool, ok, differs: differs ?? null, fails: outcome.ok ? null : outcome.fails, ms: Math.round(ms) })), ...(options.mutate ? { changes, survivors } : {}) }
  if (failed > 0) failWith(new HarnessError('AUTHOR_TEST_FAILED', { failed, count: tests.length }), data, lines, cli)
  if (survivors.length > 0) failWith(new HarnessError('AUTHOR_MUTANTS_SURVIVED', { changes, count: survivors.length }), data, lines, cli)
  if (options.mutate && changes === 0) failWith(new HarnessError('AUTHOR_MUTANTS_NONE'), data, lines, cli)
  return { data, lines: options.mutate ? [...lines, io.say(w.noticed, { changes })] : lines }
}

function whyFailed({ expected, differs, outcome }: Tested, { io }: Cli): string {
  const { lang } = io.globals
  const found = outcome.ok ? shownValue(outcome.result) : `${outcome.fails}: ${outcome.error instanceof HarnessError ? explain(outcome.error, lang).message : outcome.error.message}`
  if (!expected) return io.say(w.noExpectation, { found })
  if ('fails' in expected) return io.say(w.wrongEnd, { expected: expected.fails, found })
  if (!outcome.ok || !differs) return io.say(w.shouldGive, { found })
  const shown = (value: Json | undefined): string => (value === undefined ? io.say(w.absent) : shownValue(value))
  return io.say(w.differs, { at: differs.at, expected: shown(differs.expected), found: shown(differs.found) })
}

const kindWords = { selector: w.kindSelector, attribute: w.kindAttribute, header: w.kindHeader, key: w.kindKey } as const

function survivorLine({ fixture, kind, what, change, of, how }: Survivor, { io }: Cli): string {
  const named = `${io.say(of === 'all' ? w.ofAll : w.ofOne)}${io.say(kindWords[kind], { name: what })}`
  const about = { fixture, what: named, change: io.say(w[change]) }
  return 'hollow' in how ? io.say(w.hollow, { ...about, at: how.hollow }) : io.say(w.failsOtherwise, { ...about, fails: how.fails })
}

const howToMend = ({ kind, what }: Survivor, { io }: Cli): string =>
  (kind === 'key' ? io.say(w.mendKey, { key: what.split('.').at(-1) ?? what }) : io.say(w.mendSelector, { name: JSON.stringify(what) }))
