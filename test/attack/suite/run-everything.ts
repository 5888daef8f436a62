import { dojoReport } from '../agentdojo/run-dojo.ts'
import { fuzzReport } from '../fuzz/fuzz-report.ts'
import { openBase } from '../stage/base.ts'
import { openCampusStage } from '../stage/campus-stage.ts'
import { everyNth } from './combinations.ts'
import type { Report } from './figures.ts'
import { figuresOf, notesOf } from './report.ts'
import { runAttacks, runBenign } from './run-suite.ts'

export interface Wanted {
  /** Each so-many-th combination. */
  readonly every: number
  readonly seed: number | undefined
  readonly runs: number | undefined
  readonly depth: number | undefined
  readonly onReport: (report: Report) => void
  readonly onSkip: (why: string) => void
}

/** All the suites, one after the other. */
export async function runEverything(wanted: Wanted): Promise<readonly Report[]> {
  const reports: Report[] = []
  const keep = (report: Report): void => { reports.push(report); wanted.onReport(report) }
  keep(await obedientReport(wanted))
  const dojo = await dojoReport(wanted.every)
  if (dojo) keep(dojo)
  else if (process.env['CI'] === 'true') throw new Error('../shared/data/injection/agentdojo is not there')
  else wanted.onSkip('AgentDojo: skipped, since ../shared/data/injection/agentdojo is not there')
  keep(await fuzzReport(wanted))
  return reports
}

/** The obedient model over our own corpus. */
export async function obedientReport({ every }: Pick<Wanted, 'every'>): Promise<Report> {
  const began = performance.now()
  const list = everyNth(every)
  await using stage = await openCampusStage()
  using base = openBase(stage)
  const benign = await runBenign(stage, base)
  const counted = await runAttacks(list, stage, base)
  return { suite: 'The obedient model, on our own plugins and fixtures', figures: figuresOf(counted, benign), notes: notesOf(counted, list), seconds: (performance.now() - began) / 1000 }
}
