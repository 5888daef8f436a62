import { expect, it } from 'vitest'
import { startConversation } from '../../src/agent/conversation.ts'
import { systemChance, systemClock } from '../../src/host/clock/clock.ts'
import { openStore } from '../../src/host/store/open-store.ts'
import { temporaryPath } from '../host/store/temporary-store.ts'

it('a text that someone else wrote is the same object at each asking, so that it is made ready for comparing once', () => {
  const store = openStore(temporaryPath(), { clock: systemClock, chance: systemChance })
  const conversation = startConversation(store.conversations, { id: 'c', account: undefined, title: '测试' })
  conversation.append({ kind: 'result', turn: 't', call: 'call_1_1_1', callId: 'x', tool: 'treehole.search', untrusted: true, content: '{"text":"别人写的"}' })
  const [first] = conversation.thirdParty()
  conversation.append({ kind: 'result', turn: 't', call: 'call_1_1_2', callId: 'y', tool: 'treehole.search', untrusted: true, content: '{"text":"又一条"}' })
  expect(conversation.thirdParty().map(({ text }) => text)).toEqual(['text\n别人写的', 'text\n又一条'])
  expect(conversation.thirdParty()[0]).toBe(first)
  store.close()
})
