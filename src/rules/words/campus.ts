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
