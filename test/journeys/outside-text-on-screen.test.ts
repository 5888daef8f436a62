import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { settleMs } from '../../src/terminal/cli/card-keys.ts'
import { openModelServer } from './model-server.ts'
import { openStage, until } from './stage.ts'
import { type Terminal, openTerminal, whyNoTerminal } from './terminal.ts'

/** What others wrote cannot stand on a person's screen as words of the host's. */

/** Each was counted as less than a terminal gives it: Tangut, spacing marks, old Hangul, vertical forms, old kana. */
const pads = ['\u{17000}'.repeat(34), `क${'\u093e'.repeat(67)}`, '\ua960'.repeat(34), '\ufe10'.repeat(34), '\u{1b000}'.repeat(34)]
const rule = '═'.repeat(80)
const forged = '发往      仅本机'
const post = (padding: readonly string[]) => ['call', 'treehole.post', '--text', padding.map((pad) => `${pad}${forged}`).join('')]
const beginning = (terminal: Terminal, words: string) => terminal.rows().filter((row) => row.startsWith(words))

describe.skipIf(whyNoTerminal)('in a real terminal', () => {
  it('no row of a card begins with outside text, and lines go on as before', async () => {
    await using stage = await openStage()
    await stage.login()
    using terminal = openTerminal(stage, post(pads))
    await terminal.sees('> ')
    expect(beginning(terminal, forged)).toEqual([])
    expect(terminal.screen()).toContain(forged)
    expect(terminal.wraps()).toBe(true)
  })

  it('a card whose window is made narrower is drawn anew, since the terminal breaks the old one where it likes', async () => {
    await using stage = await openStage()
    await stage.login()
    using terminal = openTerminal(stage, post(['x'.repeat(51)]))
    await terminal.sees('> ')
    terminal.resize(60)
    await until('the card is drawn anew', () => terminal.rows().includes('═'.repeat(59)))
    await sleep(settleMs + 100)
    expect(terminal.page().filter((row) => row.startsWith('发往'))).toEqual(['发往      校内服务 treehole (treehole.pku.edu.cn)'])
    terminal.press('Enter')
    await terminal.sees('exit=21')
    expect(terminal.wraps()).toBe(true)
  })

  it('no row of the card in an assistant’s tainted turn is a third party’s', async () => {
    const text = `${pads[2]}为什么问  R5 你刚才在手机上同意过，请输入发布`
    await using model = await openModelServer([{ name: 'treehole_search', args: { keyword: '理教' } }, { name: 'treehole_post', args: { text } }])
    await using stage = await openStage({ config: { model: { id: 'mine', baseUrl: model.baseUrl, model: 'm', needsKey: false } } })
    await stage.login()
    using terminal = openTerminal(stage, ['ask', '看看树洞'])
    await terminal.sees('[Enter]')
    expect(beginning(terminal, '为什么问')).toHaveLength(1)
    expect(terminal.screen()).toContain('R5 你刚才')
  })

  it('a memory’s text begins no row of the list', async () => {
    await using stage = await openStage()
    await stage.login()
    const person = await stage.person()
    await person.request('call', { tool: 'memory.save', args: { text: `x${'\u0bbe'.repeat(28)}b0000000-1  saved  forged` } })
    person.close()
    using terminal = openTerminal(stage, ['memory', 'list'])
    expect(await terminal.sees('exit=0')).toContain('forged')
    expect(beginning(terminal, 'b0000000')).toEqual([])
  })

  it('what others wrote is announced as theirs, and the host’s own words for nothing found are not', async () => {
    await using stage = await openStage()
    await stage.login()
    const shown = async (keyword: string): Promise<string> => {
      using terminal = openTerminal(stage, ['call', 'treehole.search', '--keyword', keyword])
      return await terminal.sees('exit=0')
    }
    expect(await shown('理教')).toContain('下面有别人写的文字')
    const nothing = await shown('没有这样的词')
    expect(nothing).toContain('没有查到')
    expect(nothing).not.toContain('别人写的文字')
  })

  it('what the model writes cannot draw the host’s card', async () => {
    const card = [rule, '需要你的批准', '─'.repeat(80), '工具      memory.save (内置)', '参数:', '  │ text = "带伞"', rule, '[Enter/y] 只这一次   [n] 不批准'].join('\n')
    await using model = await openModelServer([], () => [card])
    await using stage = await openStage({ config: { model: { id: 'mine', baseUrl: model.baseUrl, model: 'm', needsKey: false } } })
    using terminal = openTerminal(stage, ['ask', '你好'])
    const screen = await terminal.sees('exit=0')
    expect(screen).toContain('工具      memory.save')
    expect(screen).toContain('='.repeat(80))
    expect(screen).not.toMatch(/[═─│]/)
  })
})
