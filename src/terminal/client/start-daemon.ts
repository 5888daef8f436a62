import { spawn } from 'node:child_process'
import { bundlePath } from '../../daemon/protocol/bundles.ts'
import { childEnvironment, daemonFlags } from '../../daemon/protocol/environment.ts'
import type { Profile } from '../../daemon/protocol/places.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { isObject } from '../../rules/json.ts'
import { toldError } from './told-error.ts'

/** How long a start may take before the child is given up, in milliseconds. */
const patienceMs = 15_000

export interface StartOptions {
  /** Gets its process id at once, for who must end it whatever comes. */
  readonly onSpawn?: (pid: number) => void
  /** Gives up a start that is under way, and ends what had begun to start. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Starts a daemon of its own session and waits until it says that it is ready. Resolves `taken` when another one holds the
 * profile: then that one is to be used. Rejects with the daemon's own start error, `DAEMON_START_FAILED`, or the signal's reason.
 */
export function startDaemon(profile: Profile, env: NodeJS.ProcessEnv = process.env, { onSpawn, signal }: StartOptions = {}): Promise<'started' | 'taken'> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const child = spawn(process.execPath, [...daemonFlags, bundlePath('daemon.mjs'), '--profile', profile, '--ready-fd', '3'], {
      detached: true, env: childEnvironment(env), cwd: '/', stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    if (child.pid !== undefined) onSpawn?.(child.pid)
    const pipe = child.stdio[3]
    let told = ''
    const settle = (outcome: 'started' | 'taken' | HarnessError): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      child.unref()
      if (pipe && 'destroy' in pipe) pipe.destroy()
      if (outcome instanceof HarnessError) reject(outcome)
      else resolve(outcome)
    }
    // It is not up yet, so nothing is under way in it that could be lost.
    const giveUp = (why: HarnessError): void => { child.kill('SIGKILL'); settle(why) }
    const onAbort = (): void => giveUp(signal?.reason instanceof HarnessError ? signal.reason : new HarnessError('INTERRUPTED'))
    const timer = setTimeout(() => giveUp(new HarnessError('DAEMON_START_FAILED', { problem: 'timeout' })), patienceMs)
    signal?.addEventListener('abort', onAbort, { once: true })
    child.once('error', (cause) => settle(new HarnessError('DAEMON_START_FAILED', { problem: cause.message }, { cause })))
    pipe?.on('data', (chunk: Buffer) => {
      told += chunk.toString('utf8')
      if (told.includes('\n')) settle(readReport(told))
    })
    pipe?.on('error', () => { /* its end tells */ })
    // `close`, not `exit`: a process may have ended before what it wrote was read.
    child.once('close', (code, signal) => settle(new HarnessError('DAEMON_START_FAILED', { problem: signal ?? `exit ${code ?? '?'}` })))
  })
}

/** The one line a starting daemon writes: `{"ready":true}`, or its error's code and parameters. */
function readReport(line: string): 'started' | 'taken' | HarnessError {
  let report: unknown
  try { report = JSON.parse(line) } catch { report = undefined }
  if (isObject(report) && report['ready'] === true) return 'started'
  const error = toldError(report) ?? new HarnessError('DAEMON_START_FAILED', { problem: 'no report' })
  return error.code === 'DAEMON_TAKEN' ? 'taken' : error
}
