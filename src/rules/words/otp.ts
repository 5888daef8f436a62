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
