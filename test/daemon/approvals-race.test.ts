import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { approvalHandlers } from '../../src/daemon/methods/approvals.ts'
import type { Message } from '../../src/daemon/protocol/message.ts'
import { createMonitor } from '../../src/monitor/create-monitor.ts'
import { createSessionGrants } from '../../src/monitor/standing/session-grants.ts'
import { digest } from '../../src/rules/canonical.ts'
import { grantSchema } from '../../src/rules/grant.ts'
import { makePlugin, makeTool } from '../monitor/world/tools.ts'
import { makeTurn } from '../monitor/world/turn.ts'
import { account, makeWorld } from '../monitor/world/world.ts'
import { type Raw, ask, greeted, startBench } from './socket-bench.ts'

const rounds = 1000
const answers = ['once', 'deny', 'session', 'always'] as const
type Answer = (typeof answers)[number]

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** The event of an approval for the call with this text, if the message is one. */
function eventOf(message: Message, kind: string, text: string): { readonly id: string; readonly digest: string; readonly by: string } | undefined {
  if (!('method' in message) || message.method !== 'approval') return undefined
  const { kind: told, card, digest, by } = Object(message.params)
  return told === kind && card.args === `{"text":"${text}"}` ? { id: card.id, digest, by } : undefined
}

it(`8 clients on sockets of their own race to answer one approval, ${rounds} times: one outcome, one record, a grant only from the winner`, async () => {
  const ran: string[] = []
  const act = makeTool({ name: 'act', effect: 'write', trust: 'community', input: z.strictObject({ text: z.string() }), run: async ({ text }) => { ran.push(String(text)) } })
  const sessionGrants = createSessionGrants({ now: () => 0 })
  using world = makeWorld({ plugins: [makePlugin([act])] })
  const monitor = createMonitor({
    registry: world.registry, store: world.store, approvals: world.approvals, campus: world.campus, clock: world.clock, chance: { uuid: () => crypto.randomUUID(), bytes: (count) => Buffer.alloc(count) }, guards: [],
    signInNeeded: () => false, web: { request: () => Promise.reject(new Error('no web here')) }, scrubber: { text: (text) => text, json: (value) => value, holdsSecret: () => false },
    account: () => account, locked: () => false, auditDigest: digest,
  }, sessionGrants)
  const bench = await startBench(approvalHandlers({ approvals: world.approvals, store: world.store, pinGate: { pass: async () => undefined, enter: async () => undefined, forget: () => undefined } }))
  const clients: Raw[] = await Promise.all(Array.from({ length: 8 }, () => greeted(bench.places.socket)))
  const ids = clients.map(({ got }) => { const [welcome] = got; return welcome && 'result' in welcome ? String(Reflect.get(Object(welcome.result), 'client')) : '' })
  expect(new Set(ids).size).toBe(8)
  await Promise.all(clients.map((client) => ask(client, 1, 'approvals.watch')))

  const seed = Number(process.env['RACE_SEED'] ?? Date.now() % 1e6)
  const random = randomFrom(seed)
  const wins: Record<Answer, number> = { once: 0, deny: 0, session: 0, always: 0 }
  const winners = new Map<string, number>()
  const given: string[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const text = `r${round}`
      const order = clients.map(() => random()).map((one, _, all) => all.filter((other) => other < one).length)
      const calling = monitor.invoke({ tool: 'probe.act', args: { text }, principal: 'agent', account, turn: makeTurn(), client: 'asker', lang: 'en', signal: new AbortController().signal })
      const raced = await Promise.all(clients.map(async (client, at) => {
        const asked = eventOf(await client.next((message) => eventOf(message, 'asked', text) !== undefined), 'asked', text)
        const ended = client.next((message) => eventOf(message, 'answered', text) !== undefined)
        const answer = answers[(at + round) % answers.length] ?? 'deny'
        for (let waits = order[at] ?? 0; waits > 0; waits--) await setImmediate()
        const reply = await ask(client, round + 2, 'approvals.answer', { id: asked?.id, digest: asked?.digest, answer })
        return { by: ids[at] ?? '', answer, id: asked?.id ?? '', result: 'result' in reply ? Object(reply.result) : {}, told: eventOf(await ended, 'answered', text)?.by }
      }))
      const won = raced.filter(({ result }) => result.won === true)
      expect(won).toHaveLength(1)
      const { by, answer, id } = won[0] ?? { by: '', answer: 'deny' as const, id: '' }
      expect(raced.filter(({ result }) => result.won === false)).toHaveLength(7)
      expect(new Set(raced.map(({ told }) => told)), 'every screen hears whose answer it was').toEqual(new Set([by]))
      const outcome = await calling
      expect([outcome.ok, ran.includes(text)]).toEqual([answer !== 'deny', answer !== 'deny'])
      expect(world.store.approvals.get(id)).toMatchObject({ state: answer === 'deny' ? 'denied' : 'approved', answeredBy: by, answer })
      wins[answer] += 1
      winners.set(by, (winners.get(by) ?? 0) + 1)
      given.push(...(answer === 'session' || answer === 'always' ? [`${text} ${by}`] : []))
      // What is left over of a round may not slow the next: everything was looked at.
      for (const client of clients) client.forget()
    }
  } finally {
    for (const { socket } of clients) socket.destroy()
    await bench.close()
  }
  const rows = world.store.audit.list({ limit: 20 * rounds })
  const answered = rows.filter(({ kind }) => kind === 'approval.answered')
  expect(answered).toHaveLength(rounds)
  expect(new Set(answered.map(({ detail }) => detail['approval'])).size).toBe(rounds)
  expect(rows.filter(({ kind }) => kind === 'grant.made')).toHaveLength(wins.session + wins.always)
  expect([world.store.grants.list().length, sessionGrants.list().length]).toEqual([wins.always, wins.session])
  const grants = [...world.store.grants.list().map(({ grant }) => grantSchema.parse(grant)), ...sessionGrants.list().map(({ grant }) => grant)]
  expect(grants.map(({ args, made }) => `${String(args.exact['text'])} ${made.by}`).toSorted()).toEqual(given.toSorted())
  expect(winners.size, 'the same client wins always: that is no race').toBeGreaterThan(4)
  expect(ran).toHaveLength(rounds - wins.deny)
  expect(world.store.audit.verify()).toMatchObject({ ok: true })
  console.log(`${rounds} rounds, 8 clients: answers that won ${JSON.stringify(wins)}, rounds that each client won ${[...winners.values()].join(' ')} (seed ${seed})`)
}, 300_000)
