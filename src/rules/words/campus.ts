import type { WordTable } from './say.ts'

/** The campus services by id, as people call them. */
export const serviceWords = {
  iaaa: { zh: '统一身份认证', en: 'IAAA' },
  portal: { zh: '校内门户', en: 'the portal' },
  'portal-public': { zh: '校内门户的公开查询', en: 'the portal\'s public queries' },
  treehole: { zh: '树洞', en: 'Treehole' },
  dean: { zh: '教务部网站', en: 'the Dean\'s Office site' },
} as const satisfies WordTable

/** What a person is asked during a sign-in, by the prompt's kind; `{mask}` is the masked phone number. */
export const promptWords = {
  otp: { zh: '手机令牌上的 6 位数字', en: 'The 6 digits of the mobile token' },
  sms: { zh: '发到 {mask} 的短信验证码', en: 'The code sent by text message to {mask}' },
  captcha: { zh: '图中的字符', en: 'The characters in the picture' },
} as const satisfies WordTable

/** States of a service for `pkuh status`. */
export const serviceStateWords = {
  'signed-in': { zh: '已登录', en: 'signed in' },
  'signed-out': { zh: '未登录', en: 'not signed in' },
  ended: { zh: '已失效', en: 'ended' },
  public: { zh: '无需登录', en: 'open to all' },
} as const satisfies WordTable

/** Codes of our own in an `upstream-error` outcome; any other code is IAAA's or the door's, and comes with IAAA's message. */
export const upstreamWords = {
  NOT_JSON: { zh: '统一身份认证的回答不是约定的格式', en: 'IAAA\'s answer has an unknown form' },
  NO_TOKEN: { zh: '统一身份认证说成功，却没有给出凭证', en: 'IAAA said yes but gave no token' },
  BAD_KEY: { zh: '统一身份认证的公钥无法使用', en: 'IAAA\'s public key cannot be used' },
  NOT_PROVED: { zh: '服务没有确认登录', en: 'The service did not confirm the sign-in' },
  COOKIE_REFUSED: { zh: '服务没有留下可用的会话 Cookie', en: 'The service left no session cookie that can be kept' },
  WRONG_ACCOUNT: { zh: '服务确认的是另一个账号；请用学号登录', en: 'The service confirmed another account; sign in with the student number' },
} as const satisfies WordTable
