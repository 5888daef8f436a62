import { systemClock } from '../../../src/host/clock/clock.ts'
import type { Caps } from '../../../src/host/net/door.ts'
import { openDoor } from '../../../src/host/net/open-door.ts'
import { HarnessError } from '../../../src/rules/errors/index.ts'

/** Asks each path many times through a door of its own and tells how each ended, how long it took and how far the process grew. Run as a process, so that nothing else is measured. */
export interface BombTask { readonly port: number; readonly ca: string; readonly host: string; readonly paths: readonly string[]; readonly times: number; readonly caps: Partial<Caps> }
export interface BombReport { readonly path: string; readonly codes: readonly string[]; readonly fastestMs: number; readonly slowestMs: number; readonly grownMiB: number }

const task: BombTask = JSON.parse(process.argv[2] ?? '')
const door = openDoor({ kind: 'sim', port: task.port, ca: task.ca, hosts: [task.host] }, { clock: systemClock })
const ask = (path: string) => door.request({ destination: { kind: 'campus', service: 'test' }, url: `https://${task.host}${path}`, hosts: [task.host], caps: task.caps })
const peakMiB = () => process.resourceUsage().maxRSS / 1024

// What the client, its TLS and each decoder need once is not growth.
for (let n = 0; n < 5; n += 1) for (const path of task.paths) await ask(path.replace('bomb', 'small'))
for (const path of task.paths) {
  const codes = new Set<string>()
  const took: number[] = []
  const before = peakMiB()
  for (let n = 0; n < task.times; n += 1) {
    const started = performance.now()
    codes.add(await ask(path).then(() => 'it went through', (error: unknown) => error instanceof HarnessError ? error.code : String(error)))
    took.push(performance.now() - started)
  }
  const report: BombReport = { path, codes: [...codes], fastestMs: Math.min(...took), slowestMs: Math.max(...took), grownMiB: peakMiB() - before }
  console.log(JSON.stringify(report))
}
await door.close()
