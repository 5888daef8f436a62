import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../../../../fixtures/campus/finance/form-code.ts'
import { codedForm } from '../../../../src/host/campus/services/finance-form.ts'

describe('the code of a finance form', () => {
  it.each([
    ['a', '2500000001', 'abcde', 'lV29iWFPYERWeEc=lW2Vi0WE9XVN3EFRTdEQP1FdYpRTeEc'],
    ['查询', '', 'zyxwv', '%3DXgr3DXL62lKeZhbdA%3DNeEc=%3Dn34dlYeeEc'],
  ])('of %s=%s with the salt %s is what was worked out apart from it', (name, value, salt, body) => {
    expect(codedForm([[name, value]], () => salt)).toBe(body)
  })

  it('is taken off again by the campus, whatever the texts', () => {
    const text = fc.string({ unit: 'grapheme' })
    fc.assert(fc.property(fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name }), fc.stringMatching(/^[a-z]{5}$/), (fields, salt) => {
      expect(fieldsOf(codedForm(fields, () => salt))).toEqual(new Map(fields))
    }))
  })

  it('has a salt of its own for each name and value', () => {
    const salts = ['aaaaa', 'bbbbb', 'ccccc', 'ddddd']
    const pieces = codedForm([['x', 'x'], ['x', 'x']], () => salts.pop() ?? '').split(/[&=]/)
    expect(new Set(pieces).size).toBe(4)
  })
})
