import { describe, expect, it } from 'vitest'
import { type Answer, exactTerms, type GrantTerms } from '../../../src/monitor/approvals/approvals.ts'
import { cardDigest } from '../../../src/monitor/approvals/card-digest.ts'
import { makeQueue, type Queue } from './queue.ts'

const never = () => new AbortController().signal

describe('asking', () => {
  it('with nobody attached is unavailable at once and leaves no row', async () => {
    using queue = makeQueue()
    expect(await queue.approvals.ask(queue.card(), never())).toEqual({ verdict: 'unavailable' })
    expect(queue.store.approvals.list()).toEqual([])
  })

  it('waits on the disk, told to those who watch, until a person answers', async () => {
    using queue = makeQueue()
    const seen: string[] = []
    const stop = queue.approvals.watch(({ kind, card }) => seen.push(`${kind} ${card.id}`))
    queue.approvals.attach('screen')
    const card = queue.card()
    const verdict = queue.approvals.ask(card, never())
    expect(queue.store.approvals.get(card.id)).toMatchObject({ state: 'pending', digest: cardDigest(card) })
    expect(queue.approvals.pending()).toEqual([{ card, digest: cardDigest(card) }])
    expect(queue.approvals.answer(card.id, 'once', 'screen')).toEqual({ won: true })
    expect(await verdict).toEqual({ verdict: 'approved', answer: 'once', by: 'screen', digest: cardDigest(card), terms: exactTerms })
    expect(queue.store.approvals.get(card.id)).toMatchObject({ state: 'approved', answeredBy: 'screen', answer: 'once' })
    stop()
    void queue.approvals.ask(queue.card(), AbortSignal.abort())
    expect(seen).toEqual(['asked card-1', 'answered card-1'])
  })

  it('a denial carries who said it and what they wrote', async () => {
    using queue = makeQueue()
    queue.approvals.attach('screen')
    const verdict = queue.approvals.ask(queue.card(), never())
    queue.approvals.answer('card-1', 'deny', 'screen', '不要发')
    expect(await verdict).toEqual({ verdict: 'denied', by: 'screen', note: '不要发' })
  })

  it('expires after its ten minutes and takes no answer after that', async () => {
    using queue = makeQueue()
    queue.approvals.attach('screen')
    const verdict = queue.approvals.ask(queue.card(), never())
    await queue.clock.advance(599_999)
    expect(queue.approvals.pending()).toHaveLength(1)
    await queue.clock.advance(1)
    expect(await verdict).toEqual({ verdict: 'expired' })
    expect(queue.approvals.answer('card-1', 'once', 'screen')).toEqual({ won: false, why: 'expired' })
    expect(queue.store.approvals.get('card-1')).toMatchObject({ state: 'expired' })
  })

  it('is cancelled with the call that asks', async () => {
    using queue = makeQueue()
    queue.approvals.attach('screen')
    const caller = new AbortController()
    const verdict = queue.approvals.ask(queue.card(), caller.signal)
    caller.abort()
    expect(await verdict).toEqual({ verdict: 'cancelled' })
    expect(queue.approvals.answer('card-1', 'once', 'screen')).toEqual({ won: false, why: 'answered' })
  })

  it('bug-log 50: a plugin that changes while it waits is cancelled, and other plugins are not', async () => {
    using queue = makeQueue()
    queue.approvals.attach('screen')
    const changed = queue.approvals.ask(queue.card(), never())
    void queue.approvals.ask(queue.card({ plugin: { id: 'memory', trust: 'bundled', contentHash: 'd'.repeat(64) } }), never())
    expect(queue.approvals.cancel(({ plugin }) => plugin.id === 'treehole', 'changed')).toBe(1)
    expect(await changed).toEqual({ verdict: 'cancelled' })
    expect(queue.approvals.pending().map(({ card }) => card.id)).toEqual(['card-2'])
  })

  it('is unavailable when the last screen that could answer goes', async () => {
    using queue = makeQueue()
    queue.approvals.attach('screen')
    queue.approvals.attach('other')
    const verdict = queue.approvals.ask(queue.card(), never())
    queue.approvals.detach('screen')
    expect(queue.approvals.pending()).toHaveLength(1)
    queue.approvals.detach('other')
    expect(await verdict).toEqual({ verdict: 'unavailable' })
  })

  it('pending at a restart is expired and never answered', () => {
    using queue = makeQueue()
    queue.approvals.attach('screen')
    void queue.approvals.ask(queue.card(), never())
    const next = queue.restart()
    next.attach('screen')
    expect(queue.store.approvals.get('card-1')).toMatchObject({ state: 'expired' })
    expect(next.answer('card-1', 'once', 'screen')).toEqual({ won: false, why: 'expired' })
    expect(next.pending()).toEqual([])
  })
})

