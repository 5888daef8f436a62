import { describe, expect, it } from 'vitest'
import { keychainFailure } from '../../../src/host/keystore/keychain-failure.ts'
import { failureError, keychainReasons, keychainStates, statusOf } from '../../../src/host/keystore/outcome.ts'
import { explain } from '../../../src/rules/errors/index.ts'

describe('what an error of the keychain means', () => {
  it.each([
    ['Cannot create an item in a locked collection', 'locked', 'locked-collection'],
    ['User interaction is not allowed.', 'locked', 'no-interaction'],
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'dead', 'no-bus'],
    ['Could not connect: No such file or directory', 'dead', 'no-bus'],
    ['Could not connect: Connection refused', 'dead', 'no-bus'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'dead', 'no-service'],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'dead', 'no-service'],
    ['The connection is closed', 'dead', 'service-gone'],
    ['Message recipient disconnected from message bus without replying', 'dead', 'service-gone'],
    ['Timeout was reached', 'dead', 'service-gone'],
    ['User canceled the operation.', 'denied', 'dismissed'],
    ['Access denied', 'denied', 'refused'],
    ['Failed to load keytar native addon, checked ["../build/Release"] on linux-x64', 'absent', 'no-library'],
    ['libsecret-1.so.0: cannot open shared object file: No such file or directory', 'absent', 'no-library'],
    ["Cannot find package 'keytar' imported from /x/helper.cjs", 'absent', 'no-module'],
    ['something nobody has seen', 'dead', 'unknown-error'],
  ])('%s → %s (%s)', (message, state, reason) => {
    expect(keychainFailure(new Error(message))).toStrictEqual({ state, reason })
  })

  it('is dead for a thing that is no error', () => {
    expect(keychainFailure('canary')).toStrictEqual({ state: 'dead', reason: 'unknown-error' })
  })

  it('has a different remedy, in both languages, for each of the five states', () => {
    for (const lang of ['zh', 'en'] as const) {
      const hints = keychainStates.map((state) => explain(failureError({ state, reason: 'unknown-error' }, 3000), lang).hint)
      expect(new Set(hints).size).toBe(keychainStates.length)
    }
  })

  it('bug-log 128: of a locked one the advice is to unlock, and no word of recovering, resetting or installing', () => {
    const told = (lang: 'zh' | 'en') => explain(failureError({ state: 'locked', reason: 'locked-collection' }, 3000), lang)
    expect(told('en').hint).toContain('Unlock')
    expect(told('zh').hint).toContain('解锁')
    for (const lang of ['zh', 'en'] as const) expect(`${told(lang).message} ${told(lang).hint}`).not.toMatch(/recover|reset|install|delete|sign in again|恢复|重置|安装|删除|重新登录/i)
  })

  it('comes back from its error as the same state, for every state and reason', () => {
    for (const state of keychainStates) for (const reason of keychainReasons) expect(statusOf(failureError({ state, reason }, 1))).toMatchObject({ state })
    expect(statusOf(new Error('canary'))).toStrictEqual({ state: 'dead', detail: 'unknown-error' })
  })
})
