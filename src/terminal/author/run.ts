import { fixtureNamed, readFixtures } from '../../plugins/author/fixture.ts'
import { readPlugin } from '../../plugins/author/read-plugin.ts'
import { openReplayer, type Outcome } from '../../plugins/author/replay.ts'
import { type TracedStep, traceRun } from '../../plugins/author/trace-run.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { authorWords as w } from '../../rules/words/author.ts'
import type { Cli } from '../cli/cli.ts'
import { type Line, indented } from '../cli/line.ts'
import type { Done } from '../cli/print.ts'
import { showJson } from '../cli/show-json.ts'
import type { RunOptions } from './add-author.ts'
import { failWith } from './fail-with.ts'
import { takeOptions } from './take-options.ts'

/** On a recording, offline; or by the daemon, through the monitor like any call. */
export async function runCommand(path: string, words: readonly string[], given: RunOptions, cli: Cli): Promise<Done> {
  const taken = takeOptions(words, { '--trace': false, '--fixture': true, '--official': false }, cli)
  const trace = given.trace ?? taken.options['--trace'] !== undefined
  const name = given.fixture ?? taken.options['--fixture']
  const { files } = readPlugin(path)
  if (name === undefined) throw new HarnessError('USAGE', { problem: cli.io.say(w.fixtureNeeded) })
  const fixture = fixtureNamed(readFixtures(files), name)
  const traced = await traceRun(fixture, openReplayer(files, { trust: given.official || taken.options['--official'] !== undefined ? 'official' : 'community' }))
  return told(traced.outcome, trace ? traced.steps : [], cli)
}

/** The result as data; the steps are talk, or a field of the document. */
export function told(outcome: Outcome, steps: readonly TracedStep[], cli: Cli): Done {
  const { io } = cli
  if (!io.globals.json) for (const step of steps) for (const line of stepLines(step, cli)) io.tell(line)
  const about = steps.length > 0 ? { steps: JSON.parse(JSON.stringify(steps)) } : {}
  if (outcome.ok) return { data: outcome.result, about, lines: showJson(outcome.result) }
  const { error } = outcome
  const failure = error instanceof HarnessError ? error : new HarnessError('AUTHOR_RUN_FAILED', { kind: outcome.fails, detail: error.message })
  return failWith(failure, about, [], cli)
}

function stepLines({ at, kind, ms, fuelLeft, failed, requests, matched, value }: TracedStep, { io }: Cli): Line[] {
  const under = (text: string): Line => indented(text, '    ')
  return [
    failed ? io.say(w.stepFailed, { at, kind }) : io.say(w.step, { at, kind, ms: ms.toFixed(1), fuel: fuelLeft }),
    ...requests.map(({ request, status, bytes, ms: took }) => under(took === undefined ? io.say(w.request, { request, status, bytes }) : io.say(w.requestTook, { request, status, bytes, ms: took }))),
    ...matched.map(({ what, count, first }) => under(first === undefined ? io.say(w.matchedNone, { what }) : io.say(w.matched, { what, count, first }))),
    ...(value === undefined ? [] : [under(io.say(w.value, { value }))]),
  ]
}
