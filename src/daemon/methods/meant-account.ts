import type { SecretRef } from '../../host/keystore/keystore.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Running } from '../running.ts'

type House = Pick<Running, 'accounts' | 'keystore'>

/** The account that a request names, else the current one. Throws `CAMPUS_SIGN_IN_NEEDED` where there is neither. */
export function meantAccount(named: string | undefined, { current }: Pick<Running['accounts'], 'current'>): string {
  const account = named ?? current()
  if (account === undefined) throw new HarnessError('CAMPUS_SIGN_IN_NEEDED')
  return account
}

/** What is kept of an account, by name. Rejects with `ACCOUNT_UNKNOWN` for one that was never used here and of which there is nothing. */
export async function keptOf(account: string, { accounts, keystore }: House): Promise<readonly SecretRef[]> {
  const kept = await keystore.list(account)
  if (!accounts.known().includes(account) && kept.length === 0) throw new HarnessError('ACCOUNT_UNKNOWN', { account })
  return kept
}
