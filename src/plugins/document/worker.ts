/** The extraction worker's main file, bundled alone to `dist/extract-worker.cjs`. It gets a job, answers it, and waits. */
import { parentPort } from 'node:worker_threads'
import type { Source, Spec } from './extract/extract-types.ts'
import { runJob } from './extract/run-job.ts'

parentPort?.on('message', (job: { readonly source: Source; readonly spec: Spec }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread's port has no origin
  parentPort?.postMessage(runJob(job.source, job.spec))
})
