import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takeOut } from '../../plugins/bundled/memory/take-out.ts'
import { cpuTime } from '../plugins/scene/cpu-time.ts'

describe('taken out', () => {
  it.each([
    ['电话 13800138000', '电话 [phone]'], ['+86 13800138000 是我的', '[phone] 是我的'], ['１３８００１３８０００', '[phone]'], ['138-0013-8000', '[phone]'],
    ['2026 13800138000 找我', '2026 [phone] 找我'], ['身份证11010519900307847X', '身份证[id-card]'], ['1101 0519 9003 0784 75', '[id-card]'], ['卡号 6222021001116248', '卡号 [bank-card]'],
    ['密码：abc123456', '密码：[secret]'], ['my password is hunter2', 'my password is [secret]'], ['Authorization: Bearer abcdefgh12345', 'Authorization: Bearer [secret]'],
    ['otpauth://totp/x?secret=ABC', '[secret]'], ['token=eyJhbGciOi.eyJzdWIi.abc', 'token=[secret]'], ['key sk-abcdefghijklmnop1234', 'key [secret]'],
  ])('%s', (text, left) => {
    expect(takeOut(text).text).toBe(left)
  })
})

describe('left alone', () => {
  it.each([
    '我住 31 楼 407', '学号 2500000001', '2026-09-01 08:00 有课', '理教 107 的投影坏了', '第 1234567890123 号洞', 'GPA 3.712，排名 12/200', '13 点 800 分', '密码学作业周五交',
    'token economics reading', '会议号 400-820-8820',
  ])('%s', (text) => {
    expect(takeOut(text)).toEqual({ text, taken: {} })
  })
})

it('a phone number stays out wherever it stands between words', () => {
  const phone = fc.tuple(fc.constantFrom('13', '15', '18', '19'), fc.stringMatching(/^\d{9}$/)).map((parts) => parts.join(''))
  const word = fc.constantFrom('我的', '电话', '，', ' ', 'call ', '：', '')
  fc.assert(fc.property(word, phone, word, (before, number, after) => {
    expect(takeOut(`${before}${number}${after}`).text).not.toContain(number)
  }))
})

it('a thousand numbers in a text are looked through at once', () => {
  expect(cpuTime(() => expect(takeOut(`${'1 '.repeat(490)}13800138000`).text).not.toContain('13800138000'))).toBeLessThan(100)
})

it('taking out twice changes nothing more', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
    const once = takeOut(text).text
    expect(takeOut(once).text).toBe(once)
  }))
})
