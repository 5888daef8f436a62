// What `invoke()` takes of a read call beside the tool's own work, and the rows alone that it keeps: a line of JSON, medians in
// milliseconds of rounds that alternate, so that both see the same machine. `run.mjs` bundles and runs it.
import { z } from 'zod'
import { systemClock } from '../src/host/clock/clock.ts'
import { makeScrubber } from '../src/rules/redaction.ts'
import { makePlugin, makeTool } from '../test/monitor/world/tools.ts'
import { makeTurn } from '../test/monitor/world/turn.ts'
import { dataOf, makeWorld } from '../test/monitor/world/world.ts'

const rounds = Number(process.argv[2] ?? 20_000)
/** What is left out: the first rounds, in which nothing is compiled yet. */
const warm = Math.floor(rounds / 4)

/** What a small answer of a campus service gives: rows of short texts. What cleaning costs grows with them. */
const page = { rows: Array.from({ length: 3 }, (_, index) => ({ id: `250${index}`, title: `第 ${index} 条：关于选课与考试安排的通知`, date: '2026-09-01', place: '理教 201', credits: 3 })) }
/** Text of others in the context, and the person's words, as after a few steps of a turn. */
const turn = makeTurn({
  userWords: '帮我看看这学期的成绩和明天的课', labels: { untrusted: ['notices.list'], private: ['grades'] },
  texts: Array.from({ length: 8 }, (_, index) => ({ source: 'notices.list', text: `通知 ${index}：${'请同学们按时提交作业，逾期不候。'.repeat(20)}` })),
})
const scrubber = makeScrubber(() => ['correct-horse-battery', 'JSESSIONID=0123456789abcdef', 'sk-0123456789abcdef0123456789abcdef'])

/** A tool that has nothing to do. */
const look = makeTool({
  name: 'list', trust: 'official', private: true, destinations: [{ kind: 'campus', service: 'portal' }],
  input: z.strictObject({ term: z.string(), limit: z.number().default(20) }), run: async () => page,
})
using world = makeWorld({
  plugins: [makePlugin([look])], house: { scrubber, clock: systemClock },
  scrub: (detail) => Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, scrubber.json(value)])),
})

/** The turn's own, as its calls share one. */
const { signal } = new AbortController()

async function call(): Promise<number> {
  const began = performance.now()
  const outcome = await world.call('probe.list', { term: '25-26-1' }, { turn, signal })
  const took = performance.now() - began
  dataOf(outcome)
  return took
}

await call()
const rows = world.store.audit.list({ limit: 3 }).map(({ kind, plugin, detail }) => ({ kind, plugin, detail }))
let made = 0
/** The rows that such a call keeps, and nothing else of it. */
function records(): number {
  const began = performance.now()
  world.store.transaction(() => {
    world.store.audit.appendAll(rows.map((row) => ({ ...row, callId: `call-${made++}` })))
  }, 'soon')
  return performance.now() - began
}

const [calls, kept]: [number[], number[]] = [[], []]
for (let round = 0; round < rounds; round++) {
  calls.push(await call())
  kept.push(records())
}
const middle = (times: readonly number[], part: number): number => times.slice(warm).toSorted((a, b) => a - b)[Math.floor((rounds - warm) * part)] ?? Number.NaN
console.log(JSON.stringify({ call: middle(calls, 0.5), records: middle(kept, 0.5), quiet: { call: middle(calls, 0.05), records: middle(kept, 0.05) }, rounds }))
