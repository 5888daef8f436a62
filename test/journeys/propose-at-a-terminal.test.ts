import { describe, expect, it } from 'vitest'
import type { SimRequest } from '../../fixtures/campus/server/exchange.ts'
import { simulatedGithub } from '../../fixtures/github/github.ts'
import { folder, written } from '../plugins/market/documents.ts'
import { openModelServer } from './model-server.ts'
import { openStage } from './stage.ts'
import { openTerminal, type Terminal, whyNoTerminal } from './terminal.ts'

const link = 'https://github.com/someone/plugins/tree/HEAD/reader'

/** A person at a terminal asks; the assistant proposes a plugin; then the person does `more`. */
async function proposed(more: (terminal: Terminal, fetched: () => boolean) => Promise<void>) {
  const github = simulatedGithub()
  github.push('someone/plugins', folder('reader', written()))
  let asked = 0
  await using server = await openModelServer([{ name: 'plugins_install', args: { link } }], () => ['已经提议'])
  await using stage = await openStage({ campus: { others: github.hosts.map(({ name, handle }) => ({ name, handle: (request: SimRequest) => { asked += 1; return handle(request) } })) } })
  await stage.login()
  const person = await stage.person()
  await person.request('model.set', { id: 'mine', baseUrl: server.baseUrl, model: 'mock', needsKey: false })
  using terminal = openTerminal(stage, ['ask', '有没有读通知的插件'])
  await terminal.sees('现在审阅吗')
  await more(terminal, () => asked > 0)
  const { plugins, proposed: waiting } = await person.request('plugins.list', {})
  person.close()
  return { installed: plugins.some(({ id }) => id === 'reader'), waiting: waiting.map(({ link }) => link), screen: terminal.screen() }
}

describe.skipIf(whyNoTerminal)(`what the assistant proposed is offered at the turn's end${whyNoTerminal ? ` (${whyNoTerminal})` : ''}`, () => {
  it('nothing is fetched before a yes; the yes opens the sheet, and a second one installs', async () => {
    expect(await proposed(async (terminal, fetched) => {
      expect(terminal.screen()).toContain(link)
      expect(fetched()).toBe(false)
      terminal.type('y')
      terminal.press('Enter')
      await terminal.sees('同意就输入')
      expect(terminal.screen()).toContain('sha256')
      terminal.type('yes')
      terminal.press('Enter')
      await terminal.sees('exit=0')
    })).toMatchObject({ installed: true, waiting: [] })
  }, 60_000)

  it('Enter leaves it noted, and a sheet that is not agreed to installs nothing; the answer stands all the same', async () => {
    const later = await proposed(async (terminal, fetched) => {
      terminal.press('Enter')
      await terminal.sees('exit=0')
      expect(fetched()).toBe(false)
    })
    expect(later).toMatchObject({ installed: false, waiting: [link] })
    const refused = await proposed(async (terminal) => {
      terminal.type('y')
      terminal.press('Enter')
      await terminal.sees('同意就输入')
      terminal.type('n')
      terminal.press('Enter')
      await terminal.sees('exit=0')
    })
    expect(refused).toMatchObject({ installed: false })
    expect(refused.screen).toContain('没有装')
  }, 90_000)
})
