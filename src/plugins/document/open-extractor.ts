import { Worker } from 'node:worker_threads'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Json } from '../../rules/json.ts'
import { ToolFailure } from '../../sdk/index.ts'
import type { Answer, Extractor, Source, Spec } from './extract/extract-types.ts'

/** Workers at a time; a job beyond them waits. */
const most = 2
/** How long an idle worker is kept, in milliseconds. */
const idleMs = 30_000
/** A page within the budgets needs a fraction of this; a worker that wants more is ended by Node, the daemon lives. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/**
 * Opens an extractor over worker threads that are started on first need. `workerPath` is the absolute path of the
 * bundled worker (`dist/extract-worker.cjs`), from the composition root.
 */
export function openExtractor(workerPath: string): Extractor {
  /** Each with the timer that ends it, the longest idle first. */
  const idle = new Map<Worker, NodeJS.Timeout>()
  const all = new Set<Worker>()
  const waiting: (() => void)[] = []
  let busy = 0
  let closed = false

  const start = (): Worker => {
    // No environment, arguments or standard input: the worker gets pages and nothing else.
    const worker = new Worker(workerPath, { resourceLimits, env: {}, argv: [], execArgv: [] })
    worker.unref()
    all.add(worker)
    // What it breaks at after its job is nobody's, and an `error` that nobody hears would end the daemon.
    worker.on('error', () => {})
    worker.once('exit', () => { all.delete(worker); wake(worker) })
    return worker
  }
  const wake = (worker: Worker): Worker => {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    return worker
  }
  const end = (worker: Worker) => { void wake(worker).terminate() }
  const keep = (worker: Worker) => { idle.set(worker, setTimeout(() => end(worker), idleMs).unref()) }
  /** A job's turn, in order; a turn that ends is handed to the next job. */
  const turn = () => new Promise<void>((resolve) => {
    if (busy < most) { busy++; resolve() } else waiting.push(resolve)
  })
  const endTurn = () => {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }

  return {
    async extract(source, spec, signal) {
      await turn()
      try {
        signal.throwIfAborted()
        if (closed) throw new HarnessError('DOC_EXTRACT_FAILED')
        const [last] = [...idle.keys()].reverse()
        const worker = last ? wake(last) : start()
        const answer = await ask(worker, source, spec, signal).catch((error: unknown) => { end(worker); throw error })
        keep(worker)
        return answerValue(answer)
      } finally {
        endTurn()
      }
    },
    async close() {
      closed = true
      await Promise.all([...all].map((worker) => wake(worker).terminate()))
    },
  }
}

function ask(worker: Worker, source: Source, spec: Spec, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      signal.removeEventListener('abort', onAbort)
      worker.unref()
      done()
    }
    const onMessage = (answer: Answer) => settle(() => resolve(answer))
    const onError = (cause: Error) => settle(() => reject(new HarnessError('DOC_EXTRACT_FAILED', {}, { cause })))
    const onExit = () => settle(() => reject(new HarnessError('DOC_EXTRACT_FAILED')))
    const onAbort = () => settle(() => reject(signal.reason))
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    signal.addEventListener('abort', onAbort, { once: true })
    worker.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    worker.postMessage({ source, spec })
  })
}

/** A job's value; throws as `extract` rejects. */
export function answerValue(answer: Answer): Json {
  if (answer.ok) return answer.value
  if ('missing' in answer) throw new ToolFailure('site-changed', answer.missing)
  throw new HarnessError(answer.code, answer.params)
}
