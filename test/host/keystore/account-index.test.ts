import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { accountIndex } from '../../../src/host/keystore/account-index.ts'
import type { SecretRef } from '../../../src/host/keystore/keystore.ts'

const ref: SecretRef = { account: '2500000001', kind: 'password', name: '' }

function path(): string {
  const directory = mkdtempSync(join(tmpdir(), 'pkuh-names-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return join(directory, 'profile', 'accounts.json')
}

describe('the index of names', () => {
  it('bug-log 95: is 0600 in a directory of 0700, whatever the umask, and leaves nothing beside it', () => {
    const old = process.umask(0)
    onTestFinished(() => { process.umask(old) })
    const file = path()
    accountIndex(file).add(ref)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
    expect(readdirSync(dirname(file))).toStrictEqual(['accounts.json'])
  })

  it('holds each name once and is read by the next process', () => {
    const file = path()
    const index = accountIndex(file)
    for (const name of ['', 'a', '']) index.add({ ...ref, name })
    index.remove({ ...ref, name: 'not there' })
    expect(accountIndex(file).list()).toStrictEqual([ref, { ...ref, name: 'a' }])
    index.remove(ref)
    expect(accountIndex(file).list()).toStrictEqual([{ ...ref, name: 'a' }])
  })

  it.each(['', '{', '[]', '{"version":2,"secrets":[]}', '{"version":1,"secrets":[{"account":"a","kind":"other","name":""}]}'])('is not taken for empty when it reads %j, and stays as it is', (text) => {
    const file = path()
    accountIndex(file).add(ref)
    writeFileSync(file, text)
    const index = accountIndex(file)
    for (const work of [() => index.list(), () => index.add(ref), () => index.remove(ref)]) expect(work).toThrow('KEYSTORE_INDEX_DAMAGED')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })
})
