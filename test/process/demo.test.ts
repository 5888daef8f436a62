import { execFile, spawn } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Stage, openStage, until } from '../journeys/stage.ts'
import { openTerminal, whyNoTerminal } from '../journeys/terminal.ts'

/** However a demo ends, nothing of it stays: no process and no folder. */

const linux = process.platform === 'linux'
/** Processes that have this stage's home in their environment, as all that a demo starts have. */
const processesOf = ({ home }: Stage): string[] => readdirSync('/proc').filter((name) => {
  try { return /^\d+$/.test(name) && /^[^\0]*node\0[^\n]*(?:daemon\.mjs|sim\.js|pkuh\.js)\0/.test(readFileSync(`/proc/${name}/cmdline`, 'utf8')) && readFileSync(`/proc/${name}/environ`, 'utf8').includes(home) } catch { return false }
})
const foldersOf = ({ home }: Stage): string[] => readdirSync(home).filter((name) => name.startsWith('pkuh-demo-'))
async function nothingIsLeft(stage: Stage): Promise<void> {
  await until('every process is gone', () => processesOf(stage).length === 0)
  expect(foldersOf(stage)).toEqual([])
}
const envOf = (stage: Stage) => ({ ...stage.env, TMPDIR: stage.home })

/** Runs a demo in a pipe until its output holds `words`, then does something to it. */
async function interrupted(stage: Stage, words: string, act: (pid: number) => Promise<void> | void): Promise<{ code: number | null; signal: string | null; stderr: string }> {
  const child = spawn(process.execPath, [resolve('bin/pkuh.js'), '--lang', 'en', 'demo'], { env: envOf(stage), stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err]: [string[], string[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()))
  const ended = new Promise<{ code: number | null; signal: string | null }>((done) => child.once('close', (code, signal) => done({ code, signal })))
  await until(`it says ${words}`, () => out.join('').includes(words))
  await act(child.pid ?? 0)
  return { ...await ended, stderr: err.join('') }
}

describe.runIf(linux)('a demo', () => {
  it.each([1, 3, 12])('whose reader leaves after %i lines is no failure', async (lines) => {
    await using stage = await openStage()
    const ran = await new Promise<{ code: unknown; stderr: string }>((done) => {
      execFile('bash', ['-c', `set -o pipefail; '${process.execPath}' '${resolve('bin/pkuh.js')}' demo | head -${lines}`], { env: envOf(stage) }, (error, _, stderr) => done({ code: error?.code ?? 0, stderr }))
    })
    expect(ran).toEqual({ code: 0, stderr: '' })
    await nothingIsLeft(stage)
  }, 60_000)

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends by %s with 130, at its start and in its midst', async (signal) => {
    // A terminal that closes before anything is started ends it as it ends any program.
    for (const words of [...(signal === 'SIGHUP' ? [] : ['\n']), 'Sign in', 'pkuh ask']) {
      await using stage = await openStage()
      const { code, stderr } = await interrupted(stage, words, (pid) => { process.kill(pid, signal) })
      expect([code, stderr]).toEqual([130, expect.stringContaining('Interrupted')])
      await nothingIsLeft(stage)
    }
  }, 120_000)

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends at once by a second %s', async (signal) => {
    for (const words of ['\n', 'pkuh ask']) {
      await using stage = await openStage()
      const { code } = await interrupted(stage, words, async (pid) => {
        process.kill(pid, signal)
        await sleep(30)
        try { process.kill(pid, signal) } catch { /* it had ended */ }
      })
      // Of a terminal that closes, see above.
      expect(signal === 'SIGHUP' ? [130, null] : [130]).toContain(code)
      await nothingIsLeft(stage)
    }
  }, 120_000)

  it.skipIf(whyNoTerminal)('ends with its terminal, also at a card', async () => {
    for (const words of ['Sign in', '> ']) {
      await using stage = await openStage()
      {
        using terminal = openTerminal({ ...stage, env: envOf(stage) }, ['demo'], 'en_US.UTF-8')
        await terminal.sees(words)
      }
      await nothingIsLeft(stage)
    }
  }, 120_000)

  it.skipIf(whyNoTerminal)('ends by Ctrl-C at a card', async () => {
    await using stage = await openStage()
    using terminal = openTerminal({ ...stage, env: envOf(stage) }, ['demo'], 'en_US.UTF-8')
    await terminal.sees('> ')
    terminal.press('C-c')
    expect(await terminal.sees('exit=')).toContain('exit=130')
    await nothingIsLeft(stage)
  }, 120_000)
})
