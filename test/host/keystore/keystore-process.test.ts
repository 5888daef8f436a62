import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type Bundle, builtHelper, bundled } from './built-helper.ts'
import { whySkipped, withSecretService } from './secret-service.ts'

let helper: Bundle
let program: Bundle
if (whySkipped) console.log(whySkipped)
beforeAll(async () => {
  helper = await builtHelper()
  program = await bundled('test/host/keystore/keystore-process.ts')
})
afterAll(() => { helper.remove(); program.remove() })

const report = z.object({ status: z.object({ state: z.string() }), canary: z.string(), lent: z.string() })

/** Starts the program and gives its report as soon as it has one. */
async function started(then: 'end' | 'stay', env: Readonly<Record<string, string>>) {
  const directory = mkdtempSync(join(tmpdir(), 'pkuh-process-'))
  const child = spawn(process.execPath, [program.path, helper.path, join(directory, 'accounts.json'), then], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => { child.kill('SIGKILL'); rmSync(directory, { recursive: true, force: true }) })
  const exit = once(child, 'exit')
  const [line] = await once(child.stdout, 'data')
  return { child, exit, report: report.parse(JSON.parse(String(line))) }
}

const proc = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')
const helperOf = (child: ChildProcess): number => Number(proc(child.pid ?? 0, `task/${child.pid}/children`).trim().split(' ')[0])
const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(proc(pid, 'status'))
  } catch {
    return false
  }
}

describe.skipIf(whySkipped)('a process that uses the keychain', () => {
  it('runs as one CommonJS bundle, and ends by itself with 0 though it closed nothing', () => withSecretService(async (service) => {
    const { exit, report } = await started('end', service.env)
    expect(report).toMatchObject({ status: { state: 'ready' }, lent: report.canary })
    expect(await exit).toStrictEqual([0, null])
  }))

  it('ends by itself with 0 where there is no bus', async () => {
    const { exit, report } = await started('end', { HOME: '/nowhere' })
    expect(report).toMatchObject({ status: { state: 'dead' } })
    expect(report.lent).toContain('KEYSTORE_DEAD')
    expect(await exit).toStrictEqual([0, null])
  })

  it('takes its helper with it when it is killed', () => withSecretService(async (service) => {
    const { child, exit } = await started('stay', service.env)
    const pid = helperOf(child)
    expect(isAlive(pid)).toBe(true)
    child.kill('SIGKILL')
    await exit
    await expect.poll(() => isAlive(pid), { timeout: 3000 }).toBe(false)
  }))

  it('shows the secret in no argument and no environment, and gives its helper nothing it does not need', () => withSecretService(async (service) => {
    const own = { ...service.env, AN_API_KEY: 'not-for-the-helper', NODE_OPTIONS: '--no-warnings', LD_LIBRARY_PATH: '/nowhere' }
    const { child, report } = await started('stay', own)
    const pid = helperOf(child)
    const base64 = Buffer.from(report.canary).toString('base64')
    for (const process of [child.pid ?? 0, pid]) {
      for (const file of ['cmdline', 'environ']) {
        for (const form of [report.canary, base64]) expect(proc(process, file)).not.toContain(form)
      }
    }
    const names = proc(pid, 'environ').split('\0').map((line) => line.split('=')[0]).filter(Boolean)
    expect(names.sort()).toStrictEqual(['DBUS_SESSION_BUS_ADDRESS', 'HOME', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR'])
    expect(proc(child.pid ?? 0, 'environ')).toContain('not-for-the-helper')
  }))
})
