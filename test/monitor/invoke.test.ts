import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { account, dataOf, errorOf, makeWorld } from './world/world.ts'
import { makePlugin, makeTool } from './world/tools.ts'

describe('a call that the rules allow', () => {
  it('gives the tool’s result and leaves its whole way in the audit chain', async () => {
    using world = makeWorld({ plugins: [makePlugin([makeTool({ input: z.strictObject({ text: z.string() }), run: async ({ text }) => ({ said: text }) })])] })
    const outcome = await world.call('probe.look', { text: '你好' })
    expect(dataOf(outcome)).toEqual({ said: '你好' })
    expect(outcome).toMatchObject({ tool: 'probe.look', trust: 'bundled', untrusted: false, labels: { untrusted: [], private: [] } })
    // A read has nothing on the disk before it ends, and one row tells all of it.
    expect(world.audit()).toMatchObject([{ kind: 'outcome', callId: outcome.callId, plugin: 'probe', detail: {
      tool: 'probe.look', principal: 'agent', account, decision: 'allow', reasons: ['R5 effectAllowed'], tainted: false, ok: true, code: null, effect: null, untrusted: [], private: [],
    } }])
    expect(world.store.audit.verify()).toMatchObject({ ok: true, count: 1 })
  })
})

describe('every way a call can end', () => {
  it('is an outcome, even for a request that is not one', async () => {
    using world = makeWorld({ plugins: [makePlugin([makeTool()])] })
    const request: unknown = { tool: 7, args: [], principal: 'nobody' }
    const outcome = await world.call('probe.look', {}, request as object)
    expect(errorOf(outcome).code).toBe('MONITOR_FAULT')
  })
})
