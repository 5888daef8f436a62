import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openVault } from '../../../../src/host/keystore/vault/open-vault.ts'
import { pass, quickKey, vaultPlace } from './vault-under-test.ts'

/** A vault with one item, and how it looks from here on to a process that has the passphrase. */
async function keptVault() {
  const { path } = vaultPlace()
  const { keychain, vault } = openVault(path, quickKey)
  await vault.create(pass())
  await keychain.set('a', Buffer.from('vault-canary'), 1)
  return { path, file: readFileSync(path), keychain, vault: openVault(path, quickKey).vault }
}
const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'no error', ({ code, params }: { code: string; params: Record<string, unknown> }) => [code, params['reason'] ?? params['version']])

describe('a vault that is not as it was written is refused with its own reason and stays as it is', () => {
  it('cut at any byte: truncated; with bytes behind it: altered', async () => {
    const { path, file, vault } = await keptVault()
    for (let length = 0; length < file.length; length += 1) {
      writeFileSync(path, file.subarray(0, length))
      expect(await failure(vault.unlock(pass()))).toStrictEqual(['KEYSTORE_VAULT_DAMAGED', 'truncated'])
      expect(statSync(path).size).toBe(length)
    }
    writeFileSync(path, Buffer.concat([file, Buffer.from('x')]))
    expect(await failure(vault.unlock(pass()))).toStrictEqual(['KEYSTORE_VAULT_DAMAGED', 'altered'])
  })

  it('any one byte flipped: never opened, and never taken for a wrong passphrase', async () => {
    const { path, file, vault, keychain } = await keptVault()
    for (let index = 0; index < file.length; index += 1) {
      const flipped = Buffer.from(file)
      flipped.writeUInt8(flipped.readUInt8(index) ^ 1, index)
      writeFileSync(path, flipped)
      const [code] = await failure(vault.unlock(pass())) as [string]
      expect(code).toMatch(index === 10 ? /^KEYSTORE_VAULT_VERSION$/ : /^KEYSTORE_VAULT_DAMAGED$/)
      expect(await failure(keychain.set('b', pass(), 1))).not.toBe('no error')
      expect(readFileSync(path).equals(flipped)).toBe(true)
    }
  })

  it('one whose checksum was mended behind a flipped byte: refused by the seal', async () => {
    const { path, file, vault, keychain } = await keptVault()
    const flipped = Buffer.from(file.subarray(0, -32))
    flipped.writeUInt8(flipped.readUInt8(70) ^ 1, 70)
    const mended = Buffer.concat([flipped, createHash('sha256').update(flipped).digest()])
    writeFileSync(path, mended)
    expect(await failure(vault.unlock(pass()))).toStrictEqual(['KEYSTORE_PASSPHRASE_WRONG', undefined])
    expect(await failure(keychain.get('a', 1))).toStrictEqual(['KEYSTORE_VAULT_DAMAGED', 'altered'])
    expect(readFileSync(path).equals(mended)).toBe(true)
  })

  it('another format’s version is named, and another program’s file is no vault', async () => {
    const { path, file, vault } = await keptVault()
    const newer = Buffer.from(file)
    newer.writeUInt8(2, 10)
    writeFileSync(path, newer)
    expect(await failure(vault.unlock(pass()))).toStrictEqual(['KEYSTORE_VAULT_VERSION', 2])
    writeFileSync(path, 'age-encryption.org/v1\n')
    expect(await failure(vault.unlock(pass()))).toStrictEqual(['KEYSTORE_VAULT_DAMAGED', 'not-a-vault'])
    expect(readFileSync(path, 'utf8')).toBe('age-encryption.org/v1\n')
  })

  it('a wrong passphrase changes nothing', async () => {
    const { path, file, vault } = await keptVault()
    for (const wrong of ['', ' an invented passphrase', 'An invented passphrase', 'x'.repeat(100_000)]) expect(await failure(vault.unlock(pass(wrong)))).toStrictEqual(['KEYSTORE_PASSPHRASE_WRONG', undefined])
    expect(readFileSync(path).equals(file)).toBe(true)
  })
})

describe.skipIf(process.platform === 'win32')('what is not a plain file of one’s own is not read, not written and not waited for', () => {
  const acts = (path: string) => {
    const { vault, keychain } = openVault(path, quickKey)
    return Promise.all([vault.unlock(pass()), vault.create(pass()), keychain.get('a', 1), keychain.set('a', pass(), 1), vault.rotate(pass(), pass('b'))].map(failure))
  }
  const all = (reason: string) => Array.from({ length: 5 }, () => ['KEYSTORE_VAULT_UNSAFE', reason])

  it('a pipe', async () => {
    const { path } = vaultPlace()
    execFileSync('mkfifo', [path])
    expect(await acts(path)).toStrictEqual(all('not a file'))
    expect(lstatSync(path).isFIFO()).toBe(true)
  })

  it('a symbolic link, even to a good vault', async () => {
    const { path, file } = await keptVault()
    const link = `${path}.link`
    symlinkSync(path, link)
    expect(await acts(link)).toStrictEqual(all('a symbolic link'))
    expect([lstatSync(link).isSymbolicLink(), readFileSync(path).equals(file)]).toStrictEqual([true, true])
  })

  it('a directory', async () => {
    const { path } = vaultPlace()
    mkdirSync(path)
    expect(await acts(path)).toStrictEqual(all('not a file'))
  })

  it.skipIf(process.getuid?.() !== 0)('somebody else’s file (run as root)', async () => {
    const { path, file } = await keptVault()
    chownSync(path, 65534, 65534)
    expect(await acts(path)).toStrictEqual(all('owned by someone else'))
    expect([readFileSync(path).equals(file), statSync(path).uid]).toStrictEqual([true, 65534])
  })

  it('our own file that others may read is tightened and used', async () => {
    const { path, vault } = await keptVault()
    chmodSync(path, 0o644)
    await vault.unlock(pass())
    expect(statSync(path).mode & 0o777).toBe(0o600)
    rmSync(path)
    expect(await failure(vault.unlock(pass()))).toStrictEqual(['KEYSTORE_VAULT_MISSING', undefined])
  })
})
