import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { makeQueue } from './queue.ts'

const rounds = 1000
const screens = Array.from({ length: 8 }, (_, index) => `screen-${index}`)
const answers = ['once', 'deny', 'session', 'always'] as const

it('eight screens answer at once, a thousand times: one outcome and one record each time', async () => {
  using queue = makeQueue()
  for (const screen of screens) queue.approvals.attach(screen)
  for (let round = 0; round < rounds; round++) {
    const card = queue.card()
    const verdict = queue.approvals.ask(card, new AbortController().signal)
    const results = await Promise.all(screens.map(async (screen, index) => {
      if ((index + round) % 3 === 0) await setImmediate()
      return { screen, answer: answers[(index + round) % answers.length] ?? 'deny', ...queue.approvals.answer(card.id, answers[(index + round) % answers.length] ?? 'deny', screen) }
    }))
    const winners = results.filter(({ won }) => won)
    expect(winners).toHaveLength(1)
    const [winner] = winners
    expect(await verdict).toMatchObject(winner?.answer === 'deny' ? { verdict: 'denied', by: winner.screen } : { verdict: 'approved', by: winner?.screen, answer: winner?.answer })
    expect(queue.store.approvals.get(card.id)).toMatchObject({ answeredBy: winner?.screen, answer: winner?.answer })
  }
  const answered = queue.store.audit.list({ limit: 10 * rounds }).filter(({ kind }) => kind === 'approval.answered')
  expect(answered).toHaveLength(rounds)
  expect(new Set(answered.map(({ detail }) => detail['approval'])).size).toBe(rounds)
}, 120_000)
