import { array, assert, constantFrom, integer, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCardKeys, enterAloneMs, settleMs, wordTries } from '../../src/terminal/cli/card-keys.ts'
import { card } from './card.fixture.ts'

const later = settleMs + 1
const local = { ...card, effect: 'write', typed: undefined, reasons: [{ rule: 'R6', code: 'tainted' }], answers: ['once' as const, 'session' as const, 'always' as const, 'deny' as const] }
const answerOf = (own: typeof card, ...chunks: string[]) => {
  const keys = createCardKeys(own)
  return chunks.map((chunk, at) => keys.press(chunk, later + at * enterAloneMs)).find(({ kind }) => kind === 'answer')
}

describe('keys at a card', () => {
  it('count for nothing in its first 300 ms, except to interrupt', () => {
    const keys = createCardKeys(local)
    expect(keys.press('y', settleMs - 1)).toEqual({ kind: 'ignored', why: 'early' })
    expect(keys.press('\r', 0)).toEqual({ kind: 'ignored', why: 'early' })
    expect(keys.press('\u0003', 0)).toEqual({ kind: 'interrupt' })
    expect(keys.press('y', settleMs)).toEqual({ kind: 'answer', answer: { answer: 'once' } })
  })

  it('Enter is once where nothing is lost, and deny where something costs, is public or final; it never widens', () => {
    expect(answerOf(local, '\r')).toMatchObject({ answer: { answer: 'once' } })
    for (const own of [{ ...local, effect: 'money' }, { ...local, reasons: [{ rule: 'R5', code: 'irreversible' }] }, card]) {
      expect(answerOf(own, '\r')).toMatchObject({ answer: { answer: 'deny' } })
    }
  })

  it('a letter gives only what the card offers', () => {
    expect(answerOf(local, 'a')).toMatchObject({ answer: { answer: 'always' } })
    expect(answerOf({ ...local, answers: ['once', 'deny'] }, 'a', 's')).toBeUndefined()
    expect(answerOf(local, '\u001b')).toMatchObject({ answer: { answer: 'deny' } })
    expect(answerOf(local, '\u001b[A')).toBeUndefined()
  })

  it('a number frees an argument for what lasts, and a second press takes it back; it answers nothing, and once is once', () => {
    const two = { ...local, freeable: ['floor', 'text', 'an odd name'] }
    const press = (...chunks: string[]) => { const keys = createCardKeys(two); return chunks.map((chunk, at) => keys.press(chunk, later + at * enterAloneMs)) }
    expect(press('1', '2', '1', 's')).toEqual([
      { kind: 'freed', names: ['floor'] }, { kind: 'freed', names: ['floor', 'text'] }, { kind: 'freed', names: ['text'] }, { kind: 'answer', answer: { answer: 'session', free: ['text'] } },
    ])
    expect(press('2', 'a').at(-1)).toEqual({ kind: 'answer', answer: { answer: 'always', free: ['text'] } })
    for (const once of ['y', '\r']) expect(press('1', once).at(-1)).toEqual({ kind: 'answer', answer: { answer: 'once' } })
    expect(press('1', 'n').at(-1)).toEqual({ kind: 'answer', answer: { answer: 'deny' } })
    expect(press('3', '9', '0')).toEqual(Array.from({ length: 3 }, () => ({ kind: 'ignored', why: 'key' })))
    expect(createCardKeys({ ...two, answers: ['once', 'deny'] }).press('1', later)).toEqual({ kind: 'ignored', why: 'key' })
    expect(press('12')).toEqual([{ kind: 'ignored', why: 'paste' }])
  })

  it('a public act needs its word typed whole', () => {
    expect(answerOf(card, '发布', '\r')).toEqual({ kind: 'answer', answer: { answer: 'once', note: '发布' } })
    expect(answerOf(card, '发', '布', '\r')).toMatchObject({ answer: { answer: 'once' } })
    expect(answerOf(card, 'publish', '\r')).toEqual({ kind: 'answer', answer: { answer: 'once', note: 'publish' } })
    expect(answerOf(card, '\r')).toMatchObject({ answer: { answer: 'deny' } })
    for (const typed of ['发', 'y', '发布!', 'Publish', 'pay']) expect(answerOf(card, typed, '\r')).toBeUndefined()
    expect(answerOf(card, '发错', '\u007f', '布', '\r')).toMatchObject({ answer: { answer: 'once' } })
  })

  it('another word may be typed anew so often, then denies; an empty line denies at once', () => {
    const wrong = Array.from({ length: wordTries - 1 }, () => ['发表', '\r']).flat()
    expect(answerOf(card, ...wrong, '发布', '\r')).toMatchObject({ answer: { answer: 'once' } })
    expect(answerOf(card, ...wrong, '\r')).toMatchObject({ answer: { answer: 'deny' } })
    expect(answerOf(card, ...wrong, '发表', '\r')).toMatchObject({ answer: { answer: 'deny' } })
    const keys = createCardKeys(card)
    keys.press('发表', later)
    expect(keys.press('\r', later + enterAloneMs)).toEqual({ kind: 'wrong', left: wordTries - 1 })
  })

  it('a paste answers nothing, bracketed or as one chunk, also when it comes in pieces', () => {
    expect(answerOf(card, '\u001b[200~发布\r\u001b[201~')).toBeUndefined()
    expect(answerOf(card, '\u001b[200~发', '布\r', '\u001b[201~', '\r')).toMatchObject({ answer: { answer: 'deny' } })
    expect(answerOf(local, 'y\r')).toBeUndefined()
  })

  it.each([
    ['a public act', card, '发布'], ['money', { ...card, effect: 'money', typed: '12.50' }, '12.50'],
  ])('%s is not confirmed by a paste without brackets, in one chunk or in quick ones', (_, own, word) => {
    const enters = ['\r', '\n', '\r\n', '\r\r']
    for (const end of enters) {
      const keys = createCardKeys(own)
      expect(keys.press(`${word}${end}`, later)).toEqual({ kind: 'typed', text: word, enterDropped: true })
      expect(keys.press('\r', later + enterAloneMs - 1)).toEqual({ kind: 'typed', text: word, enterDropped: true })
      expect(keys.press('\r', later + 2 * enterAloneMs)).toMatchObject({ kind: 'answer', answer: { answer: 'once' } })
    }
    const quick = createCardKeys(own)
    expect([...word, '\r', '\r'].map((key, at) => quick.press(key, later + at)).some(({ kind }) => kind === 'answer')).toBe(false)
  })

  it('no chunk of several keys approves, and no Enter within 50 ms of another key', () => {
    const chunk = constantFrom('发布\r', '发布', '发布\n', '\r\r', '\r', '发', '布', '\u007f', '\u0015', 'x\r', '\u0015发布\r\n')
    assert(property(array(tuple(chunk, integer({ min: 0, max: 90 })), { maxLength: 12 }), (typed) => {
      const keys = createCardKeys(card)
      let at = later
      for (const [text, pause] of typed) {
        at += pause
        const outcome = keys.press(text, at)
        if (outcome.kind !== 'answer') continue
        if (outcome.answer.answer !== 'deny') { expect(text).toMatch(/^[\r\n]$/); expect(pause).toBeGreaterThanOrEqual(enterAloneMs) }
        return
      }
    }))
  })

  it('without the whole word no keys at all approve a public act', () => {
    assert(property(array(constantFrom('y', 'a', 's', '\r', '发', ' ', '\u001b[C', 'Y', '\t')), (chunks) => {
      const answer = answerOf(card, ...chunks)
      expect(answer === undefined || (answer.kind === 'answer' && answer.answer.answer === 'deny')).toBe(true)
    }))
  })
})
