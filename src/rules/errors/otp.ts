import type { ErrorTable } from './table.ts'

const again = { zh: '再运行一次 pkuh otp bind；短信一分钟只发一条', en: 'Run pkuh otp bind again; one text message a minute is sent' }

/** Errors of binding a new mobile token. `{stepZh}` and `{stepEn}` say how far it had come; `{message}` is '' or a space and what IAAA said. */
export const otpErrors = {
  OTP_BIND_NO_TERMINAL: {
    exit: 'signIn', zh: '绑定手机令牌要你本人在终端里进行', en: 'You bind a mobile token yourself, at a terminal',
    hint: { zh: '在终端运行 pkuh otp bind', en: 'Run pkuh otp bind at a terminal' },
  },
  OTP_BIND_NOT_AGREED: {
    exit: 'deniedByPerson', zh: '没有绑定：你没有同意', en: 'Nothing was bound: you did not agree',
    hint: { zh: '没有发短信，令牌和原来一样', en: 'No text message was sent, and the token is as it was' },
  },
  OTP_BIND_REFUSED: {
    exit: 'signIn', zh: '没有绑定：统一身份认证在“{stepZh}”这一步没有同意。{message}', en: 'Nothing was bound: IAAA said no at "{stepEn}".{message}',
    hint: again,
  },
  OTP_BIND_CUT: {
    exit: 'service', zh: '没有绑定：在“{stepZh}”这一步没有得到回答。{message}', en: 'Nothing was bound: no answer came at "{stepEn}".{message}',
    hint: again,
  },
  OTP_BIND_UNKNOWN: {
    exit: 'outcomeUnknown', zh: '绑定请求发出后没有得到回答，不知道绑上没有；新令牌的种子另外存着，没有启用', en: 'The request that binds was sent and its answer lost: nobody knows whether it is bound. The new token’s seed is kept aside and not used',
    hint: {
      zh: '再运行一次 pkuh otp bind 就有准信；如果原来的令牌数字已经不被接受，就是绑上了，用 pkuh otp keep 启用另存的种子',
      en: 'Running pkuh otp bind again settles it; where the earlier token’s digits are no longer taken, it is bound, and pkuh otp keep puts the seed to use',
    },
  },
  OTP_BOUND_NOT_KEPT: {
    exit: 'keystore', zh: '新令牌已经绑上，但密钥库没有收下它的种子（{code}）；种子另外存着', en: 'The new token is bound, but the keystore did not take its seed ({code}); it is kept aside',
    hint: { zh: '等密钥库可用后运行 pkuh otp keep', en: 'Run pkuh otp keep once the keystore can be used' },
  },
  OTP_NONE_UNPROVED: {
    exit: 'notFound', zh: '没有另外存着的令牌种子', en: 'No token seed is kept aside',
    hint: { zh: '用 pkuh otp test 看看存着的种子', en: 'pkuh otp test shows whether one is kept' },
  },
} as const satisfies ErrorTable
