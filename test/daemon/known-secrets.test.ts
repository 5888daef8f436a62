import { CookieJar } from 'tough-cookie'
import { describe, expect, it } from 'vitest'
import { teachingDoor } from '../../src/daemon/start/teaching-door.ts'
import { teachingKeystore } from '../../src/daemon/start/teaching-keystore.ts'
import { openKnownSecrets } from '../../src/daemon/start/known-secrets.ts'
import type { Keystore, SecretRef } from '../../src/host/keystore/keystore.ts'
import { openKeystore } from '../../src/host/keystore/open-keystore.ts'
import type { Door } from '../../src/host/net/door.ts'
import { HarnessError } from '../../src/rules/errors/index.ts'
import { makeScrubber } from '../../src/rules/redaction.ts'

const account = '2500000001'
const password: SecretRef = { account, kind: 'password', name: '' }
const session: SecretRef = { account, kind: 'session', name: 'treehole' }
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIyNTAwMDAwMDAxIn0.c2lnbmF0dXJlLXNpZ25hdHVyZQ'
const jar = { cookies: [{ key: '_session', value: 'f00dfeed0badcafe', domain: 'treehole.pku.edu.cn' }, { key: 'XSRF-TOKEN', value: 'a%2Bb%2Fc1234567890%3D' }, { key: 'lang', value: 'zh' }, { key: 'user', value: account }] }

function house(raw: Keystore = openKeystore({ backend: 'memory', service: '', index: '', helper: '', onUse: () => undefined })) {
  const secrets = openKnownSecrets()
  return { raw, secrets, keystore: teachingKeystore(raw, secrets), scrubber: makeScrubber(secrets.now) }
}

/** A keychain that is locked until told otherwise. */
function lockable(raw: Keystore): Keystore & { locked: boolean } {
  const own = { locked: true }
  return Object.assign(own, {
    ...raw,
    use: (async (ref, purpose, fn) => {
      if (own.locked) throw new HarnessError('KEYSTORE_LOCKED')
      return raw.use(ref, purpose, fn)
    }) satisfies Keystore['use'],
  })
}

/** A keychain that names nothing until it is told to answer. */
function slowToList(raw: Keystore): { readonly slow: Keystore; readonly answer: () => void } {
  let answer: () => void = () => undefined
  const told = new Promise<void>((resolve) => { answer = resolve })
  return { slow: { ...raw, list: async (account) => { await told; return raw.list(account) } }, answer: () => answer() }
}

