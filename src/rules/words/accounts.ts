import type { WordTable } from './say.ts'

/** Several accounts: which is current, and what of one goes when it is forgotten. */
export const accountWords = {
  used: { zh: '{account} 是当前账号了', en: '{account} is the current account' },
  wasCurrent: { zh: '{account} 本来就是当前账号', en: '{account} was the current account already' },
  signIn: { zh: '没有保存它的密码，也没有它的会话：pkuh login --user {account}', en: 'No password and no session of it is kept: pkuh login --user {account}' },
  goes: { zh: '会从这台电脑删除 {account} 的：', en: 'This deletes from this machine, of {account}:' },
  nothing: { zh: '（密钥库里没有它的东西，只删掉它的名字）', en: '(the keystore holds nothing of it; only its name goes)' },
  stays: {
    zh: '对话和记忆留着，等这个账号再登录；审计记录不删；学校那边什么也不变',
    en: 'Conversations and memories stay until this account signs in again; the audit chain stays whole; nothing changes at the university',
  },
  becomesNone: { zh: '它是当前账号；删掉之后没有当前账号', en: 'It is the current account; none is current after that' },
  confirm: { zh: '输入 yes 删除，直接回车不删：', en: 'Type yes to delete, Enter not to: ' },
  forgotten: { zh: '{account} 已从这台电脑删除', en: '{account} is deleted from this machine' },
  choose: { zh: '现在没有当前账号；可以换成 {accounts}：pkuh accounts use 学号', en: 'No account is current now; there is {accounts}: pkuh accounts use NUMBER' },
} as const satisfies WordTable

/** What is kept of an account, by its kind in the keystore. */
export const keptWords = {
  password: { zh: '密码', en: 'the password' },
  'otp-seed': { zh: '令牌种子（手机上的令牌不受影响）', en: 'the token’s seed (a token on the phone is as it was)' },
  session: { zh: '{name} 的会话', en: 'the session of {name}' },
  'iaaa-jar': { zh: '统一身份认证的 Cookie，含“记住这台设备”的标记', en: 'IAAA’s cookies, with the mark of a remembered device' },
  'device-id': { zh: '设备编号（树洞以后会要求重新验证这台设备）', en: 'the device’s id (the treehole will want this device verified anew)' },
  choice: { zh: '登录时选过的选项', en: 'what was chosen at sign-in' },
} as const satisfies WordTable
