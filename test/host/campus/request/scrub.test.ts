import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scrubberOf } from '../../../../src/host/campus/request/scrub.ts'

describe('the scrubber', () => {
  it('takes a secret out wherever and in whatever usual spelling it stands', () => {
    const secret = fc.string({ minLength: 8, maxLength: 60, unit: fc.constantFrom(...'abcDEF0123=%/+ 密'.split('')) })
    fc.assert(fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
      const { text, json } = scrubberOf([value])
      for (const spelling of [value, encodeURIComponent(value), Buffer.from(value).toString('base64')]) {
        expect(text(`${before}${spelling}${after}`)).not.toContain(value)
        expect(JSON.stringify(json({ [spelling]: [spelling] }))).not.toContain(JSON.stringify(value).slice(1, -1))
      }
    }))
  })

  it('leaves ordinary text alone', () => {
    const { text } = scrubberOf(['0123456789abcdef', 'short'])
    const plain = '树洞 #123 的回复：token 是什么？eyJ 开头的。short ?page=2&keyword=token'
    expect(text(plain)).toBe(plain)
  })

  it('takes the longer of two overlapping secrets whole', () => {
    expect(scrubberOf(['abcdefgh', 'abcdefghijkl']).text('x abcdefghijkl y')).toBe('x [credential] y')
  })

  it('keeps the values of two keys that were two secrets', () => {
    expect(scrubberOf(['0123456789abcdef', 'fedcba9876543210']).json({ '0123456789abcdef': 1, fedcba9876543210: 2 }))
      .toEqual({ '[credential]': 1, '[credential] [again: 1]': 2 })
  })

  it('is linear on hostile text', () => {
    const began = performance.now()
    scrubberOf(['0123456789abcdef']).text(`${'eyJ'.repeat(200_000)}${'?token='.repeat(100_000)}${'eyJaaaaaaaa.'.repeat(50_000)}`)
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
