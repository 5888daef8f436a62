import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { explainPolicy } from '../../src/daemon/methods/policy-explain.ts'
import { makeScrubber } from '../../src/rules/redaction.ts'
import { makePlugin, makeTool } from '../monitor/world/tools.ts'
import { account, makeWorld, type World } from '../monitor/world/world.ts'

const facts = { plugin: 'mcp-far', trust: 'remote', destinations: [{ kind: 'remote', plugin: 'mcp-far' }] } as const
const plugins = [makePlugin([
  makeTool({ ...facts, name: 'find', input: z.strictObject({ q: z.string() }) }),
  makeTool({ ...facts, name: 'rate', input: z.strictObject({ stars: z.enum(['a', 'b', 'c', 'd']) }) }),
], { form: 'remote' })]

function explained(tool: string, args: Record<string, string>, holdsPrivate: boolean, lang: 'zh' | 'en', before: (world: World) => void = () => undefined) {
  const world = makeWorld({ plugins })
  before(world)
  onTestFinished(() => world[Symbol.dispose]())
  const house = { profile: 'default' as const, registry: world.registry, store: world.store, clock: world.clock, scrubber: makeScrubber(() => []), accounts: { current: () => account, known: () => [account], use: () => undefined, isScripts: () => false, forget: () => undefined } }
  return explainPolicy({ tool, args, principal: 'agent', tainted: false, private: holdsPrivate }, house, lang)
}

it('R7 is explained in a student’s words: how many bits of how many, to whom, and what is private', () => {
  expect(explained('mcp-far.find', { q: '绩点' }, true, 'zh')).toMatchObject({ outcome: 'ask', private: true, reasons: [{ rule: 'R7', code: 'egressOver' }] })
  expect((['zh', 'en'] as const).flatMap((lang) => [explained('mcp-far.find', { q: '绩点' }, true, lang), explained('mcp-far.rate', { stars: 'b' }, true, lang)]).map(({ reasons }) => reasons.map(({ message }) => message))).toMatchInlineSnapshot(`
    [
      [
        "R7 对话里有你的私人数据（假设），而这次要发给第三方 remote:mcp-far 的内容里，有 54.6 比特是助手自己选的（已经发出 0 比特；不问你最多可以发 8 比特），其中可能藏着你的数据，所以先让你看清要发出的每一个字",
      ],
      [
        "R5 远程插件的读取默认直接执行",
        "R7 对话里有你的私人数据（假设）；发给 remote:mcp-far 的内容里，助手自己选的不超过 3.6 比特，加上已经发出的 0 比特，没有超过每个对话 8 比特的上限",
      ],
      [
        "R7 The conversation holds your private data (assumed), and of what would go to the third party remote:mcp-far the assistant chose 54.6 bits by itself (0 went before; 8 may go unasked). Your data could be hidden in them, so you see exactly what leaves first",
      ],
      [
        "R5 By default a plugin that is remote may read",
        "R7 The conversation holds your private data (assumed). Of what goes to remote:mcp-far the assistant chose 3.6 bits at most; with the 0 bits that went before, that is within the 8 bits a conversation may send there unasked",
      ],
    ]
  `)
})

it('without private data there is no word of it', () => {
  expect(explained('mcp-far.find', { q: '绩点' }, false, 'en')).toMatchObject({ outcome: 'allow', private: false, reasons: [{ rule: 'R5' }] })
})

it('settings that cannot be read are told, with the way back', () => {
  expect(() => explained('mcp-far.find', { q: '绩点' }, false, 'en', ({ store }) => store.settings.put('effects', { all: { read: 'alow' }, plugins: {}, tools: {} })))
    .toThrow(expect.objectContaining({ code: 'EFFECTS_UNREADABLE' }))
})
