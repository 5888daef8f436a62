import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { dataOf, errorOf, makeWorld } from './world/world.ts'
import { makePlugin, makeTool } from './world/tools.ts'

describe('a call that the rules allow', () => {
  it('gives the tool’s result and leaves its whole way in the audit chain', async () => {
    using world = makeWorld({ plugins: [makePlugin([makeTool({ input: z.strictObject({ text: z.string() }), run: async ({ text }) => ({ said: text }) })])] })
    const outcome = await world.call('probe.look', { text: '你好' })
    expect(dataOf(outcome)).toEqual({ said: '你好' })
    expect(outcome).toMatchObject({ tool: 'probe.look', trust: 'bundled', untrusted: false, labels: { untrusted: [], private: [] } })
    expect(world.audit().map(({ kind }) => kind)).toEqual(['call.resolved', 'call.decided', 'outcome'])
    expect(world.audit().every(({ callId }) => callId === outcome.callId)).toBe(true)
    expect(world.store.audit.verify()).toMatchObject({ ok: true, count: 3 })
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
