import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { enterAloneMs, settleMs } from '../../src/terminal/cli/card-keys.ts'
import { type Stage, codeOf, openStage, until } from './stage.ts'
import { type Terminal, openTerminal, whyNoTerminal } from './terminal.ts'

/** The approval PIN in front of a public post, with a real daemon. */

if (whyNoTerminal) console.warn(whyNoTerminal)
const posts = (stage: Stage) => stage.campus.recorder.count({ method: 'POST', host: 'treehole.pku.edu.cn', path: '/chapi/api/v3/hole/post' })

async function withPin(pin = '4071'): Promise<Stage> {
  const stage = await openStage()
  await stage.login()
  const person = await stage.person()
  await person.request('pin.set', { pin })
  person.close()
  return stage
}

it('a program that plays a person at a terminal approves nothing public without the PIN, may always say no, and changes no PIN', async () => {
  await using stage = await withPin()
  const robot = await stage.person()
  const cards: { id: string; digest: string }[] = []
  robot.on('approval', ({ kind, card, digest }) => { if (kind === 'asked') cards.push({ id: card.id, digest }) })
  await robot.request('approvals.watch', {})
  const call = robot.request('call', { tool: 'treehole.post', args: { text: '机器人发的' } })
  await until('a card is asked', () => cards.length === 1)
  const [card] = cards
  const answer = (word: 'once' | 'deny') => robot.request('approvals.answer', { id: card?.id ?? '', digest: card?.digest ?? '', answer: word, ...(word === 'once' ? { note: '发布' } : {}) })
  expect(await codeOf(answer('once'))).toBe('PIN_NEEDED')
  expect(await codeOf(robot.request('pin.enter', { pin: '0000' }))).toBe('PIN_WRONG')
  expect(await codeOf(answer('once'))).toBe('PIN_NEEDED')
  expect(await codeOf(robot.request('grants.import', { text: '{}' }))).toBe('PIN_NEEDED')
  expect(await codeOf(robot.request('pin.set', { pin: '1111' }))).toBe('PIN_WRONG')
  expect(await codeOf(robot.request('pin.clear', { current: '1111' }))).toBe('PIN_WRONG')
  expect(posts(stage)).toBe(0)
  await robot.request('pin.enter', { pin: '4071' })
  expect(await answer('once')).toMatchObject({ won: true })
  expect(await call).toMatchObject({ ok: true })
  expect(posts(stage)).toBe(1)
  const script = await stage.script()
  for (const work of [() => script.request('pin.enter', { pin: '4071' }), () => script.request('pin.set', { pin: '4071' }), () => script.request('pin.clear', { current: '4071' })]) expect(await codeOf(work())).toBe('DAEMON_FORBIDDEN')
  script.close()
  robot.close()
})

it('a no needs no PIN, and what only writes here needs none', async () => {
  await using stage = await withPin()
  const person = await stage.person()
  person.on('approval', ({ kind, card, digest }) => { if (kind === 'asked') void person.request('approvals.answer', { id: card.id, digest, answer: 'deny' }) })
  await person.request('approvals.watch', {})
  expect(await person.request('call', { tool: 'treehole.post', args: { text: '不发' } })).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED' } })
  expect(await person.request('call', { tool: 'memory.save', args: { text: '我住在 28 楼' } })).toMatchObject({ ok: true })
  person.close()
})

describe.skipIf(whyNoTerminal)('at a real terminal', () => {
  const approve = async (terminal: Terminal) => {
    await terminal.sees('> ')
    await sleep(settleMs + 100)
    terminal.type('发布')
    await terminal.sees('> 发布')
    await sleep(enterAloneMs * 3)
    terminal.press('Enter')
  }

  it('the card asks for it behind the word, says how many tries are left, shows no digit, and posts with the right one', async () => {
    await using stage = await withPin()
    using terminal = openTerminal(stage, ['call', 'treehole.post', '--text', '今晚理教很挤'])
    await approve(terminal)
    await terminal.sees('批准 PIN（不会显示')
    terminal.type('0000')
    terminal.press('Enter')
    await terminal.sees('还可以试 4 次')
    expect(posts(stage)).toBe(0)
    terminal.type('4071')
    terminal.press('Enter')
    await terminal.sees('exit=0')
    expect([posts(stage), terminal.screen().includes('4071')]).toEqual([1, false])
  })

  it('with no PIN typed the card is denied, and that is said', async () => {
    await using stage = await withPin()
    using terminal = openTerminal(stage, ['call', 'treehole.post', '--text', '今晚理教很挤'])
    await approve(terminal)
    await terminal.sees('批准 PIN（不会显示')
    terminal.press('Enter')
    const screen = await terminal.sees('exit=21')
    expect(screen).toContain('这一步需要批准 PIN')
    expect(posts(stage)).toBe(0)
  })

  it('pkuh pin set asks twice and refuses what differs; with one set it asks for that first', async () => {
    await using stage = await openStage()
    const run = async (command: readonly string[], lines: readonly (readonly [string, string])[], end: string) => {
      using terminal = openTerminal(stage, command)
      for (const [question, text] of lines) {
        await terminal.sees(question)
        terminal.type(text)
        terminal.press('Enter')
        await sleep(100)
      }
      return await terminal.sees(end)
    }
    await run(['pin', 'set'], [['新 PIN', '4071'], ['再输入一次', '4072']], 'exit=2')
    await run(['pin', 'set'], [['新 PIN', '4071'], ['再输入一次', '4071']], 'exit=0')
    expect(await run(['pin', 'set'], [['现在的 PIN', '1111'], ['新 PIN', '2222'], ['再输入一次', '2222']], 'exit=21')).toContain('还可以试 4 次')
    await run(['pin', 'clear'], [['现在的 PIN', '4071']], 'exit=0')
    expect((await stage.json(['pin', 'status'])).doc).toMatchObject({ ok: true, data: { set: false } })
    expect((await stage.json(['pin', 'set'])).doc).toMatchObject({ ok: false, error: { code: 'DAEMON_FORBIDDEN' } })
  })

  it('in the default profile the vault is made at a terminal, and a PIN is offered once', async () => {
    await using stage = await openStage()
    using terminal = openTerminal(stage, ['keystore', 'init', '--backend', 'vault'], 'zh_CN.UTF-8', 'default')
    for (const [question, text] of [['新口令', 'a passphrase of words'], ['再输入一次', 'a passphrase of words'], ['新 PIN', '']] as const) {
      await terminal.sees(question)
      terminal.type(text)
      terminal.press('Enter')
      await sleep(100)
    }
    const screen = await terminal.sees('exit=0')
    expect(screen).toContain('保险库建好并打开了')
    expect(screen).not.toContain('a passphrase of words')
    const given = { profile: 'default' }
    expect((await stage.json(['keystore', 'status'], given)).doc).toMatchObject({ ok: true, data: { backend: 'vault', state: 'ready' } })
    expect((await stage.json(['pin', 'status'], given)).doc).toMatchObject({ ok: true, data: { set: false, offered: true } })
    expect((await stage.json(['keystore', 'init', '--backend', 'memory'], given)).doc).toMatchObject({ ok: false })
    await stage.pkuh(['daemon', 'stop'], given)
  })
})
