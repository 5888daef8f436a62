import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unlabelled } from '../../../src/rules/labels.ts'
import { connect } from '../../../src/host/store/connection.ts'
import { temporaryStore } from './temporary-store.ts'

const owner = { account: '2500000001', plugin: 'memory' }
const tainted = { untrusted: ['treehole.search'], private: ['treehole'] }

describe('records', () => {
  const note = { id: 'n1', kind: 'note', value: { text: '早八' }, status: 'pending', source: 'agent', labels: tainted } as const

  it('wait as pending, are approved with the labels they had, and are listed by status in the order they came', () => {
    const { store, clock } = temporaryStore()
    const first = store.records.put(owner, note)
    clock.advance(10)
    store.records.put(owner, { ...note, id: 'n0', status: 'saved' })
    expect(first).toStrictEqual({ ...note, createdAt: clock.now() - 10 })
    expect(store.records.list(owner, 'note', ['pending'])).toStrictEqual([first])
    expect(store.records.settle(owner, 'note', 'n1', 'approved')).toStrictEqual({ ...first, status: 'approved' })
    expect(store.records.list(owner, 'note').map(({ id }) => id)).toStrictEqual(['n1', 'n0'])
    expect(store.records.list(owner, 'other')).toStrictEqual([])
  })

  it('hold nothing after they are forgotten, not even in the bytes of the file, and take new labels where given', () => {
    const { store, path } = temporaryStore()
    store.records.put(owner, { ...note, value: { text: 'canary-record'.repeat(1000) } })
    store.values.put(owner, 'k', 'canary-value', unlabelled)
    store.values.delete(owner, 'k')
    expect(store.records.settle(owner, 'note', 'n1', 'forgotten', unlabelled)).toMatchObject({ value: null, status: 'forgotten', labels: unlabelled })
    expect(store.records.settle(owner, 'note', 'none', 'forgotten')).toBeUndefined()
    expect(store.records.get({ ...owner, account: '2500000002' }, 'note', 'n1')).toBeUndefined()
    store.close()
    for (const name of readdirSync(dirname(path))) expect(readFileSync(join(dirname(path), name), 'latin1')).not.toContain('canary')
  })

  it('keep the time of their making when they are written again', () => {
    const { store, clock } = temporaryStore()
    const first = store.records.put(owner, note)
    clock.advance(1000)
    expect(store.records.put(owner, { ...note, value: 2 }).createdAt).toBe(first.createdAt)
  })
})

describe('conversations', () => {
  it('are events in order, and labels that only grow', () => {
    const { store } = temporaryStore()
    const made = store.conversations.create({ id: 'c1', account: undefined, title: '空教室' })
    expect([store.conversations.append('c1', { a: 1 }), store.conversations.append('c1', { b: '\0😀' })]).toStrictEqual([1, 2])
    expect(store.conversations.events('c1')).toStrictEqual([{ a: 1 }, { b: '\0😀' }])
    store.conversations.absorb('c1', tainted)
    store.conversations.absorb('c1', unlabelled)
    expect(store.conversations.get('c1')).toStrictEqual({ ...made, labels: tainted })
  })

  it('are a person\'s unless a script opened them, and a person\'s for good once one goes on', () => {
    const { store } = temporaryStore()
    store.conversations.create({ id: 'c1', account: undefined, title: '' })
    store.conversations.create({ id: 'c2', account: undefined, title: '', openedBy: 'script' })
    const openers = () => ['c1', 'c2'].map((id) => store.conversations.get(id)?.openedBy)
    expect(openers()).toStrictEqual(['person', 'script'])
    store.conversations.takeOver('c2')
    expect(openers()).toStrictEqual(['person', 'person'])
  })

  it('are listed newest first, cannot be made twice, and are not written to unmade', () => {
    const { store } = temporaryStore()
    for (const id of ['c1', 'c2', 'c3']) store.conversations.create({ id, account: owner.account, title: '' })
    expect(store.conversations.list(2).map(({ id }) => id)).toStrictEqual(['c3', 'c2'])
    expect(() => store.conversations.create({ id: 'c1', account: undefined, title: '' })).toThrow('STORE_CONFLICT')
    expect(() => store.conversations.append('none', {})).toThrow('STORE_MISSING')
    expect(() => store.conversations.absorb('none', tainted)).toThrow('STORE_MISSING')
  })

  it('cannot have an event rewritten, not even by SQL', () => {
    const { store, path } = temporaryStore()
    store.conversations.create({ id: 'c1', account: undefined, title: '' })
    store.conversations.append('c1', { a: 1 })
    const other = connect(path)
    expect(() => other.script("UPDATE conversation_events SET event = '{}'")).toThrow('TRIGGER')
    other.close()
  })
})