describe('what the scrubber knows', () => {
  it('is whatever is written to the keystore, from the write on: passwords, device ids, cookies one by one, tokens', async () => {
    const { keystore, scrubber } = house()
    await keystore.put(password, Buffer.from('correct-horse-01'))
    await keystore.put({ account, kind: 'device-id', name: '' }, Buffer.from('0123456789ab'))
    await keystore.put(session, Buffer.from(JSON.stringify({ jar, token: jwt, device: '0123456789ab' })))
    for (const secret of ['correct-horse-01', '0123456789ab', 'f00dfeed0badcafe', 'a%2Bb%2Fc1234567890%3D', 'a+b/c1234567890=', jwt]) {
      expect([secret, scrubber.holdsSecret(`x ${secret} y`)]).toEqual([secret, true])
    }
    expect(scrubber.text(`${account} zh`)).toBe(`${account} zh`)
  })

  it('is learnt again after a lock, before the lock is lifted', async () => {
    const { keystore, scrubber } = house()
    await keystore.put(password, Buffer.from('correct-horse-01'))
    keystore.forget()
    expect(scrubber.holdsSecret('correct-horse-01')).toBe(false)
    await keystore.learn()
    expect(scrubber.holdsSecret('correct-horse-01')).toBe(true)
  })

  it('is learnt whole before the lock is lifted, also where an earlier learning was under way when it fell', async () => {
    const { raw } = house()
    await raw.put(password, Buffer.from('correct-horse-01'))
    const { slow, answer } = slowToList(raw)
    const { keystore, scrubber } = house(slow)
    const first = keystore.learn()
    keystore.forget()
    const again = keystore.learn()
    answer()
    await Promise.all([first, again])
    expect(scrubber.holdsSecret('correct-horse-01')).toBe(true)
  })

  it('is nothing while locked, also where a learning was under way when the lock fell', async () => {
    const { raw } = house()
    await raw.put(password, Buffer.from('correct-horse-01'))
    const { slow, answer } = slowToList(raw)
    const { keystore, scrubber } = house(slow)
    const first = keystore.learn()
    keystore.forget()
    answer()
    await first
    expect(scrubber.holdsSecret('correct-horse-01')).toBe(false)
  })

  it('is learnt whole at the first use of a keychain that was locked before, ahead of what the use is for', async () => {
    const { raw } = house()
    await raw.put(password, Buffer.from('correct-horse-01'))
    await raw.put(session, Buffer.from(JSON.stringify({ jar, token: jwt })))
    const keychain = lockable(raw)
    const { keystore, scrubber } = house(keychain)
    await keystore.learn()
    expect(scrubber.holdsSecret(jwt)).toBe(false)
    keychain.locked = false
    await keystore.use(password, 'test', () => { expect(scrubber.holdsSecret(jwt)).toBe(true) })
  })

  it('is known, or it is said why not: nothing where nothing is kept, a keychain that is locked, one that opens later', async () => {
    const { raw } = house()
    const keychain = lockable(raw)
    const empty = house(keychain).keystore
    await empty.learn()
    await empty.known()
    await raw.put(password, Buffer.from('correct-horse-01'))
    const { keystore, scrubber } = house(keychain)
    await keystore.learn()
    await expect(keystore.known()).rejects.toMatchObject({ code: 'KEYSTORE_LOCKED' })
    keychain.locked = false
    await keystore.known()
    expect(scrubber.holdsSecret('correct-horse-01')).toBe(true)
    keychain.locked = true
    await keystore.known()
  })

  it('is not known before the first learning, however slow, has ended', async () => {
    const { raw } = house()
    await raw.put(password, Buffer.from('correct-horse-01'))
    const { keystore, scrubber } = house({ ...raw, list: async (of) => { await new Promise((resolve) => { setTimeout(resolve, 50) }); return raw.list(of) } })
    void keystore.learn()
    await keystore.known()
    expect(scrubber.holdsSecret('correct-horse-01')).toBe(true)
  })

  it('is not learnt by a use while locked', async () => {
    const { keystore, scrubber } = house()
    await keystore.put(session, Buffer.from(JSON.stringify({ jar })))
    await keystore.put({ account: '-', kind: 'audit-seal', name: '' }, Buffer.from('{}'))
    keystore.forget()
    await keystore.use({ account: '-', kind: 'audit-seal', name: '' }, 'verify', () => undefined)
    expect(scrubber.holdsSecret('f00dfeed0badcafe')).toBe(false)
  })

  it('is each cookie that an answer renews, before anyone reads the answer, and the one before it', async () => {
    const { secrets, scrubber } = house()
    const cookies = new CookieJar()
    cookies.setCookieSync('XSRF-TOKEN=before-0123456789', 'https://treehole.pku.edu.cn/')
    let turn = 0
    const door: Door = {
      async request({ jar: used, url }) {
        used?.setCookieSync(`XSRF-TOKEN=after-${turn++}-0123456789`, url)
        return { url, status: 200, headers: {}, bytes: new Uint8Array(), text: '', charset: 'utf-8', replaced: 0, hops: [], skewMs: undefined }
      },
      stream: () => Promise.reject(new Error('not in this test')),
      close: () => Promise.resolve(),
    }
    await teachingDoor(door, secrets).request({ destination: { kind: 'campus', service: 'treehole' }, url: 'https://treehole.pku.edu.cn/', hosts: [], jar: cookies })
    expect(['before-0123456789', 'after-0-0123456789'].map(scrubber.holdsSecret)).toEqual([true, true])
    for (let more = 0; more < 50; more++) await teachingDoor(door, secrets).request({ destination: { kind: 'campus', service: 'treehole' }, url: 'https://treehole.pku.edu.cn/', hosts: [], jar: cookies })
    expect(secrets.now().length).toBeLessThan(10)
    expect(scrubber.holdsSecret('after-50-0123456789')).toBe(true)
  })
})
