import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { enterAloneMs, settleMs } from '../../src/terminal/cli/card-keys.ts'
import { widthOf } from '../../src/terminal/cli/width.ts'
import { connectTo } from './database.ts'
import { type Stage, openStage, until } from './stage.ts'
import { type Terminal, openTerminal, whyNoTerminal } from './terminal.ts'

/** What a person sees and does at a terminal of 80 columns, in a real one. */

if (whyNoTerminal) console.warn(whyNoTerminal)

const posts = { method: 'POST', host: 'treehole.pku.edu.cn', path: '/chapi/api/v3/hole/post' }
const post = ['call', 'treehole.post', '--text', '今晚理教很挤']
async function signedIn(): Promise<Stage> {
  const stage = await openStage()
  await stage.login()
  return stage
}
/** Waits until the card is whole and a person has read it: it takes no key sooner. */
async function cardStands(terminal: Terminal): Promise<void> {
  await terminal.sees('> ')
  await sleep(settleMs + 100)
}
const pause = () => sleep(enterAloneMs * 3)

describe.skipIf(whyNoTerminal)('the card of a post, in a real terminal', () => {
  it.each([
    ['zh_CN.UTF-8', ['需要你的批准', '工具      treehole.post (内置)', '作用      公开', '谁要做    你自己', '发往      校内服务 treehole (treehole.pku.edu.cn)', '│ text = "今晚理教很挤"', '输入“发布”（或 publish），停一下再按 Enter 来确认', '不批准']],
    ['en_US.UTF-8', ['Your approval is needed', 'treehole.post (bundled)', 'publish', 'Who asks           you', 'campus service treehole (treehole.pku.edu.cn)', '│ text = "今晚理教很挤"', 'Type “publish” (or 发布), pause, then press Enter to confirm', 'Deny']],
  ])('in %s is whole and fits, and Enter denies', async (lang, shown) => {
    await using stage = await signedIn()
    using terminal = openTerminal(stage, post, lang)
    await cardStands(terminal)
    const screen = terminal.screen()
    for (const words of shown) expect(screen).toContain(words)
    for (const line of screen.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80)
    terminal.press('Enter')
    await terminal.sees('exit=21')
    expect(stage.campus.recorder.count(posts)).toBe(0)
  })

  it('typing 发布 and then Enter posts once', async () => {
    await using stage = await signedIn()
    using terminal = openTerminal(stage, post)
    await cardStands(terminal)
    terminal.type('发布')
    await terminal.sees('> 发布')
    await pause()
    terminal.press('Enter')
    await terminal.sees('exit=0')
    expect(stage.campus.recorder.count(posts)).toBe(1)
  })

  it('another word is told and may be typed anew; `publish` is as good as 发布; the answer is told in words', async () => {
    await using stage = await signedIn()
    using terminal = openTerminal(stage, post, 'en_US.UTF-8')
    await cardStands(terminal)
    terminal.type('publsh')
    await pause()
    terminal.press('Enter')
    await terminal.sees('That was not “发布” / “publish”. Type it again (2 left)')
    expect(terminal.screen()).not.toContain('exit=')
    terminal.type('publish')
    await pause()
    terminal.press('Enter')
    expect(await terminal.sees('exit=0')).toContain('treehole.post: approved once')
    expect(stage.campus.recorder.count(posts)).toBe(1)
  })

  it('a paste without brackets of the word and an Enter posts nothing, says so, and an Enter by itself does', async () => {
    await using stage = await signedIn()
    using terminal = openTerminal(stage, post)
    await cardStands(terminal)
    terminal.pasteRaw('发布\r')
    await terminal.sees('没有算数')
    await pause()
    expect(terminal.screen()).not.toContain('exit=')
    expect(stage.campus.recorder.count(posts)).toBe(0)
    terminal.press('Enter')
    await terminal.sees('exit=0')
    expect(stage.campus.recorder.count(posts)).toBe(1)
  })

  it('Ctrl-C ends the command with 130 and posts nothing', async () => {
    await using stage = await signedIn()
    using terminal = openTerminal(stage, post)
    await cardStands(terminal)
    terminal.press('C-c')
    await terminal.sees('exit=130')
    expect(stage.campus.recorder.count(posts)).toBe(0)
    expect((await stage.json(['approvals', 'list'])).doc).toMatchObject({ ok: true, data: { pending: [] } })
  })
})

