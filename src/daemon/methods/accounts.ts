import { HarnessError } from '../../rules/errors/index.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'
import { checkForget, checkUse } from './account-rights.ts'
import { changeAccount, leftWithoutCurrent } from './current-account.ts'
import { keptOf } from './meant-account.ts'

type Own = Pick<Handlers, 'accounts' | 'accounts.use' | 'accounts.kept' | 'accounts.forget'>
type House = Pick<Running, 'accounts' | 'approvals' | 'campus' | 'keystore' | 'lock' | 'store'>

/** Several accounts, one of them current. Nothing here signs in. */
export function accountsHandlers(house: House): Own {
  const { accounts, campus, keystore, store } = house
  const stored = async (): Promise<readonly string[]> => (await keystore.list()).filter(({ kind }) => kind === 'password').map(({ account }) => account)

  return {
    async accounts() {
      const [current, passwords] = [accounts.current(), await stored()]
      const all = [...new Set([...accounts.known(), ...passwords])]
      return { accounts: all.map((account) => ({ account, current: account === current, password: passwords.includes(account) })) }
    },
    async 'accounts.use'({ account }, { peer }) {
      checkUse(account, peer, house)
      const passwords = await stored()
      if (!accounts.known().includes(account) && !passwords.includes(account)) throw new HarnessError('ACCOUNT_UNKNOWN', { account })
      // Another may have become current while the keystore was asked.
      checkUse(account, peer, house)
      const before = accounts.current()
      changeAccount(house, peer.id, () => accounts.use(account, undefined))
      const signedIn = campus.services(account).some(({ state }) => state === 'signed-in')
      return { account, changed: before !== account, ...(before === undefined ? {} : { before }), signInNeeded: !signedIn && !passwords.includes(account) }
    },
    async 'accounts.kept'({ account }, { peer }) {
      const kept = (await keptOf(account, house)).map(({ kind, name }) => ({ kind, name }))
      checkForget(account, peer, house)
      return { account, current: account === accounts.current(), kept }
    },
    async 'accounts.forget'({ account }, { peer }) {
      await keptOf(account, house)
      checkForget(account, peer, house)
      const current = account === accounts.current()
      await campus.signOut(account)
      // What outlives a sign-out, such as the device's id, does not outlive this.
      for (const ref of await keystore.list(account)) await keystore.remove(ref)
      store.audit.append({ kind: 'setting', detail: { setting: 'account-forgotten', account, by: peer.id } })
      changeAccount(house, peer.id, () => accounts.forget(account))
      return { account, current, left: [...leftWithoutCurrent(house)] }
    },
  }
}
