import { describe, expect, it } from 'vitest'
import { capabilities, covers, granted } from '../../src/daemon/protocol/capability.ts'
import type { Method } from '../../src/daemon/protocol/method.ts'
import { methods } from '../../src/daemon/protocol/methods.ts'
import { assertCapable } from '../../src/daemon/server/dispatch.ts'

describe('capabilities', () => {
  it('a script stays at `call`, whatever it claims', () => {
    for (const capability of capabilities) expect(granted({ kind: 'script', capability })).toBe('call')
    expect(granted({ kind: 'interactive', capability: 'admin' })).toBe('admin')
  })

  it('each covers the weaker ones and no stronger one', () => {
    expect(capabilities.map((held) => capabilities.filter((needed) => covers(held, needed)))).toEqual([
      ['call'], ['call', 'approve'], ['call', 'approve', 'admin'],
    ])
  })

  it('a method without a capability neither types nor registers', () => {
    type Lacking = Omit<Method, 'capability'>
    const types: Lacking extends Method ? true : false = false
    expect(types).toBe(false)
    expect(() => assertCapable('secret.read', {})).toThrow('DAEMON_START_FAILED')
    expect(() => assertCapable('secret.read', { capability: 'root' })).toThrow('DAEMON_START_FAILED')
  })

  it('what changes rules, grants, plugins or answers a card is out of reach of `call` (bug-log 61)', () => {
    const strong = Object.entries(methods).filter(([, row]) => row.capability !== 'call').map(([name]) => name).sort()
    expect(strong).toEqual(expect.arrayContaining([
      'approvals.answer', 'approvals.watch', 'consents.accept', 'consents.revoke', 'effects.reset', 'effects.set', 'grants.import', 'grants.preview', 'grants.revoke', 'keystore.init', 'plugins.enable', 'plugins.reset', 'plugins.set', 'unlock',
    ]))
  })
})
