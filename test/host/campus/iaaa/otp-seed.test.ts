import { describe, expect, it } from 'vitest'
import { readSeed, waitForCode } from '../../../../src/host/campus/iaaa/otp-seed.ts'

const account = '2500000002'
const seed = 'NVXXG2LNORSXG5BSGAZDMMBR'
const address = (query: string, label = `iaaa.pku.edu.cn:${account}`) => `otpauth://totp/${label}?secret=${seed}${query}`

describe('a token\'s seed', () => {
  it.each([
    ['as it stands', seed], ['in groups', 'nvxx g2ln-orsx g5bs gazd mmbr'], ['with spaces about it', `  ${seed}\n`], ['padded', 'NVXXG2LNORSXG5BSGAZDMMBRGE======'.slice(0, 24)],
    ['as an address', address('&issuer=iaaa.pku.edu.cn')], ['as an address that says what ours is', address('&algorithm=sha1&digits=6&period=30')], ['as an address with an escaped label', address('', `iaaa.pku.edu.cn%3A${account}`)],
    ['as an address without a student number', address('', 'PKU')],
  ])('%s is read', (_, given) => { expect(readSeed(given, account)).toEqual({ seed }) })

  it.each([
    ['form', 'not a seed!'], ['form', '0189'], ['form', ''], ['kind', 'otpauth://'], ['form', 'otpauth://totp/x'], ['form', `${seed}A`], ['short', 'NVXXG2LN'],
    ['kind', address('').replace('totp', 'hotp')], ['algorithm', address('&algorithm=SHA256')], ['digits', address('&digits=8')], ['period', address('&period=60')],
    ['account', address('', 'iaaa.pku.edu.cn:2500000001')],
  ])('is refused (%s): %s', (problem, given) => { expect(readSeed(given, account)).toEqual({ problem }) })
})

it('bug-log 121: a code is made in the last 3 s of no step', () => {
  expect([0, 26_999, 27_000, 29_999, 30_000].map((at) => waitForCode(at))).toEqual([0, 0, 3_000, 1, 0])
})