describe('intents', () => {
  const intent = { callId: 'k1', tool: 'treehole.post', account: owner.account, effect: 'public', argsDigest: 'ab' }

  it('that were open become unknown at recovery, once, and are given back to be shown', () => {
    const { store, clock } = temporaryStore()
    for (const callId of ['k1', 'k2', 'k3']) store.intents.begin({ ...intent, callId })
    store.intents.settle('k2', 'done')
    const recovered = store.intents.recover()
    expect(recovered).toStrictEqual(['k1', 'k3'].map((callId) => ({ ...intent, callId, startedAt: clock.now(), outcome: 'unknown' })))
    expect(store.intents.recover()).toStrictEqual([])
    expect(store.intents.list(9).map(({ callId, outcome }) => [callId, outcome])).toStrictEqual([['k3', 'unknown'], ['k2', 'done'], ['k1', 'unknown']])
  })

  it('begin once; what is known is final, what is unknown may be learned', () => {
    const { store } = temporaryStore()
    store.intents.begin(intent)
    expect(() => store.intents.begin(intent)).toThrow('STORE_CONFLICT')
    store.intents.settle('k1', 'unknown')
    store.intents.settle('k1', 'failed')
    expect(() => store.intents.settle('k1', 'done')).toThrow('STORE_CONFLICT')
    expect(() => store.intents.settle('none', 'done')).toThrow('STORE_MISSING')
  })
})

describe('approvals', () => {
  function asked() {
    const { store, clock } = temporaryStore()
    const row = { id: 'a1', callId: 'k1', tool: 'treehole.post', digest: 'd', card: { text: '发布' }, createdAt: clock.now(), expiresAt: clock.now() + 600_000 }
    store.approvals.create(row)
    return { store, clock, row }
  }

  it('are answered once: the first answer wins and stays', () => {
    const { store, row } = asked()
    expect(store.approvals.answer('a1', 'denied', 'tui', 'deny')).toBe(true)
    expect(store.approvals.answer('a1', 'approved', 'cli', 'once')).toBe(false)
    expect(store.approvals.get('a1')).toStrictEqual({ ...row, state: 'denied', answeredBy: 'tui', answer: 'deny' })
    expect(store.approvals.answer('none', 'approved', 'cli', 'once')).toBe(false)
  })

  it('cannot be approved at or after their expiry, and can still be settled as expired', () => {
    const { store, clock } = asked()
    clock.advance(600_000)
    expect(store.approvals.answer('a1', 'approved', 'tui', 'once')).toBe(false)
    expect(store.approvals.answer('a1', 'expired', 'daemon', 'expired')).toBe(true)
  })

  it('are expired at a restart when they were pending, and listed by state, newest first', () => {
    const { store, row } = asked()
    store.approvals.create({ ...row, id: 'a2' })
    store.approvals.create({ ...row, id: 'a3' })
    store.approvals.answer('a2', 'cancelled', 'daemon', 'changed')
    expect(store.approvals.list({ state: 'pending' }).map(({ id }) => id)).toStrictEqual(['a3', 'a1'])
    expect([store.approvals.expireAll(), store.approvals.expireAll()]).toStrictEqual([2, 0])
    expect(store.approvals.list({ limit: 2 }).map(({ id, state }) => [id, state])).toStrictEqual([['a3', 'expired'], ['a2', 'cancelled']])
    expect(() => store.approvals.create(row)).toThrow('STORE_CONFLICT')
  })
})

