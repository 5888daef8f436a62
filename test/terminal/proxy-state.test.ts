import { expect, it } from 'vitest'
import { say } from '../../src/rules/words/say.ts'
import { proxyFault, proxyState } from '../../src/terminal/cli/proxy-state.ts'

const io = (lang: 'zh' | 'en') => ({ say: (words: Parameters<typeof say>[0], params = {}) => say(words, lang, params), globals: { profile: 'default', json: false, quiet: false, color: undefined, lang, timeout: undefined, allowFile: undefined } as const })

it.each([
  ['unasked', false, undefined, 'has not asked'], ['unasked', true, undefined, 'has not asked'], ['taken', true, undefined, 'took them'],
  ['needed', false, 'NET_PROXY_LOGIN_NEEDED', 'has asked'], ['needed', true, undefined, 'not tried yet'],
  ['refused', true, 'NET_PROXY_LOGIN_REFUSED', 'refused'], ['unspoken', true, 'NET_PROXY_SCHEME', 'another way'],
] as const)('a proxy that is %s, with something kept for it: %s, is the problem %s, with its next step', (state, kept, code, words) => {
  const shown = { url: 'http://proxy.example.org:3128', kept, state, used: true }
  expect(proxyState(shown, io('en'))).toMatch(new RegExp(`^${kept ? 'A name' : 'No name'}.*; .*${words}`))
  for (const lang of ['zh', 'en'] as const) {
    const fault = proxyFault(shown, io(lang))
    expect(fault?.code).toBe(code)
    if (fault) expect([fault.hint, `${fault.message}${fault.hint}`]).toEqual([expect.stringMatching(/pkuh proxy login|Basic/), expect.not.stringMatching(/[{}]/)])
  }
})
