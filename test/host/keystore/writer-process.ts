/**
 * A process of its own that writes one secret over and over until it is killed, bundled and started by `killed.test.ts`.
 * Arguments: `vault`, its path and the item's name, or `os`, the helper and the index; then the last number that stands there and the bytes
 * of a value. Each number is printed once its write is done.
 */
import { createHash } from 'node:crypto'
import { openKeystore } from '../../../src/host/keystore/open-keystore.ts'
import { openVault } from '../../../src/host/keystore/vault/open-vault.ts'

const [kind = '', place = '', index = '', from = '0', size = '64'] = process.argv.slice(2)
const valueOf = (number: number): Buffer => Buffer.alloc(Number(size), `${number};`)

async function writer(): Promise<(value: Buffer) => Promise<void>> {
  if (kind === 'os') {
    const keystore = openKeystore({ backend: 'os', service: 'pku-harness/test', index, helper: place, onUse: () => undefined, timeoutMs: 30_000 })
    return (value) => keystore.put({ account: '2500000001', kind: 'session', name: 'treehole' }, value)
  }
  const { vault, keychain } = openVault(place, async (passphrase, salt) => createHash('sha256').update(salt).update(passphrase).digest())
  await vault.unlock(Buffer.from('an invented passphrase'))
  return (value) => keychain.set(index, value, 1)
}

async function main(): Promise<void> {
  const write = await writer()
  for (let number = Number(from) + 1; ; number += 1) {
    await write(valueOf(number))
    process.stdout.write(`${number}\n`)
  }
}
void main()
