import { isIP } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/host/clock/clock.ts'
import { openDoor } from '../../src/host/net/open-door.ts'
import { checkUrl } from '../../src/host/net/check-url.ts'
import { checkedLookup } from '../../src/host/net/checked-lookup.ts'
import { HarnessError } from '../../src/rules/errors/index.ts'
import { faultOf } from '../host/net/door-under-test.ts'
import { itWithShared } from '../rules/shared-data.ts'

/** What a resolver would say: `localhost` and nip.io name an address, every other name here is public. */
const resolve = async (host: string): Promise<readonly string[]> =>
  [host === 'localhost' ? '127.0.0.1' : /^(\d+\.\d+\.\d+\.\d+)\.nip\.io$/.exec(host)?.[1] ?? '93.184.215.14']

const door = openDoor({ kind: 'public' }, { clock: systemClock, resolve })
afterAll(() => door.close())

/**
 * The code a URL ends in although its host is declared, or `reached` when only the connection is left to be made. Only what
 * the two checks refuse is asked of the door itself: no test connects to anyone.
 */
async function end(url: string): Promise<string> {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  let code: string
  try {
    const checked = checkUrl(url, { hosts: [host], upgradeHttp: false, loopbackOrigin: undefined })
    const found = await looked(await resolve(checked.url.hostname))
    if (typeof found !== 'string') return 'reached'
    code = found
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    code = error.code
  }
  const fault = await faultOf(door.request({ destination: { kind: 'website', host }, url, hosts: [host] }))
  expect([url, fault.code, fault.params['left']]).toEqual([url, code, 'no'])
  return code
}

itWithShared('vectors/ssrf/request-filtering-agent-urls.json', 'of the 33 URLs of the SSRF list the 31 that mean this machine or its network are refused over https on the default port, and the 2 public ones are not', async (text) => {
  const list: string[] = JSON.parse(text)
  const ends = await Promise.all(list.map(async (entry) => [entry, await end(entry.replace(':${TEST_PORT}', '').replace('http:', 'https:'))] as const))
  expect(ends).toHaveLength(33)
  expect(ends.filter(([, code]) => code === 'reached').map(([entry]) => entry)).toEqual(['http://bit.ly/3z04dcF', 'http://example.com'])
  expect(ends.filter(([, code]) => code === 'NET_ADDRESS_FORBIDDEN').map(([entry]) => entry)).toEqual([
    'http://127.0.0.1.nip.io:${TEST_PORT}/', 'http://169.254.169.254.nip.io', 'https://127.0.0.1.nip.io:${TEST_PORT}/',
  ])
})

const inside = ['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255']

/** Ways to write an IPv4 address in a URL that some parser takes for it. */
function spellings(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (n: number) => `0x${n.toString(16)}`
  const octal = (n: number) => `0${n.toString(8)}`
  const groups = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  return [
    address, `${address}.`, String(whole), hex(whole), octal(whole), `0X${whole.toString(16).toUpperCase()}`, `0x${whole.toString(16).padStart(20, '0')}`,
    [a, b, c, d].map(hex).join('.'), [a, b, c, d].map(octal).join('.'), [a, b, c, d].map((n) => n.toString(8).padStart(8, '0')).join('.'), `${a}.${hex(b)}.${octal(c)}.${d}`,
    `${a}.${b}.${c * 256 + d}`, `${a}.${(b * 256 + c) * 256 + d}`, `${hex(a)}.${(b * 256 + c) * 256 + d}`,
    address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))), address.replaceAll('.', '。'), address.replaceAll('.', '．'), address.replaceAll('.', '%2e'),
    address.replace(/\d/g, (digit) => `%3${digit}`), address.replace(/\d/g, (digit) => (digit === '0' ? '⓪' : String.fromCodePoint(0x2460 + Number(digit) - 1))),
    `${address.slice(0, 2)}\t${address.slice(2)}`, `${address.slice(0, 2)}\u00ad${address.slice(2)}`, `user@${address}`, `a.pku.edu.cn@${address}`, `a.pku.edu.cn:x@${address}`,
    `[::ffff:${address}]`, `[::ffff:${groups}]`, `[0:0:0:0:0:FFFF:${groups}]`, `[::${address}]`, `[64:ff9b::${address}]`, `[64:ff9b:1::${address}]`, `[2002:${groups}::1]`, `[::ffff:0:${address}]`, `[::ffff:${address}%25lo]`,
  ]
}

describe('bug-log 103: an address inside, however it is spelt', () => {
  it('is refused as a host: 34 spellings of 17 addresses, each in four schemes of writing the URL', async () => {
    const urls = inside.flatMap(spellings).flatMap((host) => [`https://${host}/`, `https:\\\\${host}\\x`, `https:${host}`, ` https:////${host}/?a#b`])
    expect(urls).toHaveLength(17 * 34 * 4)
    for (const url of urls) expect([url, await end(url)]).toEqual([url, expect.stringMatching(/^NET_(HOST_FORM|URL_MALFORMED|URL_USERINFO)$/)])
  })
  it('is refused as what a name resolves to, alone or among public ones; a public one is handed on as it is', async () => {
    const forms = inside.flatMap((address) => [address, `::ffff:${address}`, `64:ff9b::${address}`])
    for (const form of forms) for (const answer of [[form], ['162.105.1.1', form], [form, '2001:da8::1']]) expect([answer, await looked(answer)]).toEqual([answer, 'NET_ADDRESS_FORBIDDEN'])
    const outside = ['162.105.131.160', '8.8.8.8', '93.184.215.14', '2001:da8:201::1', '2400:3200::1', '::ffff:162.105.1.1']
    for (const form of outside) expect(await looked([form])).toEqual([{ address: form, family: isIP(form) }])
  })
})

const looked = (answer: readonly string[]): Promise<unknown> => new Promise((done) => {
  checkedLookup(async () => answer)('a.pku.edu.cn', { all: true }, (error, found) => done(error ? 'code' in error && error.code : found))
})
