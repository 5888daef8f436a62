import { describe, expect, it } from 'vitest'
import { personalIn, redactPersonal } from '../../../src/plugins/author/personal.ts'

// Numbers that nobody has, in the forms that people have.
describe('what is a person’s own in a recording', () => {
  it.each([
    ['学号 2500012345', 'student'], ['{"xh":"1900098765"}', 'student'], ['<td>2201112345</td>', 'student'], ['tel 13800138000', 'phone'], ['110101199003077894', 'identity'], ['11010119900307789X', 'identity'],
    ['JSESSIONID=ABCDEF0123456789', 'token'], ['Authorization: Bearer abcdef0123456789', 'token'], ['"token":"a1b2c3d4e5"', 'token'],
  ])('%s: %s', (text, kind) => {
    expect(personalIn(text).map((one) => one.kind)).toEqual([kind])
    const hidden = redactPersonal(text)
    expect(hidden).not.toBe(text)
    expect(personalIn(hidden)).toEqual([])
    expect(redactPersonal(hidden)).toBe(hidden)
  })

  it.each(['1772526000', '1772526000123', '2026-03-01', '010-62751234', '3.1415926535', '123456789', 'id=20260301', 'v2500012345x', 'abc.2500012345', '0000000001'])('%s is none', (text) => {
    expect(personalIn(text)).toEqual([])
    expect(redactPersonal(text)).toBe(text)
  })

  it('the same number becomes the same invented one, another another', () => {
    expect(redactPersonal('2500012345 2500054321 2500012345')).toBe('0000000001 0000000002 0000000001')
    const known = new Map<string, string>()
    expect([redactPersonal('2500012345', known), redactPersonal('2500054321 2500012345', known)]).toEqual(['0000000001', '0000000002 0000000001'])
  })
})
