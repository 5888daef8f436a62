import type { WordTable } from './say.ts'

/** The campus services by id, as people call them. */
export const serviceWords = {
  iaaa: { zh: '统一身份认证', en: 'IAAA' },
  portal: { zh: '校内门户', en: 'the portal' },
  'portal-public': { zh: '校内门户的公开查询', en: 'the portal\'s public queries' },
  treehole: { zh: '树洞', en: 'Treehole' },
  course: { zh: '教学网', en: 'the Course site' },
  elective: { zh: '选课网', en: 'the elective site' },
  card: { zh: '校园卡', en: 'the campus card' },
  shuttle: { zh: '班车预约', en: 'the shuttle' },
  rooms: { zh: '北大空间研讨室', en: 'the seminar rooms' },
  finance: { zh: '财务综合信息门户', en: 'the finance portal' },
  dean: { zh: '教务部网站', en: 'the Dean\'s Office site' },
  library: { zh: '图书馆的公开活动', en: 'the library\'s public events' },
  eecs: { zh: '信息科学技术学院网站', en: 'the site of the School of EECS' },
  bio: { zh: '生命科学学院网站', en: 'the site of the School of Life Sciences' },
  bbs: { zh: '未名 BBS 的公开页', en: 'the public pages of the BBS' },
  nsd: { zh: '国家发展研究院网站', en: 'the site of the National School of Development' },
  hr: { zh: '人事部网站', en: 'the Personnel Office site' },
  ss: { zh: '软件与微电子学院网站', en: 'the site of the School of Software and Microelectronics' },
  rccp: { zh: '中国政治学研究中心网站', en: 'the site of the Research Center for Chinese Politics' },
  admission: { zh: '研究生招生网', en: 'the graduate admissions site' },
} as const satisfies WordTable

/** What a person is asked during a sign-in, by the prompt's kind; `{mask}` is the masked phone number. */
export const promptWords = {
  otp: { zh: '手机令牌上的 6 位数字', en: 'The 6 digits of the mobile token' },
  sms: { zh: '发到 {mask} 的短信验证码', en: 'The code sent by text message to {mask}' },
  'sms-send': { zh: '向 {mask} 发一条短信验证码？(y/N)', en: 'Send a code by text message to {mask}? (y/N)' },
  'sms-earlier': { zh: '刚才发到 {mask} 的短信验证码（直接回车：要一条新的）', en: 'The code that was just sent to {mask} (Enter: a new one)' },
  captcha: { zh: '图中的字符', en: 'The characters in the picture' },
} as const satisfies WordTable

/** What a person may choose during a sign-in, by the prompt's `choice`, and its options by their words. */
export const choiceWords = {
  'elective-programme': { zh: '这个账号在选课网有主修和辅修/双学位两个入口，进哪一个？', en: 'This account has two programmes on the elective site; which one?' },
  'step-up-way': { zh: '还需要再验证一次，用哪种方式？（直接回车：先不验证）', en: 'One more check is wanted; by which way? (Enter: not now)' },
} as const satisfies WordTable
export const optionWords = {
  major: { zh: '主修', en: 'the major' },
  minor: { zh: '辅修/双学位', en: 'the minor or second degree' },
  token: { zh: '手机令牌上的数字', en: 'a code of the mobile token' },
  sms: { zh: '发一条短信到我的手机', en: 'a text message, sent to my phone now' },
} as const satisfies WordTable
export const chooseWords = {
  number: { zh: '输入序号', en: 'Its number' },
  current: { zh: '输入序号（直接回车：仍是{current}）', en: 'Its number (Enter: still {current})' },
} as const satisfies WordTable

/** States of a service for `pkuh status`. */
export const serviceStateWords = {
  'signed-in': { zh: '已登录', en: 'signed in' },
  'signed-out': { zh: '未登录', en: 'not signed in' },
  ended: { zh: '已失效', en: 'ended' },
  public: { zh: '无需登录', en: 'open to all' },
  unavailable: { zh: '不提供', en: 'not available' },
} as const satisfies WordTable

/** What showed that a session was over, for `pkuh services`. */
export const endSignWords = {
  status: { zh: '服务答复 401', en: 'the service answered 401' },
  redirect: { zh: '服务转到了登录页', en: 'the service sent us to a sign-in page' },
  answer: { zh: '服务的答复说登录已失效', en: 'the service’s answer said so' },
  jump: { zh: '门户的跳转到了登录页', en: 'the portal’s jump came to a sign-in page' },
  entrance: { zh: '从它进入另一个服务时发现已失效', en: 'it no longer let us into another service' },
  date: { zh: '到了它自己的期限', en: 'its own date had come' },
} as const satisfies WordTable

/** What people may look for among the services and is none, with the reason; docs/services.md has them all. */
export const unavailableWords = {
  'library-account': { zh: '登录要经明文 http 跳到只有校园网能到的 IP 地址，我们不发这样的请求', en: 'its sign-in goes over plain http to a bare address on the campus network, which no request of ours does' },
  its: { zh: '网费有自己的密码，我们不保存；经门户的路要令牌验证码，没有资料说明门户怎样答复，没有做', en: 'the network fee has a password of its own, which we do not hold; the way through the portal takes a token code, to which no source says what it answers, and is not built' },
  canteen: { zh: '没有公开资料说明菜单和人数从哪来', en: 'no public source says where menus come from' },
} as const satisfies WordTable
