import type { Campus } from '../host/campus/campus.ts'
import { isKept } from '../host/keystore/is-kept.ts'
import type { Keystore } from '../host/keystore/keystore.ts'
import { passwordRef } from '../host/keystore/password-ref.ts'

/** Whether the person must sign in before this service can be asked: neither a session nor a password is there to make one. */
export async function signInNeeded(account: string | undefined, service: string, campus: Pick<Campus, 'services'>, keystore: Pick<Keystore, 'list'>): Promise<boolean> {
  if (account === undefined) return true
  if (campus.services(account).some((status) => status.service === service && status.state === 'signed-in')) return false
  return !await isKept(keystore, passwordRef(account))
}
