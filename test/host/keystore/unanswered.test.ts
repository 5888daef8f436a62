import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bundle, builtHelper } from './built-helper.ts'
import { osKeystore, password, timed } from './os-keystore.ts'
import { whySkipped, withSecretService } from './secret-service.ts'
import { openSilentPrompter } from './silent-prompter.ts'

let helper: Bundle
if (whySkipped) console.log(whySkipped)
beforeAll(async () => { helper = await builtHelper() })
afterAll(() => helper.remove())

it.skipIf(whySkipped)('a locked keyring whose unlock window nobody answers is timed out in its 3 s, each time; this process lives, and goes on once the keyring is open', () => withSecretService(async (service) => {
  using prompter = await openSilentPrompter(service.env['DBUS_SESSION_BUS_ADDRESS'] ?? '')
  const { keystore } = osKeystore({ helper: helper.path, env: service.env, timeoutMs: 3_000 })
  await keystore.put(password, Buffer.from('canary'))
  expect(prompter.asked()).toBe(0)
  await service.lock()
  for (const work of [() => keystore.use(password, 'p', String), () => keystore.put(password, Buffer.from('x'))]) {
    const { error, ms } = await timed<unknown>(work)
    expect(error).toMatchObject({ code: 'KEYSTORE_TIMED_OUT' })
    // Its own limit, and what a busy machine adds.
    expect([ms >= 2_900, ms < 15_000]).toEqual([true, true])
  }
  // The keyring did ask, and waits.
  expect(prompter.asked()).toBeGreaterThan(0)
  expect(await keystore.status()).toMatchObject({ state: 'timed-out' })
  await service.unlock()
  expect(await keystore.status()).toStrictEqual({ state: 'ready' })
  await expect(keystore.use(password, 'p', String)).resolves.toBe('canary')
}), 120_000)
