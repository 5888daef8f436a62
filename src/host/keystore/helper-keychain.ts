import { type ChildProcess, fork } from 'node:child_process'
import { dirname } from 'node:path'
import { HarnessError } from '../../rules/errors/index.ts'
import { helperEnvironment } from './helper-environment.ts'
import { helperAnswer, type HelperAnswer, type HelperRequest } from './helper-protocol.ts'
import type { Keychain } from './keychain.ts'
import { failureError, type KeychainFailure } from './outcome.ts'

export interface HelperOptions {
  readonly helper: string
  readonly service: string
  readonly timeoutMs: number
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** An idle helper is ended: it holds some 40 MB, and strings that cannot be overwritten. */
const idleMs = 30_000

/**
 * The system's keychain through a process of its own, for the native code may crash, and may wait for ever for a person
 * who is not there (bug-log 125). A call that takes too long ends with the helper; the next call starts another.
 */
export function helperKeychain({ helper, service, timeoutMs, env = process.env }: HelperOptions): Keychain {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let count = 0
  let closed = false

  const end = (): void => {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = undefined
  }
  const start = (): ChildProcess => {
    const started = fork(helper, [], {
      execArgv: [], env: helperEnvironment(env), cwd: dirname(helper), stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced',
    })
    // It must not keep this process alive; while a call is open, the kill timer does.
    started.unref()
    started.channel?.unref()
    started.on('error', () => undefined)
    return started
  }

  const call = async (request: Unnumbered, budgetMs: number): Promise<HelperAnswer> => {
    if (closed) throw new HarnessError('KEYSTORE_CLOSED')
    clearTimeout(idle)
    if (!child?.connected) { end(); child = start() }
    count += 1
    const answer = await converse(child, { ...request, id: count }, budgetMs)
    if (answer.outcome === 'lost') {
      end()
      throw failureError(answer, timeoutMs)
    }
    idle = setTimeout(end, idleMs)
    idle.unref()
    if (answer.outcome === 'failed') throw failureError(answer, timeoutMs)
    if (answer.outcome === 'damaged') throw new HarnessError('KEYSTORE_DAMAGED', { secret: request.name.split('/')[1] ?? 'item' })
    return answer
  }
  const refuseAnswer = (): never => {
    end()
    throw failureError({ state: 'dead', reason: 'bad-answer' }, timeoutMs)
  }

  return {
    get: async (name, budgetMs) => {
      const answer = await call({ op: 'get', service, name }, budgetMs)
      if (answer.outcome !== 'value') return refuseAnswer()
      return answer.value && Buffer.from(answer.value.buffer, answer.value.byteOffset, answer.value.byteLength)
    },
    set: async (name, value, budgetMs) => {
      const answer = await call({ op: 'set', service, name, value }, budgetMs)
      if (answer.outcome !== 'stored') refuseAnswer()
    },
    delete: async (name, budgetMs) => {
      const answer = await call({ op: 'delete', service, name }, budgetMs)
      return answer.outcome === 'deleted' ? answer.found : refuseAnswer()
    },
    rest: end,
    close: async () => {
      closed = true
      end()
    },
  }
}

/** The call had no answer: the helper is gone, silent or not to be trusted. */
type Lost = KeychainFailure & { readonly outcome: 'lost' }
type Unnumbered = HelperRequest extends infer Each ? Each extends { id: number } ? Omit<Each, 'id'> : never : never

/** One question and its answer, or why there is none. Never rejects; always within `budgetMs`. */
function converse(child: ChildProcess, request: HelperRequest, budgetMs: number): Promise<HelperAnswer | Lost> {
  return new Promise((resolve) => {
    const settle = (result: HelperAnswer | Lost) => {
      clearTimeout(timer)
      child.off('message', onMessage)
      child.off('exit', onExit)
      child.off('error', onExit)
      resolve(result)
    }
    const onMessage = (raw: unknown) => {
      const parsed = helperAnswer.safeParse(raw)
      settle(parsed.success && parsed.data.id === request.id ? parsed.data : { outcome: 'lost', state: 'dead', reason: 'bad-answer' })
    }
    const onExit = () => settle({ outcome: 'lost', state: 'dead', reason: 'helper-died' })
    const timer = setTimeout(() => settle({ outcome: 'lost', state: 'timed-out', reason: 'no-answer' }), budgetMs)
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.on('error', onExit)
    child.send(request, (error) => { if (error) onExit() })
  })
}
