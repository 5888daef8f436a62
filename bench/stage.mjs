// A private place with the simulated campus up: temporary XDG folders, dist/sim.js, and the CLI run in them.
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const cli = resolve('bin/pkuh.js')

export async function openStage({ model } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'pkuh-bench-'))
  const env = { HOME: home, PATH: process.env.PATH, LANG: 'en_US.UTF-8', XDG_DATA_HOME: join(home, 'data'), XDG_CONFIG_HOME: join(home, 'config'), XDG_RUNTIME_DIR: join(home, 'run') }
  for (const folder of Object.values(env).filter((path) => path.startsWith(`${home}/`))) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const data = join(env.XDG_DATA_HOME, 'pku-harness/sim')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (model) {
    mkdirSync(join(env.XDG_CONFIG_HOME, 'pku-harness'), { recursive: true, mode: 0o700 })
    writeFileSync(join(env.XDG_CONFIG_HOME, 'pku-harness/sim.json'), JSON.stringify({ model }), { mode: 0o600 })
  }
  const sim = spawn(process.execPath, [resolve('dist/sim.js'), '--file', join(data, 'sim.json')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await until(sim, /^ready /m)
  const run = (...args) => new Promise((done) => {
    execFile(process.execPath, [cli, '--profile', 'sim', ...args], { env }, (error, stdout, stderr) => done({ code: error?.code ?? 0, stdout, stderr }))
  })
  return { env, run, async close() { await run('daemon', 'stop'); sim.kill('SIGTERM'); rmSync(home, { recursive: true, force: true }) } }
}

export const until = (child, pattern) => new Promise((done, fail) => {
  let told = ''
  child.stdout.on('data', (chunk) => { told += chunk; if (pattern.test(told)) done(told) })
  child.once('exit', (code) => fail(new Error(`ended with ${code} before it was ready: ${told}`)))
})

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
export const timed = async (work) => { const started = performance.now(); await work(); return performance.now() - started }
