import { afterEach, describe, expect, it } from 'vitest'
import { runTurn } from '../../src/agent/run-turn.ts'
import { HarnessError } from '../../src/rules/errors/index.ts'
import { makeScrubber } from '../../src/rules/redaction.ts'
import { call, scene, type Scene, scriptOf, text, tool } from './turn-under-test.ts'

let at: Scene
afterEach(() => at.close())

it('a secret that the model writes into a call is kept nowhere and shown to nobody; the monitor is given it, to refuse it', async () => {
  at = scene([tool('a.x')], () => ({ code: 'CALL_ARGS_SECRET', exit: 2 }))
  await runTurn(at.options({ provider: scriptOf((_, n) => n === 1 ? [text('用 hunter2'), call('a_x', { text: 'hunter2' })] : [text('好')]) }))
  expect(at.calls[0]?.args).toEqual({ text: 'hunter2' })
  expect(JSON.stringify(at.store.conversations.events('c1'))).not.toContain('hunter2')
  expect(JSON.stringify(at.events.filter(({ kind }) => kind === 'call.started'))).toContain('[credential: keystore]')
  expect(JSON.stringify(at.requests)).not.toContain('hunter2')
})

describe('a secret in the model’s own words', () => {
  const deltas = (kind: 'text.delta' | 'reasoning.delta') => at.events.flatMap((event) => (event.kind === kind ? [event.text] : [])).join('')
  const everywhere = () => JSON.stringify([at.events, at.store.conversations.events('c1'), at.requests, at.calls])
  const pieces = ['是 hun', 'ter', '2 ok，', 'bearer abcdef', '0123456789'].map((words) => [{ kind: 'reasoning', text: words } as const, text(words)]).flat()

  it('is shown and kept nowhere, though it came in pieces, in the text, the reasoning and the end', async () => {
    at = scene([tool('a.x')], () => ({ data: 1 }))
    const end = await runTurn(at.options({ provider: scriptOf((_, n) => n === 1 ? [...pieces, call('a_x')] : pieces) }))
    expect(everywhere() + JSON.stringify(end)).not.toMatch(/hunter2|0123456789/)
    const clean = '是 [credential: keystore] ok，bearer [credential: bearer]'
    expect([end.text, deltas('text.delta'), deltas('reasoning.delta')]).toEqual([clean, clean + clean, clean + clean])
    expect(at.store.conversations.events('c1').filter(({ kind }) => kind === 'step')).toMatchObject([{ text: clean, reasoning: clean }, { text: clean, reasoning: clean }])
  })
  it('nor when the answer breaks off behind it, or in it', async () => {
    for (const parts of [['x hunter2', ' y'], ['x hunter', '2']]) {
      at = scene([], () => ({ data: 1 }))
      const end = await runTurn(at.options({ provider: { id: 'x', async *stream() { yield* parts.map(text); throw new HarnessError('MODEL_FAILED', { reason: 'hunter2' }) } } }))
      expect(end).toMatchObject({ reason: 'provider-failed', text: expect.stringContaining('x [credential: keystore]') })
      expect(everywhere() + JSON.stringify(end)).not.toContain('hunter2')
      at.close()
    }
    at = scene([], () => ({ data: 1 }))
  })
  it('nor when a lock takes from the scrubber what it knew while a part is held back', async () => {
    at = scene([], () => ({ data: 1 }))
    const known = ['hunter2']
    const scrubber = makeScrubber(() => known)
    const lock = () => { at.controller.abort(new HarnessError('CALL_LOCKED')); known.pop() }
    const end = await runTurn(at.options({ scrubber, provider: { id: 'x', async *stream() { yield text('先说 x hunter2'); setTimeout(lock, 10); await new Promise(() => {}) } } }))
    expect(end).toMatchObject({ reason: 'locked', text: expect.stringContaining('先说') })
    expect(everywhere() + JSON.stringify(end)).not.toContain('hunter2')
  })
  it('nor as the name of a tool, or spelt with JSON’s escapes in a call', async () => {
    at = scene([tool('a.x')], ({ args }) => (JSON.stringify(args).includes('hunter2') ? { code: 'CALL_ARGS_SECRET', exit: 2 } : { code: 'PLUGIN_TOOL_UNKNOWN', exit: 2 }))
    await runTurn(at.options({ provider: scriptOf((_, n) => n === 1 ? [call('hunter2'), call('a_x', '{"text":"\\u0068unter2"}')] : [text('好')]) }))
    expect(at.calls[1]?.args).toEqual({ text: 'hunter2' })
    expect(JSON.stringify([at.events, at.store.conversations.events('c1'), at.requests])).not.toMatch(/hunter2|u0068unter2/)
  })
})
