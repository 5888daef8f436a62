import { execFile } from 'node:child_process'
import { bundlePath } from '../../daemon/protocol/bundles.ts'
import { childEnvironment, daemonFlags } from '../../daemon/protocol/environment.ts'
import type { Profile } from '../../daemon/protocol/places.ts'
import type { HarnessError } from '../../rules/errors/index.ts'
import { isObject } from '../../rules/json.ts'
import { toldError } from '../client/told-error.ts'

/** What a start of the daemon would fail of, by what it is about. */
export type StartFaults = Readonly<Partial<Record<string, HarnessError>>>

/** How long the daemon's program may take to look, in milliseconds: a large database is read whole. */
const patienceMs = 20_000

/** Asks the daemon's own program, which knows the settings and the database; it looks and starts nothing. Undefined when it gives no answer. */
export function askStart(profile: Profile, env: NodeJS.ProcessEnv): Promise<StartFaults | undefined> {
  const args = [...daemonFlags, bundlePath('daemon.mjs'), '--profile', profile, '--check', '--ready-fd', '1']
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: childEnvironment(env), cwd: '/', timeout: patienceMs }, (_, stdout) => {
      let answer: unknown
      try { answer = JSON.parse(stdout) } catch { answer = undefined }
      const faults = isObject(answer) && Array.isArray(answer['faults']) ? answer['faults'] : undefined
      resolve(faults && Object.fromEntries(faults.flatMap((fault: unknown) => readFault(fault) ?? [])))
    })
  })
}

function readFault(fault: unknown): [string, HarnessError][] | undefined {
  const error = toldError(fault)
  return error && isObject(fault) && typeof fault['what'] === 'string' ? [[fault['what'], error]] : undefined
}
