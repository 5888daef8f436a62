import { describe, expect, it } from 'vitest'
import type { Accounts } from '../../src/daemon/accounts.ts'
import { checkLogin } from '../../src/daemon/methods/account-rights.ts'
import { HarnessError } from '../../src/rules/errors/index.ts'

const [persons, scripts, unknown] = ['2500000001', '2500000002', '2500000003']
const accountsAt = (current: string | undefined): Accounts => ({ current: () => current, known: () => [persons, scripts], use: () => undefined, isScripts: (account) => account === scripts, forget: () => undefined })

function login(account: string, given: { readonly current?: string; readonly typed?: true; readonly locked?: true; readonly person?: true }): string {
  const locked = given.locked === true
  const lock = { locked: () => locked, by: () => undefined, lock: async () => undefined, unlock: () => undefined, check: () => undefined, forget: async () => undefined, signal: () => new AbortController().signal }
  try {
    checkLogin(account, given.typed === true, { capability: given.person ? 'approve' : 'call' }, { accounts: accountsAt(given.current), lock })
    return 'ok'
  } catch (error) {
    return error instanceof HarnessError ? error.code : String(error)
  }
}

describe('who may sign in to which account', () => {
  it.each([
    ['a person to any', persons, { person: true, current: scripts }, 'ok'],
    ['a person to any, while locked', persons, { person: true, current: scripts, locked: true }, 'ok'],
    ['a script to the current one', persons, { current: persons }, 'ok'],
    ['a script with its password to the current one', persons, { current: persons, typed: true }, 'ok'],
    ['a script with its password where there is none', unknown, { typed: true }, 'ok'],
    ['a script with its password from one of a script’s', unknown, { current: scripts, typed: true }, 'ok'],
    ['a script with the password of an account of its own from a person’s', scripts, { current: persons, typed: true }, 'DAEMON_FORBIDDEN'],
    ['a script with the password of a new one from a person’s', unknown, { current: persons, typed: true }, 'DAEMON_FORBIDDEN'],
    ['a script without a password from a person’s', scripts, { current: persons }, 'DAEMON_FORBIDDEN'],
    ['a script without a password to a person’s', persons, { current: scripts }, 'DAEMON_FORBIDDEN'],
    ['a script while locked, without a password', persons, { current: persons, locked: true }, 'CALL_LOCKED'],
    ['a script while locked, with the locked one’s password', persons, { current: persons, locked: true, typed: true }, 'ok'],
    ['a script while locked, with another’s', scripts, { current: persons, locked: true, typed: true }, 'CALL_LOCKED'],
  ] as const)('%s', (_, account, given, expected) => expect(login(account, given)).toBe(expected))
})
