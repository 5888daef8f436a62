import { describe, expect, it } from 'vitest'
import { openModelServer } from './model-server.ts'
import { openStage, type Stage } from './stage.ts'
import { openTerminal, whyNoTerminal } from './terminal.ts'

const vpn = 'https://its.pku.edu.cn/vpn'
/** It reads the person's memories, and says one link of them and two of its own. */
const says = (): readonly string[] => ['VPN 见 https://its.p', 'ku.edu.cn/vpn ，或 htt', 'ps://pku.edu.cn@ev', 'il.example/a ，也可写信 a@evil', '.example']
const model = () => openModelServer([{ name: 'memory_search', args: { query: 'VPN' } }], says)

/** A model of its own, and a memory with a link. */
async function ready(stage: Stage, baseUrl: string): Promise<void> {
  await stage.login()
  const person = await stage.person()
  await person.request('model.set', { id: 'mine', baseUrl, model: 'mock', needsKey: false })
  await person.request('call', { tool: 'memory.save', args: { text: `VPN 的网页是 ${vpn} 。` } })
  person.close()
}

const shown = `VPN 见 ${vpn} ，或 [助手自己写的链接，主机 evil[.]example：https[://]pku[.]edu[.]cn@evil[.]example/a] ，也可写信 [助手自己写的链接，主机 evil[.]example：a@evil[.]example]`

it('through every way out the links of an answer are told alike, and what the model reads again is its own', async () => {
  await using server = await model()
  await using stage = await openStage()
  await ready(stage, server.baseUrl)
  expect((await stage.pkuh(['ask', 'VPN 怎么用'])).stdout.trimEnd()).toBe(shown)

  const { doc } = await stage.json(['ask', 'VPN 怎么用'])
  expect(doc).toMatchObject({ ok: true, data: { text: shown, links: [
    { url: vpn, host: 'its.pku.edu.cn', known: true }, { url: 'https://pku.edu.cn@evil.example/a', host: 'evil.example', known: false }, { url: 'a@evil.example', host: 'evil.example', known: false },
  ] } })

  const events = (await stage.pkuh(['ask', '--jsonl', 'VPN 怎么用'])).stdout.trim().split('\n').map((line): { kind?: string; text?: string; end?: { text?: string } } => JSON.parse(line))
  for (const kind of ['text.delta', 'reasoning.delta']) expect(events.flatMap((event) => (event.kind === kind ? [event.text] : [])).join('')).toContain(shown)
  expect(events.find(({ kind }) => kind === 'turn.ended')?.end?.text).toBe(shown)

  const conversation = doc.ok ? (doc.data as { conversation: string }).conversation : ''
  await stage.pkuh(['ask', '--conversation', conversation, '再说一次'])
  expect(server.requests.at(-1)).toContain(says().join(''))
  expect(server.requests.join('')).not.toContain('evil[.]example')
}, 120_000)

describe.skipIf(whyNoTerminal)(`at a terminal of 40 columns${whyNoTerminal ? ` (${whyNoTerminal})` : ''}`, () => {
  const page = async (lang: string): Promise<string> => {
    await using server = await model()
    await using stage = await openStage()
    await ready(stage, server.baseUrl)
    using terminal = openTerminal(stage, ['ask', 'VPN 怎么用'], lang, 'sim', 40)
    await terminal.sees('exit=0')
    const rows = terminal.rows()
    return rows.slice(rows.findIndex((row) => row.startsWith('VPN')), rows.findIndex((row) => /接着问|[Gg]o on/.test(row))).join('\n')
  }
  it('the answer reads like this in Chinese', async () => {
    expect(await page('zh_CN.UTF-8')).toMatchInlineSnapshot(`
      "VPN 见 https://its.pku.edu.cn/vpn ，或 [
      助手自己写的链接，主机 evil[.]example：h
      ttps[://]pku[.]edu[.]cn@evil[.]example/a
      ] ，也可写信 [助手自己写的链接，主机 evi
      l[.]example：a@evil[.]example]"
    `)
  }, 60_000)
  it('the answer reads like this in English', async () => {
    expect(await page('en_US.UTF-8')).toMatchInlineSnapshot(`
      "VPN 见 https://its.pku.edu.cn/vpn ，或 [
      link written by the assistant, host evil
      [.]example: https[://]pku[.]edu[.]cn@evi
      l[.]example/a] ，也可写信 [link written
      by the assistant, host evil[.]example: a
      @evil[.]example]"
    `)
  }, 60_000)
})
