import type { Keystore } from '../host/keystore/keystore.ts'

/**
 * A keystore that lends and takes nothing once the gate is shut. The gate is asked before a secret is read and again before it
 * is handed on, since a keychain may take its time. Removing and naming stay open: they give nothing away.
 * @param gate throws when it is shut
 */
export const gatedKeystore = (keystore: Keystore, gate: () => void): Keystore => ({
  ...keystore,
  async use(ref, purpose, fn) {
    gate()
    return keystore.use(ref, purpose, (value) => { gate(); return fn(value) })
  },
  async put(ref, value) {
    gate()
    return keystore.put(ref, value)
  },
})
