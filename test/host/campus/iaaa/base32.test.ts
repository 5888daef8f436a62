import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase32, parseSeed } from '../../../../src/host/campus/iaaa/base32.ts'

const encode = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

describe('Base32 of a token seed', () => {
  it.each([['MY======', 'f'], ['MZXQ====', 'fo'], ['MZXW6===', 'foo'], ['MZXW6YQ=', 'foob'], ['MZXW6YTB', 'fooba'], ['MZXW6YTBOI======', 'foobar'], ['MZXW6YTBOI', 'foobar']])('decodes %s (RFC 4648 §10)', (text, plain) => {
    expect(decodeBase32(text)?.toString()).toBe(plain)
  })

  it.each([
    ['', 'nothing'], ['mzxw6', 'lower case'], ['MZXW1', 'a digit outside the alphabet'], ['M', 'an impossible length'], ['MZX', 'an impossible length'],
    ['MZ', 'unused bits that are not zero'], ['MY=', 'too little padding'], ['MZXW6YTB========', 'padding where none belongs'],
    ['MY======MY======', 'padding in the middle'], ['MZXW 6YTB', 'a space'],
  ])('refuses %j: %s', (text) => {
    expect(decodeBase32(text)).toBeUndefined()
  })

  it('gives back any bytes, grouped and in lower case too when pasted', () => {
    fc.assert(fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      const text = encode(bytes)
      expect(decodeBase32(text)).toEqual(Buffer.from(bytes))
      expect(parseSeed((text.toLowerCase().match(/.{1,4}/g) ?? []).join(' '))).toEqual(Buffer.from(bytes))
    }))
  })
})
