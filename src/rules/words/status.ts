import type { WordTable } from './say.ts'

/** What `pkuh status` says: a table of its own, since what a prompt asks at every line loads no more than it needs. */
export const statusWords = {
  account: { zh: '账号', en: 'Account' },
  nobody: { zh: '还没有登录（pkuh login）', en: 'not signed in (pkuh login)' },
  signInAgain: { zh: '要重新登录：pkuh login', en: 'sign in again: pkuh login' },
  memoryOnly: { zh: '只在内存里：守护进程结束，密码和登录就都没了', en: 'memory only: passwords and sign-ins are gone when the daemon ends' },
  profile: { zh: '配置', en: 'Profile' },
  sim: { zh: '模拟校园', en: 'Simulated campus' },
  simUp: { zh: '在运行', en: 'running' },
  simDown: { zh: '没有运行（pkuh sim start）', en: 'not running (pkuh sim start)' },
  daemon: { zh: '守护进程', en: 'Daemon' },
  process: { zh: '{version}，进程 {pid}', en: '{version}, process {pid}' },
  keystore: { zh: '密钥库', en: 'Keystore' },
  plugins: { zh: '插件', en: 'Plugins' },
  counts: { zh: '{plugins} 个插件，{tools} 个工具', en: '{plugins} plugins, {tools} tools' },
  waiting: { zh: '等待批准', en: 'Waiting for you' },
  services: { zh: '服务', en: 'Services' },
  locked: { zh: '已锁定', en: 'locked' },
  ready: { zh: '可用', en: 'ready' },
  absent: { zh: '没有装好', en: 'not installed' },
  denied: { zh: '拒绝访问', en: 'access denied' },
  dead: { zh: '没有运行', en: 'not running' },
  'timed-out': { zh: '没有回答', en: 'no answer' },
  none: { zh: '（没有）', en: '(none)' },
} as const satisfies WordTable
