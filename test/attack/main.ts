import { parseArgs } from 'node:util'
import { runEverything } from './suite/run-everything.ts'
import { isMet, linesOf } from './suite/figures.ts'

/**
 * `npm run attack`: every attack of the suite, and the report of what arrived at the receiving ends. Ends with 1 where a figure is not
 * as it is wanted. `--json` prints one document instead of lines; `--every N` runs each Nth combination; `--seed`, `--runs`
 * and `--depth` are the fuzzing model's.
 */
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, every: { type: 'string', default: '1' }, seed: { type: 'string' }, runs: { type: 'string' }, depth: { type: 'string' } } })

const reports = await runEverything({
  every: Number(values.every), seed: values.seed === undefined ? undefined : Number(values.seed), runs: values.runs === undefined ? undefined : Number(values.runs), depth: values.depth === undefined ? undefined : Number(values.depth),
  onReport: (report) => { if (!values.json) console.log(`${linesOf(report).join('\n')}\n`) },
  onSkip: (why) => { console.error(why) },
})
const ok = reports.every(({ figures }) => figures.every(isMet))
if (values.json) console.log(JSON.stringify({ ok, reports: reports.map((report) => ({ ...report, figures: report.figures.map((figure) => ({ ...figure, met: isMet(figure) })) })) }))
else console.log(ok ? 'Every figure is as it is wanted.' : 'A figure is missed.')
process.exitCode = ok ? 0 : 1
