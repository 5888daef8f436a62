import { HarnessError } from '../../rules/errors/index.ts'
import { covers } from '../protocol/capability.ts'
import type { Running } from '../running.ts'
import type { Peer } from '../server/peer.ts'

/**
 * What a connection may do to the person's accounts. `approve` may do all. Below it a typed password opens the account that
 * it belongs to, and an account that a script brought with its password is a script's to sign out of and to leave. While a
 * person's own is current none other takes its place, whatever was typed: they would act as somebody else and not see it.
 */
export const mayActFor = ({ capability }: Pick<Peer, 'capability'>): boolean => covers(capability, 'approve')

type Asking = Pick<Peer, 'capability'>
type House = Pick<Running, 'accounts' | 'lock'>

/**
 * Throws `CALL_LOCKED` for a sign-in that would lift the lock without the right to: with no password typed, or with that of
 * another account than the locked one. Throws `DAEMON_FORBIDDEN` for a change from a person's account, or one that no password backs.
 */
export function checkLogin(account: string, typed: boolean, peer: Asking, { accounts, lock }: House): void {
  if (mayActFor(peer)) return
  const current = accounts.current()
  if (lock.locked() && (!typed || (current !== undefined && current !== account))) throw new HarnessError('CALL_LOCKED')
  if (!mayMoveTo(account, typed, accounts)) throw forbidden('login', peer)
}

/** An account that is there already becomes current, as by a sign-in with what is kept. Throws `CALL_LOCKED` or `DAEMON_FORBIDDEN`. */
export function checkUse(account: string, peer: Asking, { accounts, lock }: House): void {
  if (mayActFor(peer)) return
  lock.check()
  if (!mayMoveTo(account, false, accounts)) throw forbidden('accounts.use', peer)
}

/** Whether a connection that may not act for the person may make this account the current one. */
function mayMoveTo(account: string, typed: boolean, accounts: House['accounts']): boolean {
  const current = accounts.current()
  if (account === current) return true
  const leavesPersons = current !== undefined && !accounts.isScripts(current)
  return !leavesPersons && (typed || accounts.isScripts(account))
}

/** A device that IAAA trusts is asked for fewer codes: the person's own word. Throws `DAEMON_FORBIDDEN`. */
export function checkTrust(peer: Asking): void {
  if (!mayActFor(peer)) throw forbidden('login --trust-device', peer)
}

/** Throws `CALL_LOCKED` or `DAEMON_FORBIDDEN`. */
export const checkLogout = (account: string, peer: Asking, house: House): void => checkLeaving('logout', account, peer, house)

/** The same of an account that is to leave nothing here. */
export const checkForget = (account: string, peer: Asking, house: House): void => checkLeaving('accounts.forget', account, peer, house)

function checkLeaving(method: string, account: string, peer: Asking, { accounts, lock }: House): void {
  if (mayActFor(peer)) return
  if (lock.locked()) throw new HarnessError('CALL_LOCKED')
  if (!accounts.isScripts(account)) throw forbidden(method, peer)
}

/** The seed of a token, as signing out: a script's own accounts alone below `approve`. Throws `CALL_LOCKED` or `DAEMON_FORBIDDEN`. */
export function checkSeed(method: string, account: string, peer: Asking, { accounts, lock }: House): void {
  lock.check()
  if (!mayActFor(peer) && !accounts.isScripts(account)) throw forbidden(method, peer)
}

const forbidden = (method: string, { capability: held }: Asking): HarnessError => new HarnessError('DAEMON_FORBIDDEN', { method, needed: 'approve', held })
