import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeScrubber } from '../../../src/rules/redaction.ts'
import { makePlugin, makeTool } from '../world/tools.ts'
import { makeTurn, taintedTurn } from '../world/turn.ts'
import { dataOf, errorOf, makeWorld } from '../world/world.ts'

it('step resolve: a tool that nobody registered is told with its neighbours, and nothing a caller says makes one', async () => {
  using world = makeWorld({ plugins: [makePlugin([makeTool({ name: 'look' }), makeTool({ name: 'find' })])] })
  const error = errorOf(await world.call('probe.loook', { text: 'x' }))
  expect(error).toMatchObject({ code: 'PLUGIN_TOOL_UNKNOWN', exit: 3 })
  expect(error.hint).toContain('probe.look')
  expect(world.audit().map(({ kind, detail }) => [kind, detail['code']])).toEqual([['outcome', 'PLUGIN_TOOL_UNKNOWN']])
  expect(errorOf(await world.call('nobody.knows')).code).toBe('PLUGIN_TOOL_UNKNOWN')
})

const rooms = makeTool({
  plugin: 'classrooms', name: 'free', effect: 'read',
  input: z.strictObject({ building: z.enum(['理教', '二教', '文史']), from: z.number().int().min(1).max(12).default(1), note: z.string().optional() }),
  run: async (args) => args,
})

it.each([
  [{ building: '理较' }, ['building', '理较', '理教', '二教', '文史']],
  [{ building: '理教', flor: 3 }, ['flor', 'building', 'from', 'note']],
  [{}, ['building', '理教']],
  [{ building: '理教', from: 'noon' }, ['from', 'a whole number', 'text']],
  [{ building: '理教', from: 40 }, ['from', '12']],
  ['{"building": broken', ['JSON']],
])('step validate: %j is refused with exit 2 and says what is wrong and what is allowed', async (args, said) => {
  using world = makeWorld({ plugins: [makePlugin([rooms])] })
  for (const lang of ['zh', 'en'] as const) {
    const error = errorOf(await world.call('classrooms.free', args, { lang }))
    expect(error).toMatchObject({ code: 'CALL_ARGS_INVALID', exit: 2 })
    const language = lang === 'zh' ? said.filter((word) => !/^[a-z ]+ [a-z]+$|^text$/.test(word)) : said
    for (const word of language) expect(error.message).toContain(word)
  }
})

it('what a caller calls things is told without what a terminal would obey', async () => {
  using world = makeWorld({ plugins: [makePlugin([rooms])] })
  const unknown = await world.call('\u001b]0;title\u0007probe\u202e')
  expect(unknown.tool).toBe('??0?title?probe?')
  const wrong = errorOf(await world.call('classrooms.free', { building: '\u001b[2J\u202e', '\u001b[31m': 1 }))
  expect(JSON.stringify([unknown, wrong])).not.toMatch(/\\u001b|\u202e/)
})

it('step validate: names that a caller made up are told cleaned, cut and not without end', async () => {
  const counts = makeTool({ name: 'count', input: z.strictObject({ of: z.record(z.string(), z.number()).optional() }) })
  using world = makeWorld({ plugins: [makePlugin([counts])], house: { scrubber: makeScrubber(() => ['Kanarienvogel#2026']) } })
  const inside = errorOf(await world.call('probe.count', { of: { ['\u001b[2J\u202eKanarienvogel#2026']: 'x', ['y'.repeat(10_000)]: 'x' } }))
  expect(JSON.stringify(inside)).not.toMatch(/\\u001b|\u202e|Kanarienvogel/)
  const many = errorOf(await world.call('probe.count', Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`made-up-${i}`, 1]))))
  expect(many.message).toContain('made-up-0')
  for (const { message } of [inside, many]) expect(message.length).toBeLessThan(1_000)
})

it('step validate: defaults are filled in before anything is decided or run', async () => {
  using world = makeWorld({ plugins: [makePlugin([rooms])] })
  expect(dataOf(await world.call('classrooms.free', { building: '理教' }))).toEqual({ building: '理教', from: 1 })
})

it('step validate: what was found is told only where it is a misspelt choice', async () => {
  using world = makeWorld({ plugins: [makePlugin([rooms])] })
  const long = 'a private text that is far longer than any choice could ever be'
  const error = errorOf(await world.call('classrooms.free', { building: long, note: 7 }))
  expect(error.message).not.toContain('private')
})

const nested = makeTool({
  name: 'act', effect: 'write', trust: 'community', input: z.strictObject({ text: z.string(), more: z.record(z.string(), z.unknown()) }), run: async (args) => args,
})

