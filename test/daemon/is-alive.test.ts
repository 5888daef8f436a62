import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { isAlive } from '../../src/daemon/protocol/is-alive.ts'

it('this process is alive, and one that has ended and was waited for is not', async () => {
  expect(isAlive(process.pid)).toBe(true)
  const child = spawn('sleep', ['60'])
  expect(isAlive(child.pid ?? 0)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isAlive(child.pid ?? 0)).toBe(false)
})

it.runIf(process.platform === 'linux')('one that has ended and that nobody waits for is not alive either', async () => {
  // The shell becomes a sleep, which never asks for the end of the child that it got along.
  const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'])
  try {
    const [line] = await once(parent.stdout, 'data') as [Buffer]
    const pid = Number(line.toString())
    const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8')
    for (let tries = 0; tries < 500 && !stat().includes(') Z'); tries++) await sleep(10)
    expect(stat()).toContain(') Z')
    expect(isAlive(pid)).toBe(false)
  } finally {
    parent.kill('SIGKILL')
  }
})