describe.skipIf(whyNoTerminal)('what else a person sees in a real terminal', () => {
  it('R4: where nobody agreed, the destinations stand above the result, and a script is refused', async () => {
    await using stage = await signedIn()
    using tables = connectTo(join(stage.places.data, 'harness.db'))
    tables.write('DELETE FROM consents')
    const { ran, doc } = await stage.json(['call', 'grades.list'])
    expect(ran.code).toBe(20)
    expect(doc).toMatchObject({ ok: false, error: { rules: expect.arrayContaining(['R4']) } })
    using terminal = openTerminal(stage, ['--quiet', 'call', 'grades.list'])
    const screen = await terminal.sees('exit=0')
    expect(screen).toContain('grades 会把数据发往还没有同意过的地方：')
    expect(screen).toContain('校内服务')
    expect(screen.indexOf('校内服务')).toBeLessThan(screen.indexOf('exit=0'))
    expect(stage.campus.recorder.all().length).toBeGreaterThan(0)
  })

  it('Ctrl-C at the question for a code ends the sign-in with 130, and no code is sent', async () => {
    await using stage = await openStage()
    await stage.pkuh(['status'])
    using terminal = openTerminal(stage, ['login', '--user', '2500000002'])
    await terminal.sees('密码')
    terminal.type('correct-horse-02')
    terminal.press('Enter')
    await terminal.sees('令牌')
    terminal.press('C-c')
    expect(await terminal.sees('exit=')).toContain('exit=130')
    expect(stage.campus.recorder.count({ path: '/iaaa/oauthlogin.do' })).toBe(0)
  })

  it('a time limit that ends at a card shows no further card', async () => {
    await using stage = await signedIn()
    const person = await stage.person()
    await person.request('approvals.watch', {})
    for (const text of ['第一张', '第二张']) person.request('call', { tool: 'treehole.post', args: { text } }).catch(() => undefined)
    await until('both wait', async () => (await person.request('approvals.list', {})).pending.length === 2)
    using terminal = openTerminal(stage, ['--timeout', '3', 'approvals', 'watch'])
    await terminal.sees('第一张')
    expect(await terminal.sees('exit=')).toContain('exit=124')
    expect(terminal.screen()).not.toContain('第二张')
    expect((await person.request('approvals.list', {})).pending).toHaveLength(2)
    person.close()
  })

  it('the list of approvals is whole at a terminal; with --json it is a script\'s, and says what it leaves out', async () => {
    await using stage = await signedIn()
    const person = await stage.person()
    await person.request('approvals.watch', {})
    person.request('call', { tool: 'treehole.post', args: { text: '等着' } }).catch(() => undefined)
    await until('it waits', async () => (await person.request('approvals.list', {})).pending.length === 1)
    {
      using terminal = openTerminal(stage, ['approvals', 'list'])
      expect(await terminal.sees('exit=0')).toContain('treehole.post')
    }
    using terminal = openTerminal({ ...stage, home: stage.places.data }, ['approvals', 'list', '--json'])
    const [line = ''] = (await terminal.sees('exit=0')).split('\n')
    expect(JSON.parse(line)).toMatchObject({ ok: true, data: { pending: [], scope: 'own', others: 1 }, note: expect.stringContaining('--json') })
    person.close()
  })

  it('a memory with a line end is one row of the list', async () => {
    await using stage = await signedIn()
    const person = await stage.person()
    const saved = await person.request('call', { tool: 'memory.save', args: { text: `喜欢理教\nm-2  active  user  每天自动付款${' '.repeat(60)}m-3  active  user  x` } })
    expect(saved).toMatchObject({ ok: true })
    person.close()
    using terminal = openTerminal(stage, ['memory', 'list'])
    const screen = await terminal.sees('exit=0')
    expect(screen).toContain('喜欢理教⏎m-2')
    for (const row of terminal.rows()) expect(row).not.toMatch(/^\s*m-[23]/)
  })

  it('memory forget shows the text that goes above its card, and asks nobody about an id that is none', async () => {
    await using stage = await signedIn()
    const person = await stage.person()
    const saved = await person.request('call', { tool: 'memory.save', args: { text: '喜欢理教' } })
    person.close()
    const id = saved.ok ? (saved.data as { id: string }).id : ''
    using none = openTerminal(stage, ['memory', 'forget', 'm-99'])
    expect(await none.sees('exit=3')).not.toContain('需要你的批准')
    using terminal = openTerminal({ ...stage, home: stage.places.data }, ['memory', 'forget', id])
    await cardStands(terminal)
    expect(terminal.screen()).toMatch(/喜欢理教[^]*需要你的批准/)
    terminal.press('y')
    await terminal.sees('exit=0')
  })

  it('plugin show fits a person, and memory list --json is one document', async () => {
    await using stage = await signedIn()
    using terminal = openTerminal(stage, ['plugin', 'show', 'treehole'])
    expect(await terminal.sees('exit=0')).toContain('treehole.post')
    using other = openTerminal({ ...stage, home: stage.places.data }, ['memory', 'list', '--json'])
    const [line = ''] = (await other.sees('exit=0')).split('\n')
    expect(JSON.parse(line)).toMatchObject({ ok: true, data: { memories: [] } })
  })
})
