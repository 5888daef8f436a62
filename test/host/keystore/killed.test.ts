import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SecretRef } from '../../../src/host/keystore/keystore.ts'
import { openVault } from '../../../src/host/keystore/vault/open-vault.ts'
import { type Bundle, builtHelper, bundled } from './built-helper.ts'
import { osKeystore } from './os-keystore.ts'
import { whySkipped, withSecretService } from './secret-service.ts'
import { pass, quickKey, vaultPlace } from './vault/vault-under-test.ts'

let helper: Bundle
let program: Bundle
beforeAll(async () => {
  helper = await builtHelper()
  program = await bundled('test/host/keystore/writer-process.ts')
})
afterAll(() => { helper.remove(); program.remove() })

/** Starts the writer, and kills it `ms` after its first write; whom, by its pid. Gives the last number that it said was written. */
async function writeUntilKilled(args: readonly string[], ms: number, env: Readonly<Record<string, string>>, whom: (pid: number) => number = (pid) => pid): Promise<number> {
  const child = spawn(process.execPath, [program.path, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const exit = once(child, 'exit')
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => { said += chunk.toString() })
  while (!said.includes('\n') && child.exitCode === null) await sleep(1)
  await sleep(ms)
  process.kill(whom(child.pid ?? 0), 'SIGKILL')
  await exit
  return Number(said.trim().split('\n').at(-1))
}

/** The number of a value that is whole; anything half-written throws. */
function numberOf(value: Buffer): number {
  const number = Number(/^(\d+);/.exec(value.toString())?.[1])
  if (!value.equals(Buffer.alloc(value.length, `${number};`))) throw new Error('half a value')
  return number
}
const instants = (count: number): number[] => Array.from({ length: count }, (_, index) => (index * 7) % 40)

describe('a process that is killed with -9 while it writes', () => {
  it.each([['64', 20], ['300000', 12]] as const)('leaves a vault whole: what was said to be written, or the next; nothing beside it that the next write does not sweep (%s bytes)', async (size, count) => {
    const { path, directory } = vaultPlace()
    const first = openVault(path, quickKey)
    await first.vault.create(pass())
    let last = 0
    for (const ms of instants(count)) {
      const acknowledged = await writeUntilKilled(['vault', path, 'a', String(last), size], ms, {})
      const { vault, keychain } = openVault(path, quickKey)
      await vault.unlock(pass())
      const value = await keychain.get('a', 1)
      last = numberOf(value ?? Buffer.alloc(0))
      expect([acknowledged, acknowledged + 1]).toContain(last)
      await keychain.set('b', pass(), 1)
      expect(readdirSync(directory).filter((name) => name.endsWith('.new'))).toStrictEqual([])
    }
    expect(last).toBeGreaterThan(count)
  })

  it('two that write at once wait for each other: neither loses what the other wrote', async () => {
    const { path } = vaultPlace()
    const { vault, keychain } = openVault(path, quickKey)
    await vault.create(pass())
    const names = ['a', 'b']
    const said = await Promise.all(names.map((name) => writeUntilKilled(['vault', path, name, '0', '5000'], 1_500, {})))
    for (const [at, name] of names.entries()) {
      const found = numberOf(await keychain.get(name, 1) ?? Buffer.alloc(0))
      expect([said[at], (said[at] ?? 0) + 1]).toContain(found)
      expect(found).toBeGreaterThan(5)
    }
  })
})

if (whySkipped) console.warn(whySkipped)
describe.skipIf(whySkipped)('the real keychain, when a writer is killed with -9', () => {
  const ref: SecretRef = { account: '2500000001', kind: 'session', name: 'treehole' }
  const childOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])

  it.each([['the process', '64'], ['its helper', '64'], ['the process', '200000']] as const)('%s: the value is whole, what was said to be written or the next, and it has a name (%s bytes)', (who, size) => withSecretService(async (service) => {
    const { keystore, index } = osKeystore({ helper: helper.path, env: service.env, timeoutMs: 30_000 })
    let last = 0
    for (const ms of instants(6)) {
      // Where only the helper dies the write rejects, and the process ends by that.
      const acknowledged = await writeUntilKilled(['os', helper.path, index, String(last), size], ms, service.env, who === 'the process' ? undefined : childOf)
      last = await keystore.use(ref, 'test', numberOf)
      expect([acknowledged, acknowledged + 1]).toContain(last)
      expect(await keystore.list()).toContainEqual(ref)
    }
    expect(last).toBeGreaterThan(5)
    expect(await keystore.status()).toStrictEqual({ state: 'ready' })
  }))
})
