import { z } from 'zod'
import type { Store } from '../host/store/store.ts'

/** Which accounts the profile knows, and which one is current. Names only; what belongs to them is the keystore's. */
export interface Accounts {
  current(): string | undefined
  known(): readonly string[]
  /** Makes it known and current. */
  use(account: string): void
  /** Another known one becomes current, or none. */
  forget(account: string): void
}

const key = 'daemon.accounts'
const schema = z.strictObject({ known: z.array(z.string()), current: z.string().optional() })

export function openAccounts(settings: Store['settings']): Accounts {
  const read = () => schema.parse(settings.get(key) ?? { known: [] })
  const write = (known: readonly string[], current: string | undefined): void =>
    settings.put(key, { known: [...known], ...(current === undefined ? {} : { current }) })
  return {
    current: () => read().current,
    known: () => read().known,
    use(account) { write([account, ...read().known.filter((other) => other !== account)], account) },
    forget(account) {
      const { known, current } = read()
      const left = known.filter((other) => other !== account)
      write(left, current === account ? left[0] : current)
    },
  }
}
