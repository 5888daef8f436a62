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
  exported: { zh: '导出了 {rows} 行，末行 {hash}', en: 'Rows exported: {rows}, last line {hash}' },
  exportedTo: { zh: '导出了 {rows} 行到 {file}，末行 {hash}', en: 'Rows exported to {file}: {rows}, last line {hash}' },
  exportWhole: { zh: '导出的文件完整：{rows} 行，末行 {hash}', en: 'The export is whole: rows {rows}, last line {hash}' },
  exportAll: { zh: '从第一行起，一行不少', en: 'Every row from the first on is there' },
  exportSince: { zh: '从 {when} 起，一行不少', en: 'Every row from {when} on is there' },
  exportPlugin: { zh: '只有插件 {plugin} 的：少了哪一行，只有数据库的主人看得出来', en: 'Those of the plugin {plugin} alone: whether one is missing only the owner of the database can see' },
  exportChain: { zh: '导出时审计链完整：{count} 行', en: 'When it was exported the audit chain was whole: rows {count}' },
  exportBroken: { zh: '导出时审计链已经在第 {seq} 行断开（{fault}）', en: 'When it was exported the audit chain was broken at row {seq} already ({fault})' },
  exportTold: { zh: '整个文件都可能是重写的：让给你文件的人另外告诉你末行，对一下', en: 'All of it could have been written anew: have its owner tell you the last line by another way, and compare' },
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
