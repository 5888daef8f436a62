// `npm run bench`: each figure against its baseline in the same run, and the aim beside it. Nothing here is a test.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { cli, median, openStage, timed, until } from './stage.mjs'

/** The flags that `pkuh` starts a daemon with, as its source has them: Node 20 imports no TypeScript. */
const lean = JSON.parse(/daemonFlags[^=]*= (\[.*\])/.exec(readFileSync('src/daemon/protocol/environment.ts', 'utf8'))[1].replaceAll("'", '"'))
const rounds = Number(process.env.ROUNDS ?? 40)
const rows = []
/** How long one tool step took, where it was measured. */
let stepMs
/** What Node's own start takes here, by the same run. Machines differ by three times and more, so a figure in milliseconds stands beside how many of these it is. */
let nodeMs
const report = (what, figure, aim, note = '') => rows.push({ what, figure, aim, note })
/** A figure with an aim in milliseconds. The aims are a machine's on which `node -e 0` takes 20 ms. */
const reportMs = (what, ms, digits, aim, note) =>
  report(what, `${ms.toFixed(digits)} ms`, `≤ ${aim} ms`, `${(ms / nodeMs).toPrecision(2)} × \`node -e 0\`, aim ${(aim / 20).toPrecision(2)} ×; ${note}`)

const launch = (args, env) => timed(() => new Promise((done, fail) => {
  execFile(process.execPath, args, { env }, (error) => (error ? fail(error) : done()))
}))

/** Warm `pkuh status` against Node's own start, in turn, so that both see the same machine. */
async function status(stage) {
  await stage.run('status')
  const [node, pkuh] = [[], []]
  for (let round = 0; round < rounds; round++) {
    node.push(await launch(['-e', '0'], stage.env))
    pkuh.push(await launch([cli, '--profile', 'sim', 'status'], stage.env))
  }
  const [base, ours] = [median(node), median(pkuh)]
  nodeMs = base
  report('warm `pkuh status` : `node -e 0`', `${(ours / base).toFixed(2)} ×`, '≤ 1.5 ×', `${ours.toFixed(1)} ms : ${base.toFixed(1)} ms, median of ${rounds}`)
}

