const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Decodes a Base32 token seed (RFC 4648 §6), strictly: upper case, padding optional but then right, no impossible
 * length, unused bits zero. Returns undefined for anything else, so that a mistyped seed is never half used.
 */
export function decodeBase32(text: string): Buffer | undefined {
  const [, body = '', padding = ''] = /^([A-Z2-7]*)(=*)$/.exec(text) ?? []
  if (body === '' || (padding !== '' && text.length % 8 !== 0) || padding.length > 6) return undefined
  const unused = (body.length * 5) % 8
  if (unused >= 5) return undefined
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const char of body) {
    value = ((value << 5) | alphabet.indexOf(char)) & 0xfff
    bits += 5
    if (bits >= 8) { bits -= 8; bytes.push((value >> bits) & 0xff) }
  }
  return (value & ((1 << unused) - 1)) === 0 ? Buffer.from(bytes) : undefined
}

/** A seed as people paste it: groups and lower case are put right first, the rest is strict. */
export const parseSeed = (pasted: string): Buffer | undefined => decodeBase32(pasted.replaceAll(/[\s-]/g, '').toUpperCase())
