import type { Running } from '../running.ts'

type House = Pick<Running, 'accounts' | 'approvals' | 'store'>

/**
 * Changes which account is current, on record with who did it. What waits for a person's answer under another one is
 * cancelled: the guard would refuse it, so no screen is to ask for it. What runs already ends as its own account's, and
 * every later call of a turn that began before is refused (`CALL_ACCOUNT_CHANGED`).
 */
export function changeAccount({ accounts, approvals, store }: House, by: string, change: () => void): void {
  store.transaction(() => {
    const before = accounts.current()
    change()
    const account = accounts.current()
    if (account !== before) store.audit.append({ kind: 'setting', detail: { setting: 'account', account: account ?? null, before: before ?? null, by } })
  })
  const now = accounts.current()
  approvals.cancel((card) => card.account !== now, 'account')
}

/** Of the accounts that are left where none is current: the person chooses, and nobody acts as another unseen. */
export const leftWithoutCurrent = ({ accounts }: Pick<House, 'accounts'>): readonly string[] => (accounts.current() === undefined ? accounts.known() : [])
