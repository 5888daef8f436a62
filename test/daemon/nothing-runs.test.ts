import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { approvalHandlers } from '../../src/daemon/methods/approvals.ts'
import { createApprovals } from '../../src/monitor/approvals/create-approvals.ts'
import type { CallOutcome, CallRequest } from '../../src/monitor/call-request.ts'
import { digest } from '../../src/rules/canonical.ts'
import { unlabelled } from '../../src/rules/labels.ts'
import { makePlugin, makeTool } from '../monitor/world/tools.ts'
import { makeTurn } from '../monitor/world/turn.ts'
import { makeWorld, type World } from '../monitor/world/world.ts'
import { ask, greeted, type Raw, startBench } from './socket-bench.ts'

const input = z.strictObject({ text: z.string() })
const ended: (() => Promise<void>)[] = []
afterEach(async () => { for (const end of ended.splice(0)) await end() })

/** A public post that waits at its card, a person and a script on sockets of their own, and whether anything ran. */
interface Scene {
  readonly world: World
  readonly ran: unknown[]
  readonly plugin: (given?: object) => ReturnType<typeof makePlugin>
  readonly person: Raw
  readonly script: Raw
  readonly card: { readonly id: string; readonly digest: string }
  /** What the person's answer got: `won`, or why it did not count, or the code of the refusal. */
  readonly answer: (given?: { by?: Raw; digest?: string; note?: string; answer?: string }) => Promise<unknown>
}

async function waiting(given: Partial<CallRequest> = {}, asker: 'nobody' | 'person' = 'nobody'): Promise<Scene & { readonly outcome: Promise<CallOutcome> }> {
  const ran: unknown[] = []
  const plugin = (facts: object = {}) => makePlugin([makeTool({ plugin: 'board', name: 'post', effect: 'public', irreversible: true, input, confirm: { zh: '发布', en: 'Publish' }, destinations: [{ kind: 'campus', service: 'board' }], run: async (args) => { ran.push(args) }, ...facts })])
  const world = makeWorld({ plugins: [plugin()] })
  const bench = await startBench(approvalHandlers({ approvals: world.approvals, store: world.store, pinGate: { pass: async () => undefined, enter: async () => undefined, forget: () => undefined } }))
  const [person, script] = [await greeted(bench.places.socket), await greeted(bench.places.socket, { kind: 'script' })]
  ended.push(async () => { await bench.close(); world[Symbol.dispose]() })
  await ask(person, 1, 'approvals.watch')
  const [welcome] = person.got
  const client = asker === 'person' && welcome && 'result' in welcome ? String(Reflect.get(Object(welcome.result), 'client')) : 'asker'
  // Somebody else is there to ask, or the card would not wait at all.
  if (asker === 'person') world.approvals.attach('second')
  const args = { text: 'a' }
  const outcome = world.call('board.post', args, { turn: makeTurn(), client, ...given })
  await expect.poll(() => world.approvals.pending().length + world.audit().filter(({ kind }) => kind === 'outcome').length).toBe(1)
  const [pending] = world.approvals.pending()
  const card = { id: pending?.card.id ?? '', digest: pending?.digest ?? '' }
  let id = 1
  const answer: Scene['answer'] = async ({ by = person, digest: shown = card.digest, note = '发布', answer: word = 'once' } = {}) => {
    const reply = await ask(by, ++id, 'approvals.answer', { id: card.id, digest: shown, answer: word, note })
    if ('error' in reply) return reply.error.code
    const { won, why } = Object(Reflect.get(reply, 'result'))
    return won === true ? 'won' : why
  }
  return { world, ran, plugin, person, script, card, answer, outcome }
}

const approve = async ({ answer }: Scene) => answer()

it('the call of this table runs where it is approved as it was shown', async () => {
  const scene = await waiting()
  expect(await scene.answer()).toBe('won')
  expect((await scene.outcome).ok).toBe(true)
  expect(scene.ran).toHaveLength(1)
})

