import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemChance, systemClock } from '../../../src/host/clock/clock.ts'
import { openStore } from '../../../src/host/store/open-store.ts'
import { type Bundle, bundled } from '../keystore/built-helper.ts'
import { temporaryPath } from './temporary-store.ts'

let program: Bundle
beforeAll(async () => { program = await bundled('test/host/store/spend-process.ts') })
afterAll(() => program.remove())

it('of a grant’s uses each is spent once, whichever of three processes spends it', async () => {
  const path = temporaryPath()
  const store = openStore(path, { clock: systemClock, chance: systemChance })
  store.grants.put('g', {})
  const limit = 300
  const spent = await Promise.all([1, 2, 3].map(async () => Number((await promisify(execFile)(process.execPath, [program.path, path, 'g', String(limit)])).stdout)))
  console.log(`uses of one grant spent by three processes: ${spent.join(' + ')} of ${limit}`)
  expect(spent.reduce((sum, one) => sum + one, 0)).toBe(limit)
  expect(store.grants.list()).toMatchObject([{ uses: limit }])
  expect(store.grants.spend('g', limit)).toBe(false)
  store.close()
}, 60_000)
