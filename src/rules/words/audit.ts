import type { WordTable } from './say.ts'

/** The audit chain for people: one row for each call and each other act. */
export const auditWords = {
  when: { zh: '时间', en: 'When' },
  what: { zh: '做了什么', en: 'What' },
  who: { zh: '谁', en: 'Who' },
  rule: { zh: '规则', en: 'Rules' },
  ended: { zh: '结果', en: 'How it ended' },
  id: { zh: '编号', en: 'Id' },
  call: { zh: '一次调用', en: 'a call' },
  done: { zh: '完成', en: 'done' },
  failed: { zh: '没有完成（{code}）', en: 'not done ({code})' },
  unknown: { zh: '结果未知', en: 'outcome unknown' },
  open: { zh: '还没有结果', en: 'no end yet' },
  more: { zh: '一次调用的每一步：pkuh audit show --call 编号', en: 'Each step of a call: pkuh audit show --call ID' },
} as const satisfies WordTable

/** What a row that is of no call tells of. */
export const auditKindWords = {
  'request.sent': { zh: '发出请求', en: 'request sent' },
  'sign-in': { zh: '登录', en: 'sign-in' },
  'sign-out': { zh: '退出登录', en: 'sign-out' },
  'secret.used': { zh: '使用密钥库里的秘密', en: 'a secret of the keystore used' },
  'plugin.changed': { zh: '插件变动', en: 'plugin changed' },
  'grant.made': { zh: '新的授权', en: 'grant made' },
  'grant.revoked': { zh: '撤回授权', en: 'grant revoked' },
  keystore: { zh: '密钥库', en: 'keystore' },
  setting: { zh: '设置', en: 'setting' },
  consent: { zh: '同意数据的去向', en: 'consent' },
  daemon: { zh: '守护进程', en: 'daemon' },
} as const satisfies WordTable
