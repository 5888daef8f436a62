import { parseArgs } from 'node:util'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { runCase, targets } from './all-targets.ts'
import { readCorpus } from './corpus.ts'

/**
 * `npm run fuzz -- --minutes N`: random and changed real inputs for expressions, extractors and manifests, each target in its turn. A
 * crash, a wrong type or a case that takes over `--limit` milliseconds (twice: the machine may be busy) is printed with
 * its seed and ends the run with 1; the seeds that were mended stand in test/fuzz/seeds.json. `--target NAME --seed S` runs one case.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' }, limit: { type: 'string', default: '2000' }, target: { type: 'string' }, seed: { type: 'string' } } })
const limitMs = Number(values.limit)
/** After this a case is not slow, it hangs, and its thread is ended. */
const hangMs = 5 * limitMs + 5_000

/** What the thread is at, for the one that watches it: the target's place, the seed, when it began; then how many cases are done. */
const progress = (buffer: SharedArrayBuffer) => ({ at: new Int32Array(buffer, 0, 4), began: new Float64Array(buffer, 16, 1) })

function work(buffer: SharedArrayBuffer, firstSeed: number): void {
  const { at, began } = progress(buffer)
  const corpus = readCorpus()
  const run = (name: string, seed: number): number => {
    began[0] = Date.now()
    const from = performance.now()
    runCase(name, seed, corpus)
    return performance.now() - from
  }
  const end = Date.now() + Number(values.minutes) * 60_000
  for (let seed = firstSeed; Date.now() < end; seed = (seed + 1) & 0x7fff_ffff) {
    for (const [index, { name }] of targets.entries()) {
      Atomics.store(at, 0, index)
      Atomics.store(at, 1, seed)
      try {
        const took = run(name, seed)
        if (took > limitMs && run(name, seed) > limitMs) failed(name, seed, `took ${Math.round(took)} ms`)
      } catch (error) {
        failed(name, seed, error instanceof Error ? error.stack ?? error.message : String(error))
      }
      Atomics.add(at, 2, 1)
    }
  }
  began[0] = 0
  Atomics.store(at, 3, failures)
}

let failures = 0
function failed(name: string, seed: number, why: string): void {
  failures++
  console.error(`✗ ${name}, seed ${seed}: ${why.slice(0, 1_500)}\n  again: npm run fuzz -- --target ${JSON.stringify(name)} --seed ${seed}`)
}

async function watch(): Promise<void> {
  const buffer = new SharedArrayBuffer(24)
  const { at, began } = progress(buffer)
  const firstSeed = values.seed === undefined ? Math.floor(Math.random() * 0x7fff_ffff) : Number(values.seed)
  console.log(`from seed ${firstSeed}, ${values.minutes} min, ${targets.map(({ name }) => name).join(', ')}${readCorpus().real ? '' : '; without the real data, which are not there'}`)
  const worker = new Worker(new URL(import.meta.url), { workerData: { buffer, firstSeed }, argv: process.argv.slice(2), resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 4 } })
  const watcher = setInterval(() => {
    if (began[0] === undefined || began[0] === 0 || Date.now() - began[0] < hangMs) return
    failed(targets[Atomics.load(at, 0)]?.name ?? '?', Atomics.load(at, 1), `hangs for over ${hangMs} ms`)
    void worker.terminate()
  }, 500)
  await new Promise<void>((resolve) => {
    worker.once('error', (error) => { failed(targets[Atomics.load(at, 0)]?.name ?? '?', Atomics.load(at, 1), `ended its thread: ${String(error)}`) })
    worker.once('exit', () => resolve())
  })
  clearInterval(watcher)
  const wrong = failures + Atomics.load(at, 3)
  console.log(`${Atomics.load(at, 2)} cases, ${wrong} wrong`)
  process.exitCode = wrong === 0 ? 0 : 1
}

if (!isMainThread) work(workerData.buffer, workerData.firstSeed)
else if (values.target !== undefined) { runCase(values.target, Number(values.seed), readCorpus()); console.log('as it should be') }
else await watch()
