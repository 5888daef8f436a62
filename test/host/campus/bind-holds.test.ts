import { describe, expect, it } from 'vitest'
import type { SignInPrompt } from '../../../src/host/campus/campus.ts'
import { passwordOf, scores, student, underTest, type UnderTest } from './campus-under-test.ts'

const unbound = '2500000003'

/** The person agrees, asks for the text message and types what it says. */
function bind(house: UnderTest, { account = unbound, typed }: { readonly account?: string; readonly typed: boolean }) {
  const ask = async ({ kind }: SignInPrompt) => ({ 'bind-token': 'bind', 'sms-send': 'send', sms: house.sim.hooks.smsCode(account) } as Record<string, string | undefined>)[kind]
  return house.campus.bindToken({ account, ask, signal: new AbortController().signal, ...(typed ? { password: Buffer.from(passwordOf[account] ?? '') } : {}) })
}
describe('what a binding says of the account holds for the host\'s own sign-ins', () => {
  const asHost = (house: UnderTest, account = unbound) => house.campus.request(account, scores, { effect: 'read', signal: new AbortController().signal, trace: () => undefined })
  const stored = (house: UnderTest, password = passwordOf[unbound] ?? '', account = unbound) => house.keystore.put({ account, kind: 'password', name: '' }, Buffer.from(password))

  it('the token that IAAA wanted first is there, so the host goes on without a person', async () => {
    const house = await underTest({ switches: { cipherOnly: true } })
    await stored(house)
    await expect(asHost(house)).rejects.toMatchObject({ code: 'CAMPUS_BIND_OTP_FIRST' })
    expect(await bind(house, { typed: false })).toMatchObject({ outcome: 'ok' })
    expect((await asHost(house)).status).toBe(200)
  })

  it('a typed password that is right does not send the stored one, which was refused, again', async () => {
    const house = await underTest()
    await stored(house, 'wrong-horse', student)
    await expect(asHost(house, student)).rejects.toMatchObject({ code: 'CAMPUS_BAD_CREDENTIALS' })
    expect(await bind(house, { account: student, typed: true })).toMatchObject({ outcome: 'ok' })
    await expect(asHost(house, student)).rejects.toMatchObject({ code: 'CAMPUS_BAD_CREDENTIALS' })
    expect(house.logins()).toBe(1)
  })

  it('a stored password that was refused there is not sent to sign in', async () => {
    const house = await underTest()
    await stored(house, 'wrong-horse')
    expect(await bind(house, { typed: false })).toMatchObject({ outcome: 'bad-credentials' })
    await expect(asHost(house)).rejects.toMatchObject({ code: 'CAMPUS_BAD_CREDENTIALS' })
    expect(house.logins()).toBe(0)
  })
})
