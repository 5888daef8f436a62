import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type Conversation, openConversation, startConversation } from '../../src/agent/conversation.ts'
import type { Memory } from '../../src/agent/prompt/assemble.ts'
import { runTurn } from '../../src/agent/run-turn.ts'
import type { TurnEnd } from '../../src/agent/turn-events.ts'
import type { JsonObject } from '../../src/rules/json.ts'
import { makeScrubber } from '../../src/rules/redaction.ts'
import { makePlugin, makeTool } from '../monitor/world/tools.ts'
import { account, makeWorld, type World } from '../monitor/world/world.ts'
import { call, scriptOf, text } from './turn-under-test.ts'

/** A service with the person's grade, and someone's server; the real monitor between them and the model. */
function house() {
  const got: JsonObject[] = []
  const grade = makeTool({ plugin: 'grades', name: 'list', private: true, destinations: [{ kind: 'campus', service: 'portal' }], run: async () => ({ rows: [{ course: '高等数学', grade: 3.85 }] }) })
  const find = makeTool({ plugin: 'mcp-far', name: 'find', trust: 'remote', destinations: [{ kind: 'remote', plugin: 'mcp-far' }], input: z.strictObject({ q: z.string() }), run: async (args) => { got.push(args); return {} } })
  const world = makeWorld({ plugins: [makePlugin([grade]), makePlugin([find], { form: 'remote' })] })
  onTestFinished(() => world[Symbol.dispose]())
  const conversation = startConversation(world.store.conversations, { id: 'c1', account, title: '' })
  return { got, world, conversation }
}

/** One turn in which the model makes these calls, one after the other, and then speaks. */
function turn(world: World, conversation: Conversation, words: string, calls: readonly (readonly [string, JsonObject])[], memories: readonly Memory[] = []): Promise<TurnEnd> {
  return runTurn({
    conversation, turn: `t${conversation.events().length}`, message: words, userWords: words, memories, plugins: () => [], tools: () => world.registry.plugins().flatMap(({ tools }) => tools),
    provider: scriptOf((_, n) => { const [name, args] = calls[n - 1] ?? []; return name === undefined ? [text('好')] : [call(name, args ?? {})] }),
    invoke: (request) => world.call(request.tool, request.args, request), scrubber: makeScrubber(() => []), principal: 'agent', client: 'k1', lang: 'zh', surface: 'terminal', clock: world.clock,
    signal: new AbortController().signal, sink: () => undefined,
  })
}
const find = (q: string) => ['mcp-far_find', { q }] as const
const memory: Memory = { text: '室友叫测试生', source: 'user', date: '2026-03-01T00:00:00.000Z', tainted: false }

describe('a conversation that holds private data', () => {
  it('sends nothing of the model’s to a server, in the same turn, a later one, or when it is gone on with', async () => {
    const { got, world, conversation } = house()
    const end = await turn(world, conversation, '看看我的成绩', [['grades_list', {}], find('3.85')])
    expect(end.refused).toMatchObject([{ tool: 'mcp-far.find', rules: ['R7'] }])
    expect((await turn(world, conversation, '继续', [find('three point eight five')])).refused).toHaveLength(1)
    const resumed = openConversation(world.store.conversations, 'c1')
    expect((await turn(world, resumed, '查一下高等数学', [find('高等数学'), find('查一下')])).refused).toHaveLength(1)
    expect(got).toEqual([{ q: '查一下' }])
    expect(world.store.leaks.of('c1')).toEqual({ 'remote:mcp-far': 1 })
  })

  it('a clean one asks nothing, and a new one after it neither', async () => {
    const { got, world, conversation } = house()
    await turn(world, conversation, '看看我的成绩', [['grades_list', {}]])
    const fresh = startConversation(world.store.conversations, { id: 'c2', account, title: '' })
    expect((await turn(world, fresh, '天气', [find('weather in Beijing, in English')])).refused).toEqual([])
    expect(got).toHaveLength(1)
  })

  it('a memory in the prompt is the person’s own data from the first call on, and a value that is known', async () => {
    const { got, world, conversation } = house()
    expect((await turn(world, conversation, '室友叫测试生，在哪', [find('roommate'), find('叫测试生'), find('在哪')], [memory])).refused).toHaveLength(2)
    expect(conversation.labels().private).toEqual(['memory'])
    expect(got).toEqual([{ q: '在哪' }])
    const other = startConversation(world.store.conversations, { id: 'c2', account, title: '' })
    expect((await turn(world, other, '你好', [find('roommate')], [{ ...memory, tainted: true }])).refused).toEqual([])
  })

  it('knows the values of a result by its words, and counts one of before that was told as private', async () => {
    const { world, conversation } = house()
    await turn(world, conversation, '看看我的成绩', [['grades_list', {}]])
    expect(conversation.privateTexts()).toEqual([{ source: 'grades.list', text: 'rows\ncourse\n高等数学\ngrade\n3.85' }])
    world.store.conversations.append('c1', { kind: 'result', turn: 't', call: 'x', callId: 'x', tool: 'old.tool', untrusted: false, content: '{"ok":true,"data":"canary"}' })
    expect(openConversation(world.store.conversations, 'c1').privateTexts().map(({ text: held }) => held)).toContain('canary')
  })

  it('does not tell the model the student number', async () => {
    const { world, conversation } = house()
    await turn(world, conversation, '你好', [])
    expect(JSON.stringify(conversation.events())).not.toContain(account)
  })
})
