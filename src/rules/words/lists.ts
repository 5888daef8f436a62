import type { WordTable } from './say.ts'

/** Over the columns of a list. */
export const headWords = {
  id: { zh: '编号', en: 'Id' },
  tool: { zh: '工具', en: 'Tool' },
  effect: { zh: '作用', en: 'Effect' },
  who: { zh: '谁要做', en: 'Who asks' },
  until: { zh: '有效期', en: 'Good until' },
  used: { zh: '用了几次', en: 'Used' },
  given: { zh: '限于参数', en: 'Only with' },
  service: { zh: '服务', en: 'Service' },
  state: { zh: '状态', en: 'State' },
  since: { zh: '开始于', en: 'Since' },
  why: { zh: '原因', en: 'Why' },
  plugin: { zh: '插件', en: 'Plugin' },
  version: { zh: '版本', en: 'Version' },
  trust: { zh: '来源', en: 'Trust' },
  about: { zh: '说明', en: 'What it is' },
  does: { zh: '做什么', en: 'What it does' },
  place: { zh: '去向', en: 'Goes to' },
  account: { zh: '账号', en: 'Account' },
  disclosed: { zh: '说明', en: 'What it says of it' },
  scopes: { zh: '权限', en: 'Scopes' },
  websites: { zh: '网站', en: 'Websites' },
} as const satisfies WordTable

/** How a plugin or a tool stands. */
export const toolStateWords = {
  ready: { zh: '可用', en: 'ready' },
  disabled: { zh: '已关闭', en: 'switched off' },
  unavailable: { zh: '暂时不提供', en: 'not offered now' },
  unreviewed: { zh: '还没有审阅', en: 'not reviewed yet' },
  changed: { zh: '改动过，要重新审阅', en: 'changed since its review' },
} as const satisfies WordTable

/** What a plugin is written as. */
export const formWords = {
  document: { zh: '文档', en: 'a document' },
  bundled: { zh: '随 pkuh 一起', en: 'part of pkuh' },
  remote: { zh: '远程服务', en: 'a remote server' },
} as const satisfies WordTable

/** What else a tool is, in a word. */
export const flagWords = {
  untrusted: { zh: '含别人写的文字', en: 'others’ text' },
  userOnly: { zh: '只给你用', en: 'you only' },
  durable: { zh: '会留下', en: 'lasting' },
  private: { zh: '隐私', en: 'private' },
  irreversible: { zh: '不能撤销', en: 'not undone' },
} as const satisfies WordTable

/** How a request for approval stands, or why an answer to it did not count. */
export const approvalStateWords = {
  pending: { zh: '在等回答', en: 'waits for an answer' },
  approved: { zh: '已批准', en: 'approved' },
  denied: { zh: '没有批准', en: 'denied' },
  expired: { zh: '已过期', en: 'expired' },
  cancelled: { zh: '已取消', en: 'cancelled' },
  answered: { zh: '已经回答过', en: 'answered already' },
  changed: { zh: '和看到的不同', en: 'not what was seen' },
  unknown: { zh: '没有这个编号', en: 'no such id' },
  'not-allowed': { zh: '不能这样回答', en: 'no such answer to it' },
  'not-yours': { zh: '不归这个终端回答', en: 'not for this terminal to answer' },
} as const satisfies WordTable
