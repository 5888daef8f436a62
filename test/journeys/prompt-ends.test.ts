import { describe, expect, it } from 'vitest'
import { type Stage, openStage, until } from './stage.ts'
import { type Terminal, openTerminal, whyNoTerminal } from './terminal.ts'

/** A question at a terminal whose reason goes away: it ends at once, says why in a line, and leaves the terminal as it was. */

if (whyNoTerminal) console.warn(whyNoTerminal)

const post = ['call', 'treehole.post', '--text', '今晚理教很挤']
const login = ['login', '--user', '2500000002']
const atTheCode = async (terminal: Terminal): Promise<void> => {
  await terminal.sees('密码')
  terminal.type('correct-horse-02')
  terminal.press('Enter')
  await terminal.sees('令牌')
}
const questions: readonly [what: string, words: readonly string[], stands: (terminal: Terminal) => Promise<unknown>][] = [
  ['a card', post, (terminal) => terminal.sees('> ')],
  ['a card of the assistant\'s', ['ask', '在树洞里搜「理教自习」，告诉我大家说了什么。'], (terminal) => terminal.sees('> ')],
  ['the password', login, (terminal) => terminal.sees('密码')],
  ['a code', login, atTheCode],
  ['nothing but to wait', ['approvals', 'watch'], (terminal) => terminal.sees('Ctrl-C')],
]

/** Whether what is typed is echoed again, as the shell's own line discipline does. */
async function isAsItWas(terminal: Terminal): Promise<void> {
  terminal.type('typed-after-the-end')
  await terminal.sees('typed-after-the-end')
}

async function stageFor(words: readonly string[]): Promise<Stage> {
  const stage = await openStage()
  if (words === login) await stage.pkuh(['status'])
  else await stage.login()
  return stage
}

describe.skipIf(whyNoTerminal)('a question at a terminal', () => {
  it.each(questions)('that is %s ends when the daemon stops, and says so', async (_, words, stands) => {
    await using stage = await stageFor(words)
    using terminal = openTerminal(stage, words)
    await stands(terminal)
    await stage.pkuh(['daemon', 'stop'])
    const screen = await terminal.sees('exit=')
    expect(screen).toContain('exit=6')
    expect(screen).toContain('守护进程正在停止')
    expect(screen).not.toContain('拒绝了连接')
    await isAsItWas(terminal)
  })

  it.each(questions)('that is %s ends when the daemon is killed, and says so', async (_, words, stands) => {
    await using stage = await stageFor(words)
    using terminal = openTerminal(stage, words)
    await stands(terminal)
    await stage.killDaemon()
    const screen = await terminal.sees('exit=')
    expect(screen).toContain('exit=6')
    expect(screen).toContain('连接断开了')
    await isAsItWas(terminal)
  })

  it('that is a card of the list ends when it is answered elsewhere, and when who asked goes away', async () => {
    await using stage = await openStage()
    await stage.login()
    const [person, asking] = [await stage.person(), await stage.person()]
    await person.request('approvals.watch', {})
    const outcomes = [['answered', '在别处回答'], ['cancelled', '已取消']] as const
    for (const [how, words] of outcomes) {
      const controller = new AbortController()
      asking.request('call', { tool: 'treehole.post', args: { text: how } }, controller.signal).catch(() => undefined)
      await until('it waits', async () => (await person.request('approvals.list', {})).pending.length === 1)
      const [waiting] = (await person.request('approvals.list', {})).pending
      if (!waiting) throw new Error('it went')
      const { card: { id }, digest } = waiting
      using terminal = openTerminal({ ...stage, home: how === 'answered' ? stage.home : stage.places.data }, ['approvals', 'approve', id])
      await terminal.sees('> ')
      if (how === 'answered') await person.request('approvals.answer', { id, digest, answer: 'deny' })
      else controller.abort()
      const screen = await terminal.sees('exit=')
      expect(screen).toContain('exit=3')
      // A line may break anywhere in Chinese.
      expect(screen.replace(/\n *(?:⤷ *)?/g, '')).toContain(words)
      await isAsItWas(terminal)
    }
    for (const client of [person, asking]) client.close()
  })

  it('that is a card on watch ends with a line when it is answered elsewhere, and the watch goes on', async () => {
    await using stage = await openStage()
    await stage.login()
    const person = await stage.person()
    await person.request('approvals.watch', {})
    using terminal = openTerminal(stage, ['approvals', 'watch'])
    await terminal.sees('Ctrl-C')
    person.request('call', { tool: 'treehole.post', args: { text: '别处回答' } }).catch(() => undefined)
    await terminal.sees('> ')
    const [waiting] = (await person.request('approvals.list', {})).pending
    if (!waiting) throw new Error('it went')
    await person.request('approvals.answer', { id: waiting.card.id, digest: waiting.digest, answer: 'deny' })
    expect(await terminal.sees('已在别处回答')).not.toContain('exit=')
    terminal.press('C-c')
    expect(await terminal.sees('exit=')).toContain('exit=130')
    person.close()
  })
})
