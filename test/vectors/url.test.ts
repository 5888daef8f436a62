import { isIP } from 'node:net'
import { expect } from 'vitest'
import { z } from 'zod'
import { checkUrl } from '../../src/host/net/check-url.ts'
import { HarnessError } from '../../src/rules/errors/index.ts'
import { itWithShared } from '../rules/shared-data.ts'

/** What the check says: the URL it lets through, or the code it refuses with. Anything else that is thrown fails the test. */
function verdict(input: string, hosts: readonly string[], base?: URL, upgradeHttp = false): URL | string {
  try {
    return checkUrl(input, { hosts, upgradeHttp, loopbackOrigin: undefined }, base).url
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    return error.code
  }
}

const entries = z.array(z.union([z.string(), z.object({ input: z.string(), base: z.string().nullable().optional(), href: z.string().optional(), hostname: z.string().optional(), failure: z.boolean().optional() })]))
const fullName = /^(?!.*\.$)[^.[\]]+(\.[^.[\]]+)+$/

for (const [upgradeHttp, least, how] of [[false, 9, ''], [true, 140, ', where http is upgraded']] as const) {
  itWithShared('vectors/url/url/tests/urltestdata.json', `each of the 869 URLs of the WHATWG suite is refused with a code or is the https URL of a declared host, its own host declared${how}`, (text) => {
    const all = entries.parse(JSON.parse(text)).flatMap((entry) => (typeof entry === 'string' ? [] : [entry]))
    const codes = new Map<string, number>()
    for (const { input, base, href = '', hostname, failure } of all) {
      const said = verdict(input, hostname === undefined ? [] : [hostname], base && URL.canParse(base) ? new URL(base) : undefined, upgradeHttp)
      const code = typeof said === 'string' ? said : 'let through'
      codes.set(code, (codes.get(code) ?? 0) + 1)
      // What the suite calls no URL is none here; what it calls one is refused for what it is.
      expect([input, code === 'NET_URL_MALFORMED']).toEqual([input, failure ?? false])
      if (typeof said === 'string') continue
      // The same URL as the suite says, but for its fragment, which is never sent, and its scheme.
      expect(said.href).toBe(href.split('#', 1)[0]?.replace(/^http:/, 'https:'))
      expect([said.protocol, said.port, said.username, said.password, said.hash, isIP(said.hostname), fullName.test(said.hostname)]).toEqual(['https:', '', '', '', '', 0, true])
    }
    expect([all.length, codes.get('NET_URL_MALFORMED')]).toEqual([869, 273])
    expect(codes.get('let through')).toBeGreaterThanOrEqual(least)
    expect([...codes.keys()].filter((code) => code !== 'let through' && !code.startsWith('NET_'))).toEqual([])
  })
}

itWithShared('vectors/url/url/tests/urltestdata.json', 'and with another host declared none of them is let through, unless it names that host', (text) => {
  const wrong = entries.parse(JSON.parse(text)).flatMap((entry) => (typeof entry === 'string' ? [] : [entry])).filter(({ input, base }) => {
    const said = verdict(input, ['portal.pku.edu.cn'], base && URL.canParse(base) ? new URL(base) : undefined)
    return typeof said !== 'string'
  })
  expect(wrong).toEqual([])
})

itWithShared('vectors/url/data-url/tests/data-urls.json', 'no data URL is ever let through', (text) => {
  const all = z.array(z.tuple([z.string()]).rest(z.unknown())).parse(JSON.parse(text))
  expect(all.length).toBeGreaterThan(60)
  for (const [input] of all) expect([input, verdict(input, ['test', ''])]).toEqual([input, expect.stringMatching(/^NET_(SCHEME|URL_MALFORMED)$/)])
})
