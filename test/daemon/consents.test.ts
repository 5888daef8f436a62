import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { ruleHandlers } from '../../src/daemon/methods/rules.ts'
import { everyAccount } from '../../src/monitor/standing/consents.ts'
import { makePlugin, makeTool } from '../monitor/world/tools.ts'
import { makeTurn } from '../monitor/world/turn.ts'
import { errorOf, makeWorld } from '../monitor/world/world.ts'
import { ask, greeted, startBench } from './socket-bench.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => { for (const close of open.splice(0)) await close() })

const input = z.strictObject({ text: z.string() })
const to = (name: string, service: string) => makeTool({ input, plugin: 'board', name, effect: 'write', destinations: [{ kind: 'campus', service }] })

/** A plugin that sends to two places, both agreed to, with a call to each waiting at its card. */
async function twoWaiting() {
  const world = makeWorld({ plugins: [makePlugin([to('edit', 'board'), to('note', 'treehole')])] })
  for (const destination of ['campus:board', 'campus:treehole']) world.store.consents.accept({ account: everyAccount, plugin: 'board', destination })
  const bench = await startBench(ruleHandlers({ ...world, accounts: { current: () => undefined } }))
  open.push(async () => { await bench.close(); world[Symbol.dispose]() })
  world.approvals.attach('screen')
  const calls = { edit: world.call('board.edit', { text: 'a' }, { turn: makeTurn() }), note: world.call('board.note', { text: 'a' }, { turn: makeTurn() }) }
  await expect.poll(() => world.approvals.pending().length).toBe(2)
  return { world, calls, person: await greeted(bench.places.socket) }
}

it('taking a place back cancels what waits to send there, and no other card of the plugin', async () => {
  const { world, calls, person } = await twoWaiting()
  expect(await ask(person, 1, 'consents.revoke', { plugin: 'board', destination: 'campus:board' })).toMatchObject({ result: { revoked: ['campus:board'] } })
  expect(errorOf(await calls.edit).code).toBe('APPROVAL_CANCELLED')
  expect(world.approvals.pending().map(({ card }) => card.tool)).toEqual(['board.note'])
  expect(await ask(person, 2, 'consents.revoke', { plugin: 'board' })).toMatchObject({ result: { revoked: ['campus:treehole'] } })
  expect(errorOf(await calls.note).code).toBe('APPROVAL_CANCELLED')
})
