import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeScrubber } from '../../src/rules/redaction.ts'

const secrets = ['canary-9f8e7d6c5b4a', 'two words 密码', '密码密码密码', 'zzzz', 'p@ss wörd+1']
const scrubber = makeScrubber(() => secrets)

const streamed = (pieces: readonly string[]): string => {
  const stream = scrubber.stream()
  return [...pieces.map((piece) => stream.push(piece)), stream.end()].join('')
}
const fragments = [
  // One that is half as it is and half encoded is found in a whole text alone, so none here can come to be so.
  ...secrets, encodeURIComponent('p@ss wörd+1'), Buffer.from('x canary-9f8e7d6c5b4a y').toString('base64'), 'eyJhbGciOiJI.eyJzdWIiOiIx.signature', '?token=abc123&x=1',
  'Authorization: Bearer abcdef123456', 'Cookie: a=1; b=2', '\n', ' ', '理教 306', '，', 'hello', 'two ', 'canary', '密码', '"', '{"token": "', '"}', 'https://x.example/s/a#k=ZmFrZWtleQ', 'https://x.example/s/a%2523k%253DZmFrZWtleQ', 'https://x.example/s/a\\u0023k\\u003dZmFrZWtleQ', 'https://x.example/s/a&#35;k&#61;ZmFrZWtleQ', 'https://x.example/s/a#k&#x3d;ZmFrZWtleQ', 'sk-abcdefghijklmnop0123', 'z', 'bearer ',
]

describe('a text in pieces', () => {
  it('bug-log 172: comes out as the whole text does, however it is split', () => {
    const text = fc.array(fc.constantFrom(...fragments), { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(fc.property(text, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (whole, lengths) => {
      const pieces: string[] = []
      for (let at = 0; at < whole.length; at += pieces.at(-1)?.length ?? 1) pieces.push(whole.slice(at, at + Number(lengths.next().value)))
      expect(streamed(pieces)).toBe(scrubber.text(whole))
    }), { numRuns: 2000 })
  })

  it('a secret split over two and over many pieces never shows a part that tells it', () => {
    const secret = 'canary-9f8e7d6c5b4a'
    for (let at = 1; at < secret.length; at++) expect(streamed([`a ${secret.slice(0, at)}`, `${secret.slice(at)} b`])).toBe('a [credential: keystore] b')
    expect(streamed([...`a ${secret} b`])).toBe('a [credential: keystore] b')
  })

  it.each(['#k=', '%2523k%253D', '%23k%3D', '\\u0023k\\u003d', '&#35;k&#61;', '&#35;k&#x3d;', '#k&#x3D;'])('bug-log 172: a share link spelt with %s never shows its key, wherever it is split', (spelt) => {
    const link = `https://cloud.example/s/abc${spelt}ZmFrZWtleQ`
    for (let at = 1; at < link.length; at++) expect(streamed([`看 ${link.slice(0, at)}`, `${link.slice(at)} 吧`])).toBe('看 [credential: share-link] 吧')
    expect(streamed([...`看 ${link} 吧`])).toBe('看 [credential: share-link] 吧')
  })

  it('words are not held back: Chinese at once, a Latin word until it ends', () => {
    const stream = scrubber.stream()
    expect([stream.push('理教有'), stream.push('空教室 at'), stream.push(' 306 '), stream.end()]).toEqual(['理教有', '空教室 ', 'at 306 ', ''])
  })

  it('a run without an end is not held for ever, and a credential in it still goes', () => {
    const stream = scrubber.stream()
    const shown = Array.from({ length: 60 }, () => stream.push('a'.repeat(1000))).join('')
    expect(shown.length).toBeGreaterThan(40_000)
    const long = scrubber.stream()
    const leaked = [long.push('?token=s3cr'), ...Array.from({ length: 60 }, () => long.push('e7'.repeat(500))), long.push('tail end'), long.end()].join('')
    expect(leaked).toBe('?token=[credential: token] end')
  })

  it.each([['a known secret', 'canary-9f8e7d6c5b4a', 'keystore'], ['one with a space in it', 'two words 密码', 'keystore'], ['a JWT', '.eyJhbGciOiJI.eyJzdWIiOiIx.signature', 'jwt']])('%s after a run too long to hold goes whole, wherever the run is given up', (_, secret, kind) => {
    const pieces = (length: number) => ['a'.repeat(length), ...secret.match(/.{1,3}/gsu) ?? [], ' b']
    for (const length of [8_000, 16_384 - secret.length, 16_384 - 8, 16_384 - 3, 16_384 - 1, 16_384, 17_407, 24_570]) {
      const shown = streamed(pieces(length))
      expect(shown).toBe(scrubber.text(pieces(length).join('')))
      expect(shown).toContain(`[credential: ${kind}] b`)
    }
  })

  it('a cookie header too long to hold is dropped to its line’s end', () => {
    const pieces = ['Cookie: ', ...Array.from({ length: 3000 }, (_, at) => `name${at}=value${at}; `), '\n后面']
    expect(streamed(pieces)).toBe('Cookie: [credential: cookie]\n后面')
  })

  it('two known secrets that lie over each other leave nothing standing', () => {
    const overlapping = makeScrubber(() => ['abcdefgh', 'efghijkl', 'bcd-efgh'])
    const stream = overlapping.stream()
    expect([overlapping.text('x abcdefghijkl y'), [...'x abcdefghijkl y'].map((piece) => stream.push(piece)).join('') + stream.end()]).toEqual(['x [credential: keystore] y', 'x [credential: keystore] y'])
  })
})

describe('the worst texts in pieces take time as their length does', () => {
  const tokens = Array.from({ length: 60 }, (_, at) => `eyJhbGciOiJIUzI1NiJ9.${String(at * 7919).repeat(60)}`)
  const many = makeScrubber(() => tokens)
  it.each(['bearer ', 'token=bearer </script@', 'authorization: ，中', 'token ', 'cookie: ', 'cookie:\n', 'eyJhbGciOiJIUzI1NiJ9.', '-----BEGIN ', 'a', '理教'])('%j', (unit) => {
    // Of the processor: a busy machine adds nothing to it.
    const started = process.cpuUsage().user
    const stream = many.stream()
    for (let at = 0; at < 100_000; at += 8) stream.push(unit.repeat(8).slice(at % unit.length, at % unit.length + 8))
    stream.end()
    expect((process.cpuUsage().user - started) / 1000).toBeLessThan(4000)
  })
})
