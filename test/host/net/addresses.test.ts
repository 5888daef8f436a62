import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isGlobal } from '../../../src/host/net/addresses.ts'

const forbidden: readonly (readonly [string, readonly string[]])[] = [
  ['this network', ['0.0.0.0', '0.1.2.3']],
  ['private', ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1']],
  ['CGNAT', ['100.64.0.1', '100.127.255.255']],
  ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
  ['link-local and cloud metadata', ['169.254.0.1', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254']],
  ['documentation and benchmarks', ['192.0.2.1', '198.51.100.7', '203.0.113.9', '198.18.0.1', '198.19.255.255', '2001:db8::1', '3fff::1', '5f00::1']],
  ['multicast and reserved', ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1']],
  ['unspecified and discard', ['::', '100::1']],
  ['unique and site local', ['fc00::1', 'fdff::1', 'fec0::1']],
  ['mapped to a forbidden one', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '0:0:0:0:0:ffff:169.254.169.254']],
  ['compatible', ['::127.0.0.1', '::8.8.8.8']],
  ['NAT64 of a forbidden one, and local NAT64', ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::808:808']],
  ['6to4 and Teredo', ['2002:7f00:1::1', '2002:808:808::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001::1']],
  ['ORCHID and benchmarking', ['2001:10::1', '2001:20::1', '2001:2::1']],
  ['no address at all', ['', 'localhost', '127.1', '0x7f000001', '2130706433', '0177.0.0.1', '[::1]', '1.2.3', '::1::', '1.2.3.4.5']],
]

describe('an address that is not globally routable is refused', () => {
  it.each(forbidden)('%s', (_, addresses) => {
    expect(addresses.filter(isGlobal)).toEqual([])
  })
})

describe('a global address is let through', () => {
  it.each(['162.105.131.160', '8.8.8.8', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '223.255.255.255', '2001:da8:201::1', '2001:200::1', '2400:3200::1', '2a00::1', '::ffff:162.105.1.1', '64:ff9b::162.105.1.1'])('%s', (address) => {
    expect(isGlobal(address)).toBe(true)
  })
})

it('an IPv4 address and its mapped and NAT64 forms are judged alike, however they are written', () => {
  fc.assert(fc.property(fc.ipV4(), (address) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
    const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16).toUpperCase()}`
    const verdicts = [address, `::ffff:${address}`, `::ffff:${hex}`, `0:0:0:0:0:ffff:${hex}`, `64:ff9b::${hex}`, `0064:ff9b:0:0:0:0:${address}`].map(isGlobal)
    expect(new Set(verdicts).size).toBe(1)
  }), { numRuns: 500 })
})
it('every IPv6 address let through lies in 2000::/3 or carries an IPv4 one', () => {
  fc.assert(fc.property(fc.ipV6(), (address) => {
    if (!isGlobal(address)) return
    const first = Number.parseInt(address.split(':', 1)[0] || '0', 16)
    expect((first >= 0x2000 && first <= 0x3fff) || address.toLowerCase().includes('ffff') || first === 0x64).toBe(true)
  }), { numRuns: 1000 })
})