describe('grants', () => {
  it('are spent to their limit and no further, and not at all after they are revoked', () => {
    const { store, clock } = temporaryStore()
    store.grants.put('g1', { tool: 'memory.save' })
    store.grants.put('g2', {})
    expect([1, 2, 3].map(() => store.grants.spend('g1', 2))).toStrictEqual([true, true, false])
    expect([store.grants.revoke('g1'), store.grants.revoke('g1'), store.grants.spend('g1', 99), store.grants.spend('none', 9)]).toStrictEqual([true, false, false, false])
    expect(store.grants.spend('g2', Infinity)).toBe(true)
    expect(store.grants.list()[0]).toStrictEqual({ id: 'g1', grant: { tool: 'memory.save' }, createdAt: clock.now(), revokedAt: clock.now(), uses: 2 })
    expect(() => store.grants.put('g1', {})).toThrow('STORE_CONFLICT')
  })
})

describe('consents and settings', () => {
  it('hold who agreed to what, until it is taken back one by one or for a whole plugin', () => {
    const { store, clock } = temporaryStore()
    for (const destination of ['portal', 'treehole']) store.consents.accept({ account: 'a', plugin: 'p', destination })
    store.consents.accept({ account: 'b', plugin: 'p', destination: 'portal' })
    expect(store.consents.list('a')).toStrictEqual(['portal', 'treehole'].map((destination) => ({ account: 'a', plugin: 'p', destination, acceptedAt: clock.now() })))
    expect([store.consents.revoke('a', 'p', 'portal'), store.consents.revoke('a', 'p', 'portal'), store.consents.revoke('a', 'p')]).toStrictEqual([1, 0, 1])
    expect(store.consents.list()).toHaveLength(1)
    // Portal stands for another account still.
    expect(store.consents.takenBack()).toStrictEqual([{ plugin: 'p', destination: 'treehole' }])
    expect(store.consents.agreed('p', ['a', 'a'])).toStrictEqual([])
    store.consents.accept({ account: 'a', plugin: 'p', destination: 'treehole' })
    expect([store.consents.takenBack(), store.consents.agreed('p', ['a', 'a'])]).toStrictEqual([[], ['treehole']])
  })

  it('keep any JSON by key, and a key that is a word of JavaScript is a key like another', () => {
    const { store } = temporaryStore()
    store.settings.put('ui.lang', 'zh')
    store.settings.put('ui.lang', { a: [1, null] })
    store.settings.put('__proto__', 1)
    expect(store.settings.get('ui.lang')).toStrictEqual({ a: [1, null] })
    expect(Object.entries(store.settings.list())).toStrictEqual([['__proto__', 1], ['ui.lang', { a: [1, null] }]])
    expect(store.settings.list('ui.')).toStrictEqual({ 'ui.lang': { a: [1, null] } })
    expect([store.settings.delete('ui.lang'), store.settings.delete('ui.lang'), store.settings.get('ui.lang')]).toStrictEqual([true, false, undefined])
  })
})

describe('leaks', () => {
  it('are added up for each conversation and destination, and given back down to nothing', () => {
    const { store } = temporaryStore()
    store.leaks.spend('c1', ['remote:a', 'website:b'], 2.5)
    store.leaks.spend('c1', ['remote:a'], 1)
    store.leaks.spend('c2', ['remote:a'], 8)
    expect(store.leaks.of('c1')).toEqual({ 'remote:a': 3.5, 'website:b': 2.5 })
    store.leaks.giveBack('c1', ['remote:a', 'website:b', 'remote:none'], 3)
    expect([store.leaks.of('c1'), store.leaks.of('c3')]).toEqual([{ 'remote:a': 0.5, 'website:b': 0 }, {}])
  })

  it.each([-1, NaN, Infinity * 0, -Infinity])('%s bits are not taken', (bits) => {
    const { store } = temporaryStore()
    expect(() => store.leaks.spend('c1', ['remote:a', 'remote:b'], bits)).toThrow()
    expect(store.leaks.of('c1')).toEqual({})
  })
})
