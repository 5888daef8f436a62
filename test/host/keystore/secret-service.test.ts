import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemName } from '../../../src/host/keystore/item-name.ts'
import type { SecretRef } from '../../../src/host/keystore/keystore.ts'
import { type Bundle, builtHelper } from './built-helper.ts'
import { osKeystore, password, testService, timed } from './os-keystore.ts'
import { whySkipped, withSecretService } from './secret-service.ts'

let helper: Bundle
if (whySkipped) console.log(whySkipped)
beforeAll(async () => { helper = await builtHelper() })
afterAll(() => helper.remove())

const canary = 'keystore-canary-1f6c'

describe.skipIf(whySkipped)('the real Secret Service', () => {
  it('keeps a secret where secret-tool sees it, lends it, and forgets it', () => withSecretService(async (service) => {
    const { keystore, uses } = osKeystore({ helper: helper.path, env: service.env })
    expect(await keystore.status()).toStrictEqual({ state: 'ready' })
    await keystore.put(password, Buffer.from(canary))
    const seen = await service.lookUp(testService, itemName(password))
    expect(seen).toBe(`pkuh1:${Buffer.from(canary).toString('base64')}`)
    console.log('secret-tool sees the item')
    await expect(keystore.use(password, 'sign-in', String)).resolves.toBe(canary)
    expect(uses).toStrictEqual([{ ref: password, purpose: 'sign-in' }])
    expect(await keystore.remove(password)).toBe(true)
    expect(await service.lookUp(testService, itemName(password))).toBeUndefined()
    await expect(keystore.use(password, 'sign-in', String)).rejects.toMatchObject({ code: 'KEYSTORE_ABSENT' })
  }))

  it('gives every kind of bytes back as they were, also from another process', () => withSecretService(async (service) => {
    const { keystore, index } = osKeystore({ helper: helper.path, env: service.env })
    const secrets: readonly (readonly [SecretRef, Buffer])[] = [
      [{ account: '2500000001', kind: 'password', name: '' }, Buffer.from('密码 😀👩‍🚀')],
      [{ account: '2500000001', kind: 'session', name: 'treehole' }, Buffer.from('before\0after')],
      [{ account: '测试生/1', kind: 'iaaa-jar', name: '' }, Buffer.alloc(100 * 1024, 'x😀')],
      [{ account: '-', kind: 'model-key', name: '' }, Buffer.alloc(0)],
      [{ account: '-', kind: 'audit-key', name: '' }, Buffer.from([0, 255, 0xd8, 0x3d])],
    ]
    for (const [ref, value] of secrets) await keystore.put(ref, value)
    await keystore.close()
    const { keystore: again } = osKeystore({ helper: helper.path, env: service.env, index })
    expect(await again.list()).toStrictEqual(secrets.map(([ref]) => ref))
    for (const [ref, value] of secrets) expect(await again.use(ref, 'read', (lent) => value.equals(lent))).toBe(true)
  }))

  it('says locked, in under 3 s, for reading, writing, removing and status; bug-log 127, 128: never absent, and the advice is to unlock', () => withSecretService(async (service) => {
    const { keystore } = osKeystore({ helper: helper.path, env: service.env, timeoutMs: 3000 })
    await keystore.put(password, Buffer.from(canary))
    await service.lock()
    const never: SecretRef = { account: '-', kind: 'audit-key', name: '' }
    for (const work of [() => keystore.use(password, 'p', String), () => keystore.use(never, 'p', String), () => keystore.put(password, Buffer.from('x')), () => keystore.remove(password)]) {
      const { error, ms } = await timed<unknown>(work)
      expect(error).toMatchObject({ code: 'KEYSTORE_LOCKED' })
      expect(ms).toBeLessThan(3000)
    }
    expect(await keystore.status()).toMatchObject({ state: 'locked' })
    expect(await keystore.list()).toStrictEqual([password])
  }))

  it('knows an item that another program took away from one that is locked, and forgets its name', () => withSecretService(async (service) => {
    const { keystore, index } = osKeystore({ helper: helper.path, env: service.env })
    const { keystore: other } = osKeystore({ helper: helper.path, env: service.env })
    await keystore.put(password, Buffer.from(canary))
    await other.remove(password)
    expect(await keystore.list()).toStrictEqual([password])
    await expect(keystore.use(password, 'p', String)).rejects.toMatchObject({ code: 'KEYSTORE_ABSENT' })
    expect(await osKeystore({ helper: helper.path, index }).keystore.list()).toStrictEqual([])
  }))

  it('says dead when the service ends in mid-use, and this process lives', () => withSecretService(async (service) => {
    const { keystore } = osKeystore({ helper: helper.path, env: service.env, timeoutMs: 3000 })
    await keystore.put(password, Buffer.from(canary))
    await service.endService()
    const { error, ms } = await timed(() => keystore.use(password, 'p', String))
    expect(error).toMatchObject({ code: 'KEYSTORE_DEAD' })
    expect(ms).toBeLessThan(3000)
    expect(await keystore.status()).toMatchObject({ state: 'dead' })
  }))

  it('keeps two profiles apart by their service names', () => withSecretService(async (service) => {
    const one = osKeystore({ helper: helper.path, env: service.env, service: 'pku-harness/default' }).keystore
    const sim = osKeystore({ helper: helper.path, env: service.env, service: 'pku-harness/sim' }).keystore
    await one.put(password, Buffer.from(canary))
    await expect(sim.use(password, 'p', String)).rejects.toMatchObject({ code: 'KEYSTORE_ABSENT' })
    expect(await sim.remove(password)).toBe(false)
    await expect(one.use(password, 'p', String)).resolves.toBe(canary)
  }))
})
