import type { WordTable } from './say.ts'

/** What `pkuh sim` tells about the simulated campus's invented people. */
export const simWords = {
  accounts: { zh: '虚构的账号和密码：', en: 'Invented accounts and their passwords:' },
  signIn: { zh: '登录：pkuh --profile sim login --user {account}', en: 'Sign in: pkuh --profile sim login --user {account}' },
  codesAt: { zh: '图形验证码、短信和手机令牌上的数字：pkuh sim codes 账号', en: 'What the captcha, the text message and the token show: pkuh sim codes ACCOUNT' },
  alias: { zh: '想少打字：alias spkuh=\'pkuh --profile sim\'', en: 'To type less: alias spkuh=\'pkuh --profile sim\'' },
  captcha: { zh: '图形验证码（最近画的一张）', en: 'Captcha (the one drawn last)' },
  smsCode: { zh: '短信验证码（最近一条）', en: 'Text message (the last one)' },
  tokenCode: { zh: '手机令牌', en: 'Mobile token' },
  noCode: { zh: '还没有', en: 'none yet' },
  noToken: { zh: '这个账号没有令牌', en: 'this account has none' },
} as const satisfies WordTable

/** What is special about an account of each kind. */
export const simAccountWords = {
  plain: { zh: '只要密码', en: 'password only' },
  otp: { zh: '还要手机令牌', en: 'wants a token code too' },
  'otp-unbound': { zh: '要令牌，但没有绑定：登录不了', en: 'wants a token and has none: cannot sign in' },
  sms: { zh: '还要短信验证码', en: 'wants a text message code too' },
  'not-activated': { zh: '没有激活：登录不了', en: 'not activated: cannot sign in' },
  'weak-password': { zh: '密码太弱：登录不了', en: 'password too weak: cannot sign in' },
  disabled: { zh: '已停用：登录不了', en: 'disabled: cannot sign in' },
} as const satisfies WordTable
