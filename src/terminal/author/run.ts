import { type FixtureInput, fixtureNamed, readFixtures } from '../../plugins/author/fixture.ts'
import { readPlugin } from '../../plugins/author/read-plugin.ts'
import { recordingFiles } from '../../plugins/author/recording-files.ts'
import { openReplayer, type Outcome } from '../../plugins/author/replay.ts'
import { type TracedStep, traceRun } from '../../plugins/author/trace-run.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Json } from '../../rules/json.ts'
import { authorWords as w } from '../../rules/words/author.ts'
import type { Lang } from '../../sdk/index.ts'
import type { Cli } from '../cli/cli.ts'
import { type Line, indented } from '../cli/line.ts'
import { callFailed, type Done } from '../cli/print.ts'
import { showJson } from '../cli/show-json.ts'
import type { RunOptions } from './add-author.ts'
import { failWith } from './fail-with.ts'
import { takeOptions } from './take-options.ts'
import { tryTool } from './try-tool.ts'

/** On a recording, offline; or by the daemon, through the monitor like any call. */
export async function runCommand(path: string, words: readonly string[], given: RunOptions, cli: Cli): Promise<Done> {
  const taken = takeOptions(words, { '--trace': false, '--fixture': true, '--official': false }, cli)
  const trace = given.trace ?? taken.options['--trace'] !== undefined
  const name = given.fixture ?? taken.options['--fixture']
  if (name === undefined) return runLive(path, taken, trace, cli)
  const { files } = readPlugin(path)
  const fixture = fixtureNamed(readFixtures(files), name)
  const traced = await traceRun(fixture, openReplayer(files, { trust: given.official || taken.options['--official'] !== undefined ? 'official' : 'community' }, cli.io.globals.lang))
  return told(traced.outcome, trace ? traced.steps : [], cli)
}

/** What the sites answered is run once more here, offline, so that a trace of a live call and of a recording are one. */
async function runLive(path: string, { tool, rest }: Pick<ReturnType<typeof takeOptions>, 'tool' | 'rest'>, trace: boolean, cli: Cli): Promise<Done> {
  const { io } = cli
  if (tool === undefined) throw new HarnessError('USAGE', { problem: io.say(w.fixtureNeeded) })
  const tried = await tryTool(path, tool, rest, cli)
  const { files } = readPlugin(path)
  const steps = trace && tried.recording ? await stepsOf(tried.recording, files, io.globals.lang) : []
  if (trace && !tried.recording) io.tell(io.say(w.noTrace, { why: io.say(tried.withheld === 'secret' ? w.whySecret : w.whySize) }))
  if (!io.globals.json) showSteps(steps, cli)
  const { outcome } = tried
  if (!outcome.ok) throw callFailed(outcome.error, outcome.callId)
  const { callId, trust, untrusted } = outcome
  return { data: outcome.data, about: { call: { id: callId, tool: outcome.tool, trust, untrusted }, ...aboutSteps(steps) }, lines: showJson(outcome.data) }
}

async function stepsOf(recording: FixtureInput, files: ReturnType<typeof readPlugin>['files'], lang: Lang): Promise<readonly TracedStep[]> {
  const made = recordingFiles('live', recording, files)
  return (await traceRun(made.fixture, openReplayer(new Map([...files, ...made.files]), { trust: 'community' }, lang))).steps
}

const aboutSteps = (steps: readonly TracedStep[]): { readonly [name: string]: Json } => (steps.length > 0 ? { steps: JSON.parse(JSON.stringify(steps)) } : {})

/** The result as data; the steps are talk, or a field of the document. */
export function told(outcome: Outcome, steps: readonly TracedStep[], cli: Cli): Done {
  const { io } = cli
  if (!io.globals.json) showSteps(steps, cli)
  const about = aboutSteps(steps)
  if (outcome.ok) return { data: outcome.result, about, lines: showJson(outcome.result) }
  const { error } = outcome
  const failure = error instanceof HarnessError ? error : new HarnessError('AUTHOR_RUN_FAILED', { kind: outcome.fails, detail: error.message })
  return failWith(failure, about, [], cli)
}

/** A step of a loop is shown where it first gave something, with how often it ran; one that failed, always. */
function showSteps(steps: readonly TracedStep[], cli: Cli): void {
  const shown = new Set<string>()
  for (const step of steps) {
    if (shown.has(step.at) && !step.failed) continue
    shown.add(step.at)
    const same = steps.filter(({ at }) => at === step.at)
    const times = same.length
    const telling = step.failed ? step : same.find(({ value, failed }) => !failed && value !== undefined && !nothing.has(value)) ?? step
    for (const line of stepLines(telling, cli)) cli.io.tell(line)
    if (times > 1 && !step.failed) cli.io.tell(indented(cli.io.say(w.times, { times, shown: same.indexOf(telling) + 1 }), '    '))
  }
}

/** As `shownValue` writes what is empty. */
const nothing = new Set(['null', '""', '{}', '[0] []'])

function stepLines({ at, kind, ms, fuelLeft, failed, requests, matched, value }: TracedStep, { io }: Cli): Line[] {
  const under = (text: string): Line => indented(text, '    ')
  return [
    failed ? io.say(w.stepFailed, { at, kind }) : io.say(w.step, { at, kind, ms: ms.toFixed(1), fuel: fuelLeft }),
    ...requests.map(({ request, status, bytes, ms: took }) => under(took === undefined ? io.say(w.request, { request, status, bytes }) : io.say(w.requestTook, { request, status, bytes, ms: took }))),
    ...matched.map(({ what, count, first }) => under(first === undefined ? io.say(w.matchedNone, { what }) : io.say(w.matched, { what, count, first }))),
    ...(value === undefined ? [] : [under(io.say(w.value, { value }))]),
  ]
}