it.each<[string, (scene: Scene) => Promise<unknown>, unknown, string, Partial<CallRequest>?, 'person'?]>([
  ['arguments changed: the answer is to another card than the one that waits', ({ answer }) => answer({ digest: digest('another') }), 'changed', 'APPROVAL_CANCELLED'],
  ['arguments changed: the card on the disk is not the one that was shown', ({ world, answer, card }) => {
    const row = world.store.approvals.get(card.id)
    world.store.approvals.get = () => (row ? { ...row, digest: digest('tampered') } : undefined)
    return answer()
  }, 'not-allowed', 'APPROVAL_CANCELLED'],
  ['definition changed', async (scene) => { scene.world.registry.update(scene.plugin({ definitionDigest: digest('another') })); return approve(scene) }, 'won', 'CALL_DEFINITION_CHANGED'],
  ['content changed', async (scene) => { scene.world.registry.update(scene.plugin({ contentHash: digest('another') })); return approve(scene) }, 'won', 'CALL_DEFINITION_CHANGED'],
  ['content changed, and whoever changed it said so (bug-log 50)', async (scene) => { scene.world.approvals.cancel(({ plugin }) => plugin.id === 'board', 'changed'); return approve(scene) }, 'cancelled', 'APPROVAL_CANCELLED'],
  ['expired', async (scene) => { await scene.world.clock.advance(600_000); return approve(scene) }, 'expired', 'APPROVAL_EXPIRED'],
  ['expired in the moment of the answer', async (scene) => { scene.world.clock.now = () => Date.parse('2030-01-01'); return approve(scene) }, 'expired', 'APPROVAL_EXPIRED'],
  ['wrong client: a script', ({ answer, script }) => answer({ by: script }), 'DAEMON_FORBIDDEN', 'APPROVAL_CANCELLED'],
  ['wrong word typed', ({ answer }) => answer({ note: 'yes' }), 'not-allowed', 'APPROVAL_CANCELLED'],
  ['no word typed', ({ answer }) => answer({ note: '' }), 'not-allowed', 'APPROVAL_CANCELLED'],
  ['an answer that the card does not offer', ({ answer }) => answer({ answer: 'always' }), 'not-allowed', 'APPROVAL_CANCELLED'],
  ['own caller: the connection that asks acts for a script', approve, 'not-yours', 'APPROVAL_CANCELLED', { principal: 'script', wait: true }, 'person'],
  ['own caller: it acts for an outside client', approve, 'not-yours', 'APPROVAL_CANCELLED', { principal: 'bridge' }, 'person'],
  ['own caller: it acts for a plugin’s step', approve, 'not-yours', 'APPROVAL_CANCELLED', { principal: 'plugin:x' }, 'person'],
  ['own caller: a plugin’s step that a script’s call led to', approve, 'not-yours', 'APPROVAL_CANCELLED', { principal: 'plugin:x', startedBy: { principal: 'script', labels: unlabelled }, wait: true }, 'person'],
  ['own caller: a plugin’s step that an outside client led to', approve, 'not-yours', 'APPROVAL_CANCELLED', { principal: 'plugin:x', startedBy: { principal: 'bridge', labels: unlabelled } }, 'person'],
  ['restarted daemon: the next one expires what waited', async (scene) => {
    const next = createApprovals({ store: scene.world.store, clock: scene.world.clock })
    next.attach('screen')
    expect(next.answer(scene.card.id, 'once', 'screen', '发布')).toEqual({ won: false, why: 'expired' })
    return approve(scene)
  }, 'answered', 'APPROVAL_DENIED'],
])('%s: nothing runs', async (_, act, got, code, given = {}, asker = undefined) => {
  const scene = await waiting(given, asker)
  expect(await act(scene)).toBe(got)
  // Whatever still waits is given up by its caller's end.
  scene.world.approvals.cancel(({ plugin }) => plugin.id === 'board', 'changed')
  const outcome = await scene.outcome
  expect(outcome).toMatchObject({ ok: false, error: { code } })
  expect([scene.ran, scene.world.store.intents.list(10), scene.world.store.grants.list()]).toEqual([[], [], []])
  expect(scene.world.store.audit.verify()).toMatchObject({ ok: true })
})
