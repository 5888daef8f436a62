import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openStage, until } from '../journeys/stage.ts'
import { daemonsOf } from './daemons-of.ts'

it.runIf(process.platform === 'linux')('a start that hangs ends with its command at Ctrl-C within a second, and leaves no daemon', async () => {
  await using stage = await openStage()
  // Whoever reads a pipe that nobody writes to waits for ever.
  mkdirSync(dirname(stage.places.config), { recursive: true, mode: 0o700 })
  execFileSync('mkfifo', ['-m', '600', stage.places.config])
  const child = spawn(process.execPath, [resolve('bin/pkuh.js'), '--profile', 'sim', 'tools', '--json'], { env: stage.env, stdio: ['ignore', 'pipe', 'ignore'] })
  let told = ''
  child.stdout.on('data', (chunk: Buffer) => { told += chunk.toString() })
  const ended = new Promise((done) => { child.once('close', done) })
  await until('the daemon has begun to start', () => daemonsOf(stage).length === 1)
  await sleep(500)
  const began = Date.now()
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(Date.now() - began).toBeLessThan(1_000)
  expect(JSON.parse(told)).toMatchObject({ ok: false, error: { code: 'INTERRUPTED' } })
  await until('what had begun to start is gone', () => daemonsOf(stage).length === 0)
  rmSync(stage.places.config)
}, 60_000)
