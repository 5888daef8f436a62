import { isIP } from 'node:net'

/**
 * Whether an address may be connected to: globally routable by the IANA special-purpose registries (RFC 6890
 * and later entries), judged on its bits, never on its spelling. IPv6 forms that carry an IPv4 address are judged by
 * that address (mapped, NAT64) or refused (6to4, Teredo, local NAT64). Anything that is not a plain address is false.
 */
export function isGlobal(address: string): boolean {
  switch (isIP(address)) {
    case 4: return isGlobalV4(readV4(address))
    case 6: return !address.includes('%') && isGlobalV6(readV6(address))
    default: return false
  }
}

/** [first octets, prefix length]. 100.64/10 is CGNAT, 169.254/16 holds the cloud metadata address. */
const specialV4: readonly (readonly [readonly number[], number])[] = [
  [[0], 8], [[10], 8], [[100, 64], 10], [[127], 8], [[169, 254], 16], [[172, 16], 12], [[192, 0, 0], 24], [[192, 0, 2], 24],
  [[192, 31, 196], 24], [[192, 52, 193], 24], [[192, 88, 99], 24], [[192, 168], 16], [[192, 175, 48], 24], [[198, 18], 15],
  [[198, 51, 100], 24], [[203, 0, 113], 24], [[224], 4], [[240], 4],
]

/** Inside 2000::/3: IETF protocol assignments with Teredo and ORCHID, documentation, 6to4, documentation again. */
const specialV6: readonly (readonly [readonly number[], number])[] = [
  [[0x20, 0x01, 0x00], 23], [[0x20, 0x01, 0x0d, 0xb8], 32], [[0x20, 0x02], 16], [[0x3f, 0xff], 20],
]
const mapped: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
const nat64: readonly number[] = [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0]

const isGlobalV4 = (octets: readonly number[]): boolean =>
  octets.length === 4 && !specialV4.some(([prefix, length]) => startsWith(octets, prefix, length))

function isGlobalV6(octets: readonly number[]): boolean {
  if (octets.length !== 16) return false
  if (startsWith(octets, mapped, 96) || startsWith(octets, nat64, 96)) return isGlobalV4(octets.slice(12))
  return startsWith(octets, [0x20], 3) && !specialV6.some(([prefix, length]) => startsWith(octets, prefix, length))
}

function startsWith(octets: readonly number[], prefix: readonly number[], bits: number): boolean {
  for (let bit = 0; bit < bits; bit += 8) {
    const mask = bits - bit >= 8 ? 0xff : (0xff << (8 - (bits - bit))) & 0xff
    if (((octets[bit / 8] ?? 0) & mask) !== ((prefix[bit / 8] ?? 0) & mask)) return false
  }
  return true
}

const readV4 = (text: string): readonly number[] => text.split('.').map(Number)

/** `isIP` has already said that the text is an IPv6 address, so only its compression is undone here. */
function readV6(text: string): readonly number[] {
  const [head = '', tail] = text.split('::')
  const left = readGroups(head)
  const right = tail === undefined ? [] : readGroups(tail)
  return [...left, ...Array<number>(Math.max(0, 16 - left.length - right.length)).fill(0), ...right]
}

const readGroups = (text: string): readonly number[] =>
  text === '' ? [] : text.split(':').flatMap((group) => {
    if (group.includes('.')) return readV4(group)
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
