import type { WordTable } from './say.ts'

/** The mobile token's seed. */
export const otpWords = {
  oneFactor: {
    zh: '密码和令牌种子放在同一台电脑上，两步验证就只剩一步：谁拿到这台电脑，谁就能登录。不想这样就别存，登录时看手机输入数字',
    en: 'With the password and the token’s seed on one machine two factors are one: whoever has the machine can sign in. If you do not want that, keep no seed and type the digits from your phone',
  },
  prompt: { zh: '令牌种子（Base32，或整条 otpauth:// 地址；不会显示）：', en: 'The token’s seed (Base32, or a whole otpauth:// address; not shown): ' },
  kept: { zh: '{account} 的令牌种子已存进密钥库', en: 'The token seed of {account} is in the keystore' },
  next: { zh: '检查一下：pkuh otp test', en: 'To check it: pkuh otp test' },
  cleared: { zh: '{account} 的令牌种子已删除；手机上的令牌不受影响', en: 'The token seed of {account} is deleted; the token on the phone is as it was' },
  none: { zh: '{account} 没有存令牌种子', en: 'No token seed of {account} is kept' },
  usable: { zh: '{account} 的种子可以生成 6 位数字（不显示；对不对要登录时才知道）', en: 'The seed of {account} makes 6 digits (not shown; whether they are right only a sign-in tells)' },
  skew: { zh: '学校服务器的时间减去本机时间：{seconds} 秒；生成数字时按服务器的时间', en: 'The university’s clock minus this one: {seconds} s; codes go by the university’s' },
  skewUnknown: { zh: '学校服务器没有说它的时间', en: 'The university’s server did not tell its time' },
  waits: { zh: '这一步快结束了：现在登录要先等 {seconds} 秒', en: 'This step is about to end: a sign-in now waits {seconds} s first' },
} as const satisfies WordTable

/** Binding a new token. */
export const bindWords = {
  what: {
    zh: '将在统一身份认证为 {account} 绑定一个新的手机令牌：验证密码，发一条短信，取得新种子。种子只存进这台电脑的密钥库，不会显示，手机上不会有这个令牌',
    en: 'This binds a new mobile token for {account} at IAAA: the password is checked, a text message is sent, and a new seed comes. It goes into this machine’s keystore alone and is never shown, so no phone has this token',
  },
  replaces: { zh: '手机上若有原来的令牌，它的数字以后很可能不再被接受', en: 'Where a phone has a token now, its digits will most likely not be taken any more' },
  hasNone: { zh: '统一身份认证说这个账号还没有绑定令牌', en: 'IAAA says that no token is bound to this account' },
  notTried: { zh: '这一步照另一个客户端的做法写成，没有在真实的统一身份认证上试过', en: 'It is written after another client and was not tried at the real IAAA' },
  confirm: { zh: '输入 yes 绑定，直接回车不绑：', en: 'Type yes to bind it, Enter not to: ' },
  bound: { zh: '{account} 的新手机令牌已绑定，种子在密钥库里', en: 'The new mobile token of {account} is bound; its seed is in the keystore' },
  next: { zh: '接着登录：pkuh login --user {account}', en: 'Now sign in: pkuh login --user {account}' },
  kept: { zh: '{account} 另外存着的种子已启用', en: 'The seed of {account} that was kept aside is in use' },
  unproved: { zh: '另外还存着一个不知道绑上没有的种子：pkuh otp keep 启用它，pkuh otp bind 重新绑定', en: 'One more seed is kept aside, of which nobody knows whether it is bound: pkuh otp keep puts it to use, pkuh otp bind binds anew' },
} as const satisfies WordTable

/** How far a binding had come. */
export const bindStepWords = {
  password: { zh: '验证密码', en: 'checking the password' },
  'sms-send': { zh: '发短信（可能已经发出）', en: 'sending a text message (it may have been sent)' },
  sms: { zh: '核对短信验证码', en: 'checking the code of the text message' },
  key: { zh: '取得新种子', en: 'getting the new seed' },
  code: { zh: '用第一个数字确认', en: 'confirming by the first code' },
} as const satisfies WordTable

/** What is wrong with a seed. */
export const seedProblemWords = {
  form: { zh: '不是 Base32', en: 'no Base32' },
  short: { zh: '太短', en: 'too short' },
  kind: { zh: '不是 totp', en: 'not totp' },
  algorithm: { zh: '不是 SHA-1', en: 'not SHA-1' },
  digits: { zh: '不是 6 位', en: 'not 6 digits' },
  period: { zh: '不是 30 秒', en: 'not 30 s' },
  account: { zh: '是别的学号的', en: 'another student number\'s' },
} as const satisfies WordTable
