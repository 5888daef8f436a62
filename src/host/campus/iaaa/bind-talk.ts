import type { z } from 'zod'
import { type Exchange, readReply as read } from './exchange.ts'
import { bindReply, keyReply, type LoginReply, loginReply, smsReply } from './replies.ts'

/**
 * The five steps of binding a mobile token (protocols §1.8), one request each, in the session of the exchange. One client is the
 * source of all of them; none was tried live. They reject as a talk's do.
 */
export interface BindTalk {
  /** @param password Base64 of the RSA ciphertext */
  authenticate(password: string, randCode: string): Promise<LoginReply>
  sendCode(): Promise<z.output<typeof smsReply>>
  checkCode(smsCode: string): Promise<z.output<typeof bindReply>>
  /** The new secret. It counts from `bind` on. */
  newKey(): Promise<z.output<typeof keyReply>>
  /** Not ended by whoever gives up once it is sent. */
  bind(personId: string, otpCode: string): Promise<z.output<typeof bindReply>>
}

const flow = (name: string): string => `pageFlows/identity/otpBind/${name}`

export function openBindTalk({ get, post }: Exchange, account: string): BindTalk {
  return {
    authenticate: async (password, randCode) => read(await post('auth4Bind.do', { userName: account, password, randCode }), loginReply),
    sendCode: async () => read(await get(flow('sendSMSCodeBind.do')), smsReply),
    checkCode: async (smsCode) => read(await post(flow('checkSms.do'), { userId: account, smsCode }), bindReply),
    newKey: async () => read(await get(flow('genOtpKey.do')), keyReply),
    bind: async (personId, otpCode) => read(await post(flow('userBind.do'), { userId: personId, otpCode }, true), bindReply),
  }
}
