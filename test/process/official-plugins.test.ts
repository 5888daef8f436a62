import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settleMs } from '../../src/terminal/cli/card-keys.ts'
import { type Stage, openStage } from '../journeys/stage.ts'
import { openTerminal, whyNoTerminal } from '../journeys/terminal.ts'

/** Must be seen 7: the six official documents answer from the command line and through the agent, in both languages. */

const dayAfter = (days: number): string => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
const tomorrow = dayAfter(1)
const book = ['call', 'shuttle.book', '--route', '7', '--date', tomorrow, '--time', '08:30']
const langs = [['zh', 'zh_CN.UTF-8'], ['en', 'en_US.UTF-8']] as const
type Lang = (typeof langs)[number][0]

let stage: Stage
beforeAll(async () => { stage = await openStage(); await stage.login() })
afterAll(() => stage[Symbol.asyncDispose]())
const run = (lang: string, args: readonly string[]) => stage.pkuh(args, { env: { ...stage.env, LANG: lang } })

/** @param shows what of the simulated campus stands in the answer */
const reads: readonly { readonly tool: string; readonly args: readonly string[]; readonly ask: Readonly<Record<Lang, string>>; readonly shows: () => string }[] = [
  { tool: 'classrooms.free', args: ['--building', '二教', '--from', '12', '--to', '12'], ask: { zh: '二教晚上有空教室吗', en: 'any free classrooms in 二教 in the evening?' }, shows: () => '211' },
  { tool: 'grades.list', args: [], ask: { zh: '我的成绩怎么样', en: 'show my grades' }, shows: () => stage.campus.data.accounts[0]?.terms[0]?.courses[0]?.name ?? '?' },
  { tool: 'notices.list', args: [], ask: { zh: '最近有什么通知', en: 'the latest notices' }, shows: () => stage.campus.data.notices[0]?.title ?? '?' },
  { tool: 'campus-events.upcoming', args: [], ask: { zh: '最近有什么活动', en: 'what events are on' }, shows: () => stage.campus.data.events[0]?.name ?? '?' },
  { tool: 'canteen.menu', args: ['--meal', 'lunch'], ask: { zh: '食堂今天吃什么', en: 'what do the canteens have' }, shows: () => '番茄炒蛋（小份）' },
  { tool: 'shuttle.runs', args: ['--date', tomorrow], ask: { zh: '今天有哪些班车', en: 'which shuttles run today' }, shows: () => '燕园校区→新燕园校区' },
]

describe.each(langs)('in %s', (lang, locale) => {
  it.each(reads)('$tool answers a call and a question', async ({ tool, args, ask, shows }) => {
    const called = await run(locale, ['call', tool, ...args])
    expect(called).toMatchObject({ code: 0, stdout: expect.stringContaining(shows()) })
    const asked = await run(locale, ['ask', ask[lang], '--json'])
    expect(JSON.parse(asked.stdout)).toMatchObject({ ok: true, data: { used: [tool], text: expect.stringContaining(shows()) } })
  })

  it('nothing found is said in words, with what to try', async () => {
    expect((await run(locale, ['call', 'campus-events.upcoming', '--keyword', '没有哪个活动叫这个'])).stdout).toContain(lang === 'zh' ? '把天数加多再试' : 'try more, such as --days 21')
    expect((await run(locale, ['call', 'shuttle.mine'])).stdout).toContain(lang === 'zh' ? '还没有预约' : 'Nothing is booked')
    expect((await run(locale, ['call', 'canteen.menu', '--canteen', '模拟三食堂'])).stdout).toContain('模拟三食堂')
  })

  it('a widget is drawn of each', async () => {
    for (const [plugin, widget, shows] of [['classrooms', 'today', ''], ['grades', 'grades', '3.'], ['notices', 'latest', '通知'], ['campus-events', 'upcoming', '模拟讲座'], ['canteen', 'menu', '番茄炒蛋'], ['shuttle', 'today', '08:30']] as const) {
      expect([plugin, await run(locale, ['plugin', 'widget', plugin, widget])]).toEqual([plugin, expect.objectContaining({ code: 0, stdout: expect.stringContaining(shows) })])
    }
  })

  it('a shortcut is one command, by its number or its title', async () => {
    expect(await run(locale, ['plugin', 'shortcut', 'canteen', '2'])).toMatchObject({ code: 0, stdout: expect.stringContaining('模拟') })
    expect(await run(locale, ['plugin', 'shortcut', 'shuttle', lang === 'zh' ? '今天的班车' : "Today's shuttles", '--route', '7'])).toMatchObject({ code: 0, stdout: expect.stringContaining('7') })
    expect((await run(locale, ['plugin', 'shortcut', 'canteen'])).stdout).toContain(lang === 'zh' ? '午饭有什么' : 'Lunch')
    expect(await run(locale, ['plugin', 'shortcut', 'canteen', '2', '--meal', 'dinner'])).toMatchObject({ code: 2, stderr: expect.stringContaining('canteen.menu') })
    expect(await run(locale, ['plugin', 'shortcut', 'canteen', '9'])).toMatchObject({ code: 3, stderr: expect.stringContaining('plugin shortcut canteen') })
  })

  it('a booking without a person is exit 20 from a call and through the agent, and no seat is taken', async () => {
    expect((await run(locale, book)).code).toBe(20)
    const words = lang === 'zh' ? `帮我预约 7 号线 ${tomorrow} 08:30 的班车` : `please book the shuttle on route 7, ${tomorrow} 08:30`
    const asked = await run(locale, ['ask', words, '--json'])
    expect([asked.code, JSON.parse(asked.stdout)]).toMatchObject([20, { ok: false, error: { code: 'APPROVAL_UNAVAILABLE' } }])
    expect(stage.campus.recorder.count({ path: '/site/reservation/launch' })).toBe(0)
  })
})