describe('who may answer, and what', () => {
  const cases = [
    ['a connection that may not approve', {}, 'stranger', 'once', undefined, { won: false, why: 'not-allowed' }],
    ['the terminal where the person typed', { client: 'screen', principal: 'user' }, 'screen', 'once', undefined, { won: true }],
    ['the terminal whose agent asks', { client: 'screen', principal: 'agent' }, 'screen', 'once', undefined, { won: true }],
    ['a script for itself', { client: 'screen', principal: 'script' }, 'screen', 'once', undefined, { won: false, why: 'not-yours' }],
    ['a schedule for itself', { client: 'screen', principal: 'schedule' }, 'screen', 'once', undefined, { won: false, why: 'not-yours' }],
    ['a bridge for itself', { client: 'screen', principal: 'bridge' }, 'screen', 'once', undefined, { won: false, why: 'not-yours' }],
    ['a plugin’s step, where the person typed what led to it', { client: 'screen', principal: 'plugin:x', startedBy: 'user' }, 'screen', 'once', undefined, { won: true }],
    ['a plugin’s step in the turn of the terminal’s agent', { client: 'screen', principal: 'plugin:x', startedBy: 'agent' }, 'screen', 'once', undefined, { won: true }],
    ['a plugin’s step, where a script began it', { client: 'screen', principal: 'plugin:x', startedBy: 'script' }, 'screen', 'once', undefined, { won: false, why: 'not-yours' }],
    ['a plugin’s step for itself', { client: 'screen', principal: 'plugin:x' }, 'screen', 'once', undefined, { won: false, why: 'not-yours' }],
    ['an answer that the card does not offer', { answers: ['once', 'deny'] }, 'screen', 'always', undefined, { won: false, why: 'not-allowed' }],
    ['a public card without its word', { typed: '发布' }, 'screen', 'once', undefined, { won: false, why: 'not-allowed' }],
    ['a public card with another word', { typed: '发布' }, 'screen', 'once', '发 布', { won: false, why: 'not-allowed' }],
    ['a public card with its word', { typed: '发布' }, 'screen', 'once', '发布', { won: true }],
    ['a public card with its word in Latin letters', { typed: '发布' }, 'screen', 'once', 'publish', { won: true }],
    ['an amount with a word', { typed: '12.50' }, 'screen', 'once', 'publish', { won: false, why: 'not-allowed' }],
    ['a public card is denied without typing', { typed: '发布' }, 'screen', 'deny', undefined, { won: true }],
  ] as const
  it.each(cases)('%s', (_, given, by, answer, note, expected) => {
    using queue = makeQueue()
    queue.approvals.attach('screen')
    queue.approvals.attach('second')
    void queue.approvals.ask(queue.card(given), never())
    expect(queue.approvals.answer('card-1', answer, by, note)).toEqual(expected)
  })

  it.each<[string, Answer, Partial<GrantTerms>, boolean]>([
    ['an argument that the card lets them free', 'always', { free: ['text'] }, true],
    ['one that it does not', 'always', { free: ['pid'] }, false],
    ['one of the two that it does not', 'session', { free: ['text', 'pid'] }, false],
    ['a free argument this once', 'once', { free: ['text'] }, false],
    ['an end this once', 'once', { expires: 9e12 }, false],
    ['a number of uses for a no', 'deny', { uses: 1 }, false],
    ['an end to come', 'always', { expires: 9e12 }, true],
    ['an end that is past', 'always', { expires: 1 }, false],
    ['no moment', 'always', { expires: Number.NaN }, false],
    ['so many uses', 'session', { uses: 3 }, true],
    ['no use', 'always', { uses: 0 }, false],
    ['half a use', 'always', { uses: 0.5 }, false],
  ])('%s with `%s`', async (_, answer, terms, won) => {
    using queue = makeQueue()
    queue.approvals.attach('screen')
    const verdict = queue.approvals.ask(queue.card(), never())
    expect(queue.approvals.answer('card-1', answer, 'screen', undefined, { ...exactTerms, ...terms })).toEqual(won ? { won } : { won, why: 'not-allowed' })
    if (won) expect(await verdict).toMatchObject({ verdict: 'approved', answer, terms: { ...exactTerms, ...terms } })
    else expect(queue.approvals.pending()).toHaveLength(1)
  })

  it('a word that is no answer approves nothing', () => {
    using queue = makeQueue()
    queue.approvals.attach('screen')
    void queue.approvals.ask(queue.card(), never())
    expect(queue.approvals.answer('card-1', JSON.parse('"yes"'), 'screen')).toEqual({ won: false, why: 'not-allowed' })
    expect(queue.approvals.answer('card-9', 'once', 'screen')).toEqual({ won: false, why: 'unknown' })
  })

  it('a script alone with itself has nobody to ask', async () => {
    using queue = makeQueue()
    queue.approvals.attach('script')
    expect(await queue.approvals.ask(queue.card({ client: 'script', principal: 'script' }), never())).toEqual({ verdict: 'unavailable' })
  })
})

