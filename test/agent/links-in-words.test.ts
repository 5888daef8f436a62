import { afterEach, expect, it } from 'vitest'
import { HarnessError } from '../../src/rules/errors/index.ts'
import { runTurn } from '../../src/agent/run-turn.ts'
import { call, scene, type Scene, scriptOf, text, tool } from './turn-under-test.ts'

let at: Scene
afterEach(() => at.close())
const deltas = () => at.events.flatMap((event) => (event.kind === 'text.delta' ? [event.text] : [])).join('')
const words = ['见 https://its.p', 'ku.edu.cn/vpn 或 htt', 'ps://evil.exam', 'ple/a', '。'].map(text)
const own = '见 https://its.pku.edu.cn/vpn 或 https://evil.example/a。'
const shown = '见 https://its.pku.edu.cn/vpn 或 [助手自己写的链接，主机 evil[.]example：https[://]evil[.]example/a]。'
const evil = { url: 'https://evil.example/a', host: 'evil.example', known: false }
const vpn = { url: 'https://its.pku.edu.cn/vpn', host: 'its.pku.edu.cn', known: true }

it('a link that no result holds is marked in the pieces and in the end alike, and kept and sent on as the model wrote it', async () => {
  at = scene([tool('a.x')], () => ({ data: { page: 'VPN：https://its.pku.edu.cn/vpn。' } }))
  const end = await runTurn(at.options({ provider: scriptOf((_, n) => (n === 1 ? [call('a_x')] : words)) }))
  expect(end).toMatchObject({ text: shown, links: [vpn, evil] })
  expect(deltas()).toBe(shown)
  expect(at.store.conversations.events('c1').filter(({ kind }) => kind !== 'result' && kind !== 'turn')).toMatchObject([{ kind: 'step' }, { kind: 'step', text: own }, { kind: 'end', text: own }])
  await runTurn(at.options({ turn: 't2', provider: scriptOf(() => [text('好')]) }))
  expect(at.requests[2]?.messages).toContainEqual({ role: 'assistant', content: own, calls: [] })
})

it('what the model said before a result is not known by it, nor by what it wrote itself', async () => {
  at = scene([tool('a.x')], () => ({ data: 'https://evil.example/a' }))
  const end = await runTurn(at.options({ provider: scriptOf((_, n) => (n === 1 ? [...words, call('a_x', { url: 'https://its.pku.edu.cn/vpn' })] : n === 2 ? words : [])) }))
  expect(end.links).toEqual([{ ...vpn, known: false }, { ...evil, known: true }])
  expect(deltas()).toContain('主机 evil[.]example')
})

it('a link that the person typed is known, one that came through a pipe is not', async () => {
  for (const typed of [true, false]) {
    at = scene([], () => ({ data: 1 }))
    const end = await runTurn(at.options({ message: own, userWords: typed ? own : '', provider: scriptOf(() => words) }))
    expect(end.links?.map(({ known }) => known)).toEqual([typed, typed])
    at.close()
  }
  at = scene([], () => ({ data: 1 }))
})

it('one whose result no longer fits the context is not known any more', async () => {
  at = scene([tool('a.x')], (_, n) => ({ data: n === 1 ? 'https://its.pku.edu.cn/vpn' : 'x'.repeat(200_000) }))
  const end = await runTurn(at.options({ provider: scriptOf((_, n) => (n <= 2 ? [call('a_x')] : words)) }))
  expect(end.links).toEqual([{ ...vpn, known: false }, evil])
})

it('a tool of ours whose name reads like a host is none; a stranger’s is', async () => {
  for (const [trust, told] of [['bundled', '用 treehole.post 发'], ['community', '用 [助手自己写的地址 treehole[.]post] 发']] as const) {
    at = scene([tool('treehole.post', { trust })], () => ({ data: 1 }))
    expect((await runTurn(at.options({ provider: scriptOf(() => [text('用 treehole.post 发')]) }))).text).toBe(told)
    at.close()
  }
  at = scene([], () => ({ data: 1 }))
})

it('an answer that breaks off in a link is marked too', async () => {
  at = scene([], () => ({ data: 1 }))
  const end = await runTurn(at.options({ provider: { id: 'x', async *stream() { yield text('见 https://evil.exam'); throw new HarnessError('MODEL_FAILED', { reason: 'x' }) } } }))
  expect(end.text).toMatch(/^见 \[助手自己写的链接，主机 evil\[\.\]exam/)
  expect(deltas()).toContain('https[://]evil[.]exam')
})
