import { z } from 'zod'
import type { Store } from '../host/store/store.ts'

/** Which accounts the profile knows, and which one is current. Names only; what belongs to them is the keystore's. */
export interface Accounts {
  current(): string | undefined
  known(): readonly string[]
  /**
   * Makes it known and current. `by` says who typed its password: a person makes it theirs, a script brings a new one and takes
   * none over. Undefined where the stored one was used, which changes nothing of it.
   */
  use(account: string, by: 'person' | 'script' | undefined): void
  /** Whether a script brought it with its password, and no person since. */
  isScripts(account: string): boolean
  /** None is current where it was: another one is the person's to choose, who would else act as somebody else and not see it. */
  forget(account: string): void
}

const key = 'daemon.accounts'
const schema = z.strictObject({ known: z.array(z.string()), current: z.string().optional(), scripts: z.array(z.string()).optional() })

export function openAccounts(settings: Store['settings']): Accounts {
  const read = () => schema.parse(settings.get(key) ?? { known: [] })
  const write = (known: readonly string[], current: string | undefined, scripts: readonly string[]): void =>
    settings.put(key, { known: [...known], ...(current === undefined ? {} : { current }), scripts: [...scripts] })
  const scripts = (): readonly string[] => read().scripts ?? []
  return {
    current: () => read().current,
    known: () => read().known,
    use(account, by) {
      const { known } = read()
      const others = scripts().filter((other) => other !== account)
      const isScripts = by !== 'person' && (scripts().includes(account) || (by === 'script' && !known.includes(account)))
      write([account, ...known.filter((other) => other !== account)], account, isScripts ? [account, ...others] : others)
    },
    isScripts: (account) => scripts().includes(account),
    forget(account) {
      const { known, current } = read()
      write(known.filter((other) => other !== account), current === account ? undefined : current, scripts().filter((other) => other !== account))
    },
  }
}
