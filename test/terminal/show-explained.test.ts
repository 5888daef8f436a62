import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { explainPolicy } from '../../src/daemon/methods/policy-explain.ts'
import { effectSettingsKey } from '../../src/monitor/standing/effect-settings.ts'
import { makeScrubber } from '../../src/rules/redaction.ts'
import { say } from '../../src/rules/words/say.ts'
import type { Words } from '../../src/sdk/index.ts'
import { textOf } from '../../src/terminal/cli/line.ts'
import { explainedLines } from '../../src/terminal/cli/show-explained.ts'
import { makePlugin, makeTool } from '../monitor/world/tools.ts'
import { account, makeWorld, type World } from '../monitor/world/world.ts'

/** Must be seen 8: an explanation as a student reads it. Golden frames: a word that changes shows here. */

const words = z.strictObject({ text: z.string().optional() })
const plugins = [
  makePlugin([
    makeTool({ plugin: 'board', name: 'read', trust: 'official', untrusted: true, destinations: [{ kind: 'campus', service: 'board' }] }),
    makeTool({ plugin: 'board', name: 'post', trust: 'official', effect: 'public', irreversible: true, destinations: [{ kind: 'campus', service: 'board' }], input: words }),
    makeTool({ plugin: 'board', name: 'follow', trust: 'official', effect: 'write', destinations: [{ kind: 'campus', service: 'board' }], input: words }),
  ]),
  makePlugin([makeTool({ plugin: 'memory', name: 'approve', effect: 'write', userOnly: true })]),
]

type Asked = Partial<Parameters<typeof explainPolicy>[0]>
function frame(tool: string, lang: 'zh' | 'en', asked: Asked = {}, prepare: (world: World) => void = () => {}): string {
  const world = makeWorld({ plugins, agreed: ['memory'] })
  onTestFinished(() => world[Symbol.dispose]())
  prepare(world)
  const house = {
    profile: 'sim' as const, registry: world.registry, store: world.store, clock: world.clock, scrubber: makeScrubber(() => []),
    accounts: { current: () => account, known: () => [account], use: () => undefined, isScripts: () => false, forget: () => undefined },
  }
  const data = explainPolicy({ tool, args: {}, principal: 'agent', tainted: false, ...asked }, house, lang)
  const io = { say: (phrase: Words, params?: Readonly<Record<string, string | number>>) => say(phrase, lang, params), globals: { profile: 'sim', lang, json: false, quiet: false, color: undefined, timeout: undefined, allowFile: undefined } as const }
  return `\n${explainedLines(data, io).map(textOf).join('\n')}\n`
}

const agree = (world: World) => world.store.consents.accept({ account, plugin: 'board', destination: 'campus:board' })
const set = (effect: string, choice: string) => (world: World) => { agree(world); world.store.settings.put(effectSettingsKey, { all: {}, plugins: { board: { [effect]: choice } }, tools: {} }) }
function granted(world: World): void {
  agree(world)
  const facts = world.registry.tool('board.follow')?.facts
  if (!facts) throw new Error('no such tool')
  const { plugin, id, effect, contentHash, definitionDigest, destinations } = facts
  const grant = { account, plugin, tool: id, effect, contentHash, definitionDigest, destinations: [...destinations], ceiling: 'untainted', expires: null, usesLeft: null, revoked: false, made: { at: 0, how: 'answer', by: 'screen' } }
  world.store.grants.put('grant-1', { ...grant, id: 'grant-1', args: { exact: {}, free: ['text'] } })
  world.store.grants.put('grant-2', { ...grant, id: 'grant-2', args: { exact: { text: '别的' }, free: [] } })
}

it('a call that is allowed', () => {
  expect(frame('board.read', 'zh', {}, agree)).toMatchInlineSnapshot(`
    "
    助手 调用 board.read：允许
      R5 官方插件的读取默认直接执行

    看了这些：
      对话  假设没有别人写的文字，也没有你的私人数据
      设置  没有
      授权  没有
      去向  校内服务 board（已同意）
    "
  `)
  expect(frame('board.follow', 'en', {}, granted)).toMatchInlineSnapshot(`
    "
    board.follow called by the assistant: allow
      R5 Grant grant-1 allows this call

    What was weighed:
      Conversation  as if it held neither text that others wrote nor your private data
      Settings      none
      Grants        grant-1 covers this call
                    grant-2 does not cover this call
      Goes to       campus service board (agreed)
    "
  `)
})

it('a call that is asked about', () => {
  expect(frame('board.post', 'zh', { tainted: true })).toMatchInlineSnapshot(`
    "
    助手 调用 board.post：先问你
      R4 你还没有同意把数据交给：campus:board
      R5 做了就不能撤销
      R6 对话里有别人写的文字（假设），所以先问你

    要让它执行：
      你同意数据的去向：pkuh --profile sim consents accept board
      你在它的卡片上批准，每次都要：没有设置能免掉

    看了这些：
      对话  假设有别人写的文字
      设置  没有
      授权  没有
      去向  校内服务 board（还没有同意）
    "
  `)
  expect(frame('board.follow', 'en', {}, agree)).toMatchInlineSnapshot(`
    "
    board.follow called by the assistant: ask you
      R5 By default a plugin that is official asks you before it may change

    For it to run:
      You approve it at its card
      Or you are not asked from now on: pkuh --profile sim effects set write allow --tool board.follow

    What was weighed:
      Conversation  as if it held neither text that others wrote nor your private data
      Settings      none
      Grants        none
      Goes to       campus service board (agreed)
    "
  `)
  expect(frame('board.follow', 'zh', { tainted: true }, granted)).toMatchInlineSnapshot(`
    "
    助手 调用 board.follow：先问你
      R5 官方插件的修改默认先问你
      R6 对话里有别人写的文字（假设），所以先问你

    要让它执行：
      你在它的卡片上批准

    看了这些：
      对话  假设有别人写的文字
      设置  没有
      授权  grant-1 不管这次调用
            grant-2 不管这次调用
      去向  校内服务 board（已同意）
    "
  `)
})

it('a call that is denied', () => {
  expect(frame('memory.approve', 'zh')).toMatchInlineSnapshot(`
    "
    助手 调用 memory.approve：不允许
      R1 这个工具只有你自己能用

    要让它执行：
      你自己输入：pkuh --profile sim call memory.approve

    看了这些：
      对话  假设没有别人写的文字，也没有你的私人数据
      设置  没有
      授权  没有
      去向  只在本机
    "
  `)
  expect(frame('board.follow', 'en', {}, set('write', 'deny'))).toMatchInlineSnapshot(`
    "
    board.follow called by the assistant: deny
      R5 Your settings do not let it change

    For it to run:
      You take that setting out: pkuh --profile sim effects reset write --plugin board

    What was weighed:
      Conversation  as if it held neither text that others wrote nor your private data
      Settings      plugin board: change → deny
      Grants        none
      Goes to       campus service board (agreed)
    "
  `)
  expect(frame('board.post', 'en', { principal: 'schedule' }, agree)).toMatchInlineSnapshot(`
    "
    board.post called by a schedule: deny
      R2 Scheduled runs can only read

    For it to run:
      You ask for it yourself, not a schedule

    What was weighed:
      Conversation  as if it held neither text that others wrote nor your private data
      Settings      none
      Grants        none
      Goes to       campus service board (agreed)
    "
  `)
})
