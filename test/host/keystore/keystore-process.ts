/**
 * A process of its own that keeps a secret in the system's keychain, bundled and started by `keystore-process.test.ts`.
 * Arguments: the helper, the index, and `end` to finish without closing or `stay` to wait for its own death.
 */
import { randomBytes } from 'node:crypto'
import type { SecretRef } from '../../../src/host/keystore/keystore.ts'
import { openKeystore } from '../../../src/host/keystore/open-keystore.ts'

const [helper = '', index = '', then] = process.argv.slice(2)
const ref: SecretRef = { account: '2500000001', kind: 'password', name: '' }
const keystore = openKeystore({ backend: 'os', service: 'pku-harness/test', index, helper, onUse: () => undefined })

async function main(): Promise<void> {
  // Made here, so that it stands in no argument and no environment to begin with.
  const canary = randomBytes(16).toString('hex')
  const status = await keystore.status()
  await keystore.put(ref, Buffer.from(canary)).catch(() => undefined)
  const lent = await keystore.use(ref, 'test', String).catch((error: unknown) => String(error))
  process.stdout.write(`${JSON.stringify({ status, canary, lent })}\n`)
  if (then === 'stay') setInterval(() => undefined, 1000)
}
void main()