describe('faults', () => {
  it('a store that cannot keep the question is a denial', async () => {
    using queue = makeQueue()
    queue.approvals.attach('screen')
    queue.store.close()
    expect(await queue.approvals.ask(queue.card(), never())).toEqual({ verdict: 'denied', by: undefined, note: undefined })
  })

  it('an answer that cannot be recorded is a denial', async () => {
    using queue = makeQueue()
    queue.approvals.attach('screen')
    const verdict = queue.approvals.ask(queue.card(), never())
    await Promise.resolve()
    queue.store.close()
    expect(() => queue.approvals.answer('card-1', 'once', 'screen')).not.toThrow()
    expect(await verdict).toMatchObject({ verdict: 'denied' })
  })

  it.each<[string, (queue: Queue) => void]>([
    ['an answer', ({ approvals }) => { approvals.answer('card-1', 'once', 'screen') }],
    ['an expiry', ({ clock }) => { void clock.advance(600_000) }],
    ['a change of the plugin', ({ approvals }) => { approvals.cancel(({ plugin }) => plugin.id === 'treehole', 'changed') }],
  ])('%s that cannot be recorded still takes the card off every screen, as cancelled by the host', async (_, end) => {
    using queue = makeQueue()
    queue.approvals.attach('screen')
    const seen: unknown[] = []
    queue.approvals.watch(({ kind, detail }) => seen.push([kind, detail['by'], detail['answer']]))
    const verdict = queue.approvals.ask(queue.card(), never())
    await Promise.resolve()
    queue.store.close()
    end(queue)
    expect(await verdict).toMatchObject({ verdict: 'denied' })
    expect(seen.slice(1)).toEqual([['cancelled', 'host', 'unrecorded']])
  })

  it('a screen that throws or tampers while it is told changes nothing', async () => {
    using queue = makeQueue()
    queue.approvals.attach('screen')
    queue.approvals.watch(() => { throw new Error('broken screen') })
    queue.approvals.watch(({ card }) => { Reflect.set(card, 'args', '{"text":"别的"}') })
    const card = queue.card()
    const verdict = queue.approvals.ask(card, never())
    expect(queue.approvals.pending()[0]?.card.args).toBe('{"text":"你好"}')
    queue.approvals.answer('card-1', 'once', 'screen')
    expect(await verdict).toMatchObject({ verdict: 'approved', digest: cardDigest(card) })
  })
})