/** From spawning the daemon's bundle to its word that it is ready, on an existing database. */
async function coldStart(stage) {
  const times = []
  for (let round = 0; round < Math.max(5, rounds / 4); round++) {
    await stage.run('daemon', 'stop')
    times.push(await timed(() => new Promise((done, fail) => {
      const child = spawn(process.execPath, [...lean, resolve('dist/daemon.mjs'), '--profile', 'sim', '--ready-fd', '3'], { env: stage.env, detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
      child.stdio[3].once('data', (line) => {
        child.stdio[3].destroy()
        child.unref()
        if (String(line).includes('"ready":true')) done()
        else fail(new Error(String(line)))
      })
    })))
  }
  reportMs('daemon cold start to ready', median(times), 0, 350, `median of ${times.length}`)
}

/** Resident memory of a daemon that has answered, once it has been idle for three seconds. */
async function memory(stage) {
  await stage.run('tools')
  await new Promise((done) => setTimeout(done, 3_000))
  const { pid } = JSON.parse((await stage.run('daemon', 'status', '--json')).stdout).data
  const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  report('idle memory of the daemon', `${rss.toFixed(0)} MB`, '≤ 90 MB', 'VmRSS')
}

/** One tool step of the loop: turns of N steps and of none, against a model server on loopback that does not think. */
async function toolStep() {
  const server = resolve('../shared/bench/mock-model.mjs')
  if (!existsSync(server)) return report('one tool step of the loop', 'not measured', '≤ 5 ms', '../shared is not here')
  const model = spawn(process.execPath, [server], { env: { ...process.env, PORT: '0', TOOL: 'memory_list', ARGS: '{}', N: '0' }, stdio: ['ignore', 'pipe', 'inherit'] })
  const port = Number(/ready (\d+)/.exec(await until(model, /ready \d+/))?.[1])
  const stage = await openStage({ model: { id: 'mock', baseUrl: `http://127.0.0.1:${port}/v1`, model: 'mock', needsKey: false } })
  try {
    const turn = async (steps) => {
      await fetch(`http://127.0.0.1:${port}/ctl`, { method: 'POST', body: JSON.stringify({ N: steps }) })
      const times = []
      for (let round = 0; round < 9; round++) {
        await fetch(`http://127.0.0.1:${port}/ctl`, { method: 'POST', body: '{}' })
        await stage.run('ask', 'hello', '--json')
        const log = await (await fetch(`http://127.0.0.1:${port}/log`)).json()
        times.push((log.at(-1).at - log[0].at) / Math.max(1, log.length - 1))
      }
      return median(times)
    }
    const step = await turn(20)
    stepMs = step
    reportMs('one tool step of the loop', step, 1, 5, 'model request to model request, 20 steps a turn, median of 9 turns')
  } finally {
    await stage.close()
    model.kill('SIGTERM')
  }
}

/** A read call through the monitor, in process and on a real database, beside the rows alone that it keeps. */
async function invoking() {
  const outfile = resolve('node_modules/.cache/pkuh-bench/invoke.mjs')
  await build({
    entryPoints: ['bench/invoke.ts'], outfile, bundle: true, platform: 'node', target: 'node20.19', format: 'esm', external: ['libsql', 'keytar'], alias: { 'pku-harness/sdk': './src/sdk/index.ts' }, logLevel: 'warning',
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url),__dirname=import.meta.dirname;" },
  })
  const { call, records, quiet, rounds } = JSON.parse(execFileSync(process.execPath, [outfile], { encoding: 'utf8' }))
  const share = stepMs === undefined ? '' : `; ${(100 * call / stepMs).toFixed(0)} % of a tool step`
  reportMs('`invoke()` of a read call : its rows alone', call, 2, 0.3, `${call.toFixed(2)} ms : ${records.toFixed(2)} ms, median of ${rounds}, without the tool's own work; the twentieth that the machine disturbed least: ${quiet.call.toFixed(2)} ms : ${quiet.records.toFixed(2)} ms${share}`)
}

/** A table page of 1 MB, 7,000 rows of four fields, beside parse5's bare parse of it. */
async function extracting() {
  const outfile = resolve('node_modules/.cache/pkuh-bench/extract.mjs')
  await build({ entryPoints: ['bench/extract.ts'], outfile, bundle: true, platform: 'node', target: 'node20.19', format: 'esm', alias: { 'pku-harness/sdk': './src/sdk/index.ts' }, logLevel: 'warning' })
  const { median: middle, quiet, rounds, bytes } = JSON.parse(execFileSync(process.execPath, ['--expose-gc', outfile], { encoding: 'utf8' }))
  const ratio = (of, name) => (of[name] / of.parse).toFixed(2)
  report('extracting a table of 7,000 rows : its bare parse', `${ratio(middle, 'table')} ×`, '≤ 1.4 ×',
    `${middle.table.toFixed(0)} ms : ${middle.parse.toFixed(0)} ms of ${(bytes / 1e6).toFixed(1)} MB, processor time, median of ${rounds}; where the machine disturbed least ${ratio(quiet, 'table')} ×; the same by CSS fields ${ratio(middle, 'css')} ×`)
}

/** What `npm install pku-harness` puts on a disk. */
function installed() {
  const folder = mkdtempSync(join(tmpdir(), 'pkuh-pack-'))
  try {
    const [{ filename, size }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { encoding: 'utf8' }))
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, join(folder, filename)], { stdio: 'ignore' })
    const modules = join(folder, 'node_modules')
    const kilobytes = Number(execFileSync('du', ['-sk', modules], { encoding: 'utf8' }).split('\t')[0])
    const packages = readdirSync(modules).flatMap((name) => (name.startsWith('@') ? readdirSync(join(modules, name)) : name.startsWith('.') ? [] : [name]))
    report('installed size', `${(kilobytes / 1024).toFixed(0)} MB`, '–', `${packages.length} packages; the tarball is ${(size / 1024 / 1024).toFixed(1)} MB`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const stage = await openStage()
try {
  await status(stage)
  await coldStart(stage)
  await memory(stage)
} finally {
  await stage.close()
}
await toolStep()
await invoking()
await extracting()
installed()

const wide = (key) => Math.max(...rows.map((row) => row[key].length))
for (const row of rows) console.log(`${row.what.padEnd(wide('what'))}  ${row.figure.padStart(wide('figure'))}  ${row.aim.padEnd(wide('aim'))}  ${row.note}`)