describe.skipIf(whyNoTerminal).each([
  ['zh_CN.UTF-8', `帮我预约 7 号线 ${tomorrow} 08:30 的班车`, `取消 7 号线 ${tomorrow} 08:30 的班车`, ['需要你的批准', 'shuttle.book', 'shuttle (wproc.pku.edu.cn)', `预约 7 号线 ${tomorrow} 08:30 的班车`], '已经预约过了'],
  ['en_US.UTF-8', `please book the shuttle on route 7, ${tomorrow} 08:30`, `cancel the shuttle on route 7, ${tomorrow} 08:30`, ['Your approval is needed', 'shuttle.book', 'shuttle (wproc.pku.edu.cn)', `Book a seat on route 7, ${tomorrow} 08:30`], 'booked already'],
])('at a terminal in %s', (locale, words, undo, shown, booked) => {
  it('a booking through the agent shows its card, books once when it is approved, and is refused a second time; a cancellation gives the seat up', async () => {
    await using own = await openStage()
    await own.login()
    using terminal = openTerminal(own, ['ask', words], locale)
    await terminal.sees('> ')
    for (const part of shown) expect(terminal.screen()).toContain(part)
    expect(own.campus.data.buses.booked).toEqual([])
    await sleep(settleMs + 100)
    terminal.type('y')
    await terminal.sees('exit=0')
    expect(own.campus.data.buses.booked).toMatchObject([{ account: '2500000001', route: 7, date: tomorrow }])

    using again = openTerminal(own, ['ask', words], locale)
    await again.sees('> ')
    await sleep(settleMs + 100)
    again.type('y')
    await again.sees('exit=')
    expect(again.screen()).toContain(booked)
    expect(own.campus.recorder.count({ path: '/site/reservation/launch' })).toBe(1)

    // What cannot be undone is not done by one key alone.
    using back = openTerminal(own, ['ask', undo], locale)
    await back.sees('> ')
    await sleep(settleMs + 100)
    back.press('Enter')
    await back.sees('exit=')
    expect(own.campus.data.buses.booked).toHaveLength(1)
    using gone = openTerminal(own, ['ask', undo], locale)
    await gone.sees('> ')
    await sleep(settleMs + 100)
    gone.type('y')
    await gone.sees('exit=')
    expect(own.campus.data.buses.booked).toEqual([])
  })
})

it('a run that is full, past, not open yet or not there is not booked, and the words say which', async () => {
  await using own = await openStage()
  await own.login()
  own.campus.data.buses.days = 7
  const file = join(own.home, 'allow.json')
  const tries = [
    { args: { route: 7, date: tomorrow, time: '12:30' }, says: '已经约满' }, { args: { route: 7, date: dayAfter(9), time: '08:30' }, says: '还没有开放预约' },
    { args: { route: 7, date: dayAfter(-1), time: '08:30' }, says: '已经过了' }, { args: { route: 7, date: tomorrow, time: '18:00' }, says: '没有这一班' },
    { args: { route: 6, date: tomorrow, time: '08:30' }, says: '没有这一班' },
  ]
  writeFileSync(file, JSON.stringify({ version: 1, allow: tries.map(({ args }) => ({ tool: 'shuttle.book', args, uses: 1, expires: '2099-01-01T00:00:00+08:00' })) }))
  for (const { args, says } of tries) {
    const { doc } = await own.json(['call', 'shuttle.book', '--route', String(args.route), '--date', args.date, '--time', args.time, '--allow-file', file])
    expect([args, doc]).toMatchObject([args, { ok: false, error: { message: expect.stringContaining(says) } }])
  }
  expect(own.campus.recorder.count({ path: '/site/reservation/launch' })).toBe(0)
})
