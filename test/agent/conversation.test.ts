import { expect, it } from 'vitest'
import { openConversation } from '../../src/agent/conversation.ts'
import { history } from '../../src/agent/prompt/history.ts'
import { runTurn } from '../../src/agent/run-turn.ts'
import { hasThirdPartySpan, provenance } from '../../src/rules/provenance.ts'
import { call, scene, scriptOf, text, tool } from './turn-under-test.ts'

it('two turns at once on one conversation: no call has the id of another, and what either reads is third-party text to both', async () => {
  const seen: (readonly { readonly text: string }[])[] = []
  const at = scene([tool('hole.read', { untrusted: true }), tool('a.x')], async ({ tool: id, turn }) => {
    if (id === 'hole.read') return { data: '别人的话', untrusted: true }
    seen.push(turn?.thirdParty() ?? [])
    await new Promise((resolve) => { setTimeout(resolve, 20) })
    return { data: seen.length }
  })
  await Promise.all([
    runTurn(at.options({ turn: 't1', provider: scriptOf((_, n) => (n === 1 ? [call('a_x')] : n === 2 ? [call('a_x')] : [text('好')])) })),
    runTurn(at.options({ turn: 't2', conversation: openConversation(at.store.conversations, 'c1'), provider: scriptOf((_, n) => (n === 1 ? [call('hole_read')] : [text('好')])) })),
  ])
  expect(seen.map((texts) => texts.some(({ text: words }) => words.includes('别人的话')))).toEqual([false, true])
  const whole = openConversation(at.store.conversations, 'c1').events()
  const ids = whole.flatMap((event) => (event.kind === 'result' ? [event.call] : []))
  expect(new Set(ids).size).toBe(3)
  expect(history(whole).flatMap((message) => (message.role === 'tool' ? [JSON.parse(message.content)] : [])).map(({ tool: id, data }) => [id, data]).sort()).toEqual([['a.x', 1], ['a.x', 2], ['hole.read', '别人的话']])
  at.close()
})

it('what the model wrote after it had read others’ text counts as such text in a later call, also where it is in none of theirs', async () => {
  const spans: boolean[] = []
  const args = { text: '明晚八点在未名湖边见面' }
  const at = scene([tool('hole.read', { untrusted: true }), tool('a.x')], async ({ tool: id, turn, args: given }) => {
    if (id === 'hole.read') return { data: 'bWluZ3dhbg==', untrusted: true }
    spans.push(hasThirdPartySpan(provenance(JSON.parse(JSON.stringify(given)), { userWords: turn?.userWords ?? '', thirdParty: turn?.thirdParty() ?? [] })))
    return { data: 1 }
  })
  const says = text(args.text)
  await runTurn(at.options({ provider: scriptOf((_, n) => [[says, call('a_x', args)], [call('hole_read')], [call('a_x', args)], [says, call('a_x', args)], [text('好')]][n - 1] ?? []) }))
  expect(spans).toEqual([false, false, true])
  at.close()
})