it('step freeze: bug-log 52: what the caller changes while the card is shown does not run', async () => {
  using world = makeWorld({ plugins: [makePlugin([nested])] })
  world.approvals.attach('screen')
  const more: Record<string, unknown> = { deep: ['harmless'] }
  const args = { text: 'a', more }
  const outcome = world.call('probe.act', args)
  await world.clock.advance(0)
  args.text = 'b'
  more['deep'] = ['harmful']
  const [waiting] = world.approvals.pending()
  expect(waiting?.card.args).toBe('{"more":{"deep":["harmless"]},"text":"a"}')
  world.approvals.answer(waiting?.card.id ?? '', 'once', 'screen')
  expect(dataOf(await outcome)).toEqual({ text: 'a', more: { deep: ['harmless'] } })
})

it('step freeze: the tool gets arguments that it cannot change', async () => {
  const mutates = makeTool({ input: z.strictObject({ text: z.string() }), run: async (args) => ({ changed: Reflect.set(args, 'text', 'other'), text: args['text'] }) })
  using world = makeWorld({ plugins: [makePlugin([mutates])] })
  expect(dataOf(await world.call('probe.look', { text: 'mine' }))).toEqual({ changed: false, text: 'mine' })
})

it('step resolve: locked, a call goes no further: the scrubber knows no secret then, so nothing may be asked or stored of its arguments', async () => {
  const say = makeTool({ name: 'say', effect: 'write', input: z.strictObject({ text: z.string() }) })
  using world = makeWorld({ plugins: [makePlugin([say])] })
  world.approvals.attach('screen')
  world.now.locked = true
  const error = errorOf(await world.call('probe.say', { text: 'Zxcv' }, { principal: 'agent', turn: makeTurn({ userWords: '记住' }) }))
  expect(error).toMatchObject({ code: 'CALL_LOCKED', exit: 5 })
  expect(world.store.approvals.list()).toEqual([])
  expect(world.audit().map(({ kind, detail }) => [kind, detail['code']])).toEqual([['outcome', 'CALL_LOCKED']])
})

describe('step freeze: a secret of the keystore in the arguments', () => {
  const secret = 'Zxcv"word\\7/密'
  const ran: unknown[] = []
  const say = makeTool({ name: 'say', effect: 'write', input: z.strictObject({ text: z.string(), more: z.record(z.string(), z.unknown()).optional() }), run: async (args, ctx) => { ran.push(await ctx.records('note').put(args)); return {} } })
  it.each([
    ['in a sentence', { text: `我的密码是 ${secret}，记住` }], ['URL-encoded', { text: encodeURIComponent(secret) }], ['Base64', { text: Buffer.from(secret).toString('base64') }],
    ['deep inside', { text: 'x', more: { list: [{ note: secret }] } }], ['as a name', { text: 'x', more: { [secret]: 1 } }],
  ])('%s is refused for everyone with exit 2, before anything is asked, stored or told', async (_, args) => {
    for (const principal of ['user', 'agent', 'script', 'bridge'] as const) {
      using world = makeWorld({ plugins: [makePlugin([say])], house: { scrubber: makeScrubber(() => [secret]) } })
      world.approvals.attach('screen')
      const error = errorOf(await world.call('probe.say', args, { principal, turn: principal === 'agent' ? makeTurn({ userWords: '记住' }) : undefined }))
      expect(error).toMatchObject({ code: 'CALL_ARGS_SECRET', exit: 2 })
      expect(JSON.stringify([error, world.audit()])).not.toMatch(/Zxcv|密/)
      expect(world.audit()).toMatchObject([{ kind: 'outcome', detail: { tool: 'probe.say', principal, ok: false, code: 'CALL_ARGS_SECRET' } }])
      expect(world.store.approvals.list()).toEqual([])
    }
    expect(ran).toEqual([])
  })
})

it('step label: a card in a tainted turn says so, and marks whose words each argument is', async () => {
  const act = makeTool({ name: 'act', effect: 'write', input: z.strictObject({ text: z.string(), title: z.string() }) })
  using world = makeWorld({ plugins: [makePlugin([act])] })
  world.approvals.attach('screen')
  const stop = new AbortController()
  const turn = taintedTurn({ userWords: '帮我整理理教自习攻略' })
  const outcome = world.call('probe.act', { text: '替我发布这条树洞', title: '理教自习攻略' }, { turn, signal: stop.signal })
  await world.clock.advance(0)
  const card = world.approvals.pending()[0]?.card
  expect(card).toMatchObject({ tainted: true, answers: ['once', 'deny'], reasons: [{ rule: 'R6', code: 'tainted' }] })
  expect(card?.provenance).toEqual([{ path: '/text', from: 'treehole.read' }, { path: '/title', from: 'user' }])
  stop.abort()
  expect(errorOf(await outcome).code).toBe('CALL_CANCELLED')
})
