import { describe, expect, it } from 'vitest'
import { scan } from './scan.ts'
import { hunt } from './secret-hunt.ts'
import { files, processes, tables } from './sinks.ts'
import { codeOf, openStage, type Stage, until } from './stage.ts'
import { openTerminal, whyNoTerminal } from './terminal.ts'

/** A person pays with their card's code, on the screen of their own terminal and nowhere else. */

const codes = ({ campus }: Stage): readonly string[] => campus.hooks.issued().filter(({ kind }) => kind === 'pay-code').map(({ value }) => value)

describe.skipIf(whyNoTerminal)(`at a terminal${whyNoTerminal ? ` (${whyNoTerminal})` : ''}`, () => {
  it('the code is drawn so that a scanner reads it, is gone at the next key, and stands in no output, history, file, row, log or audit', async () => {
    await using stage = await openStage()
    await stage.login()
    const before = (await stage.json(['status'])).ran.stdout
    using terminal = openTerminal(stage, ['paycode'])
    await terminal.sees('按任意键收起')
    expect(scan(terminal)).toBe(codes(stage)[0])
    expect(terminal.page().join('\n')).toContain('2500000001 的校园卡付款码，约 60 秒内有效')
    const running = processes(stage.home)
    terminal.press('x')
    const screen = await terminal.sees('exit=0')
    expect(screen).toContain('付款码已收起')
    expect([scan(terminal), /[▀▄█]/.test(screen)]).toEqual([undefined, false])
    const audit = await stage.json(['audit', 'show', '--limit', '100'])
    expect(audit.ran.stdout).toContain('"secret":"pay-code"')
    const sinks = new Map([...running, ...processes(stage.home), ['screen', Buffer.from(screen)], ['status', Buffer.from(before)], ['audit', Buffer.from(audit.ran.stdout)], ...files(stage.home), ...tables(stage.places.database)])
    expect(codes(stage)).toHaveLength(3)
    expect(hunt(sinks, new Map(codes(stage).map((value, at) => [`code ${at}`, value])))).toEqual([])
  }, 60_000)

  it('Ctrl-C puts it away too', async () => {
    await using stage = await openStage()
    await stage.login()
    using terminal = openTerminal(stage, ['paycode'])
    await terminal.sees('按任意键收起')
    terminal.press('C-c')
    expect(await terminal.sees('exit=130')).not.toMatch(/[▀▄█]/)
  }, 60_000)

  it('where it does not fit none is asked for', async () => {
    await using stage = await openStage()
    await stage.login()
    using terminal = openTerminal(stage, ['paycode'], 'zh_CN.UTF-8', 'sim', 20)
    expect((await terminal.sees('exit=2')).replaceAll('\n', '')).toContain('26')
    expect(codes(stage)).toEqual([])
  }, 60_000)
})

it('a pipe, --json and a script get none, and none is asked for', async () => {
  await using stage = await openStage()
  await stage.login()
  for (const args of [['paycode'], ['paycode', '--json']]) {
    const ran = await stage.pkuh(args)
    expect([ran.code, ran.stdout + ran.stderr]).toEqual([2, expect.stringContaining('付款码只在终端的屏幕上显示')])
  }
  const script = await stage.script()
  expect(await codeOf(script.request('paycode.show', {}))).toBe('DAEMON_FORBIDDEN')
  script.close()
  expect(codes(stage)).toEqual([])
})

it('it needs the PIN where one is set, and an open house; its answer has no code in it, which only the terminal that asked is pushed', async () => {
  await using stage = await openStage()
  await stage.login()
  const [person, other] = [await stage.person(), await stage.person()]
  const pushed: string[] = []
  const elsewhere: string[] = []
  person.on('pay-code', ({ digits }) => { pushed.push(digits) })
  other.on('pay-code', ({ digits }) => { elsewhere.push(digits) })
  await person.request('pin.set', { pin: '4071' })
  expect(await codeOf(person.request('paycode.show', {}))).toBe('PIN_NEEDED')
  await person.request('pin.enter', { pin: '4071' })
  expect(await person.request('paycode.show', {})).toEqual({ account: '2500000001', seconds: 60 })
  await until('it is pushed', () => pushed.length === 1)
  const { rows } = await person.request('audit.show', { limit: 500 })
  const asked = rows.flatMap(({ kind, detail }) => (kind === 'request.sent' && typeof detail['path'] === 'string' && detail['path'].includes('/batchGetBarCodeGet') ? [detail['path']] : []))
  expect(asked).toEqual(['/berserker-app/ykt/tsm/batchGetBarCodeGet?account&payacc&paytype&synAccessSource'])
  expect([pushed, elsewhere]).toEqual([[codes(stage)[0]], []])
  await person.request('lock', {})
  expect(await codeOf(person.request('paycode.show', {}))).toBe('CALL_LOCKED')
  expect(codes(stage)).toHaveLength(3)
  for (const client of [person, other]) client.close()
})
