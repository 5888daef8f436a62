import type { Keychain } from './keychain.ts'

/** For tests and the simulated profile: nothing is written anywhere, and `close` overwrites what was held. */
export function memoryKeychain(): Keychain {
  const items = new Map<string, Buffer>()
  const wipe = (name: string): boolean => {
    items.get(name)?.fill(0)
    return items.delete(name)
  }
  return {
    get: async (name) => { const value = items.get(name); return value ? Buffer.from(value) : null },
    set: async (name, value) => { wipe(name); items.set(name, Buffer.from(value)) },
    delete: async (name) => wipe(name),
    close: async () => { for (const name of items.keys()) wipe(name) },
  }
}
