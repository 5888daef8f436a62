import { z } from 'zod'

/**
 * IAAA's answers, read from outside: unknown fields are dropped, texts are cut and cleaned before anyone shows them.
 * Business failures come as HTTP 200 with `success:false` (protocols §1.1).
 */
const said = z.string().transform((text) => [...text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')].slice(0, 200).join(''))
/** A boolean that one client saw as a string. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
const errors = z.object({ code: said.optional(), msg: said.optional(), isFlag: z.unknown().optional() })

export const showCodeReply = z.object({ success: flag })

/** isMobileAuthen.do. `success:false` (E07) is ignored by IAAA's own page since 2020, and so by us. */
export const mobileAuthenReply = z.object({
  success: flag, isMobileAuthen: flag.optional(), authenMode: said.optional(), isBind: flag.optional(), mobileMask: said.optional(),
})
export type MobileAuthenReply = z.output<typeof mobileAuthenReply>

export const publicKeyReply = z.object({ success: flag, key: z.string().max(8192) })

/** The text of a failure stands under another key at each of these. */
const texts = { msg: said.optional(), message: said.optional(), errMsg: said.optional(), errors: errors.optional() }
const textOf = ({ message, msg, errMsg, errors: told }: { [K in 'message' | 'msg' | 'errMsg']?: string | undefined } & { errors?: { msg?: string | undefined } | undefined }): string | undefined =>
  message ?? msg ?? errMsg ?? told?.msg

/** sendSMSCode.do, and sendSMSCodeBind.do of the binding of a token. */
export const smsReply = z.object({ success: flag, mobileMask: said.optional(), ...texts }).transform(({ success, mobileMask, ...told }) => ({ success, mobileMask, message: textOf(told) }))

/** checkSms.do and userBind.do. */
export const bindReply = z.object({ success: flag, ...texts }).transform(({ success, ...told }) => ({ success, message: textOf(told) }))

/** genOtpKey.do: `secKey` is the new token's secret in Base32. */
export const keyReply = z.object({ success: flag, personId: z.union([z.string().max(64), z.number().transform(String)]).optional(), secKey: z.string().max(256).optional(), ...texts })
  .transform(({ success, personId, secKey, ...told }) => ({ success, personId, secKey, message: textOf(told) }))

/** oauthlogin.do. `weak` is the unlisted `isFlag` mark of a password that must be reset. */
export const loginReply = z.object({
  success: flag, token: z.string().min(1).max(512).optional(), errors: errors.optional(), message: said.optional(), isFlag: z.unknown().optional(),
}).transform(({ isFlag, ...reply }) => ({ ...reply, weak: truthy(isFlag) || truthy(reply.errors?.isFlag) }))
export type LoginReply = z.output<typeof loginReply>

/** oauthlogin4QRCode.do; `stop` is its `isStop:"是"`. */
export const qrReply = z.object({
  success: flag, token: z.string().min(1).max(512).optional(), errors: errors.optional(), message: said.optional(), isStop: z.unknown().optional(),
}).transform(({ isStop, ...reply }) => ({ ...reply, weak: false, stop: isStop === '是' || isStop === true }))
export type QrReply = z.output<typeof qrReply>

const truthy = (mark: unknown): boolean => Boolean(mark) && mark !== 'false' && mark !== '否' && mark !== '0'
