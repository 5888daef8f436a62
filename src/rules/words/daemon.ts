import type { WordTable } from './say.ts'

/** The daemon's and the simulated campus's life, and the doctor's findings. */
export const daemonWords = {
  up: { zh: '守护进程在运行：进程 {pid}，版本 {version}，已 {seconds} 秒，{clients} 个连接，{megabytes} MB', en: 'The daemon is up: process {pid}, version {version}, {seconds} s, connections {clients}, {megabytes} MB' },
  down: { zh: '守护进程没有运行', en: 'The daemon is not running' },
  stopped: { zh: '守护进程已停止（进程 {pid}）', en: 'The daemon has stopped (process {pid})' },
  signInGone: { zh: '密钥库在内存里，所以密码和登录都没了；下次先 pkuh login', en: 'The keystore was in memory, so passwords and sign-ins are gone; next time start with pkuh login' },
  wasDown: { zh: '守护进程本来就没有运行', en: 'The daemon was not running' },
  noLog: { zh: '还没有日志：{path}', en: 'There is no log yet: {path}' },
  simUp: { zh: '模拟校园在运行：进程 {pid}，端口 {port}', en: 'The simulated campus is up: process {pid}, port {port}' },
  simDown: { zh: '模拟校园没有运行（pkuh sim start）', en: 'The simulated campus is not running (pkuh sim start)' },
  simStopped: { zh: '模拟校园已停止（进程 {pid}）', en: 'The simulated campus has stopped (process {pid})' },
  simUse: { zh: '用 pkuh --profile sim … 使用它', en: 'Use it with pkuh --profile sim …' },
} as const satisfies WordTable

export const doctorWords = {
  node: { zh: 'Node 版本', en: 'Node version' },
  data: { zh: '数据目录', en: 'Data directory' },
  run: { zh: '套接字目录', en: 'Socket directory' },
  config: { zh: '设置文件', en: 'Settings file' },
  database: { zh: '数据库', en: 'Database' },
  socket: { zh: '套接字', en: 'Socket' },
  daemon: { zh: '守护进程', en: 'Daemon' },
  keystore: { zh: '密钥库', en: 'Keystore' },
  proxy: { zh: '代理', en: 'Proxy' },
  bus: { zh: 'D-Bus 会话', en: 'D-Bus session' },
  sim: { zh: '模拟校园', en: 'Simulated campus' },
  environment: { zh: '环境变量', en: 'Environment' },
  bundles: { zh: '程序文件', en: 'Program files' },
  certificate: { zh: '教学网的中间证书', en: 'Intermediate certificate for the Course site' },
  certificateFine: { zh: '有效至 {date}', en: 'good until {date}' },
  certificateEnds: { zh: '将于 {date} 到期，请在那之前更新 pkuh', en: 'ends on {date}; update pkuh before that' },
  certificateEnded: { zh: '已于 {date} 到期；若教学网连不上，请更新 pkuh', en: 'ended on {date}; update pkuh if the Course site cannot be reached' },
  missing: { zh: '还没有（第一次启动时建立）', en: 'not there yet (made at the first start)' },
  mode: { zh: '权限是 {mode}，应为 {wanted}', en: 'mode is {mode}, should be {wanted}' },
  fine: { zh: '正常', en: 'fine' },
  needsNode: { zh: '{version}，需要 20.19 以上', en: '{version}, needs 20.19 or newer' },
  notUp: { zh: '没有运行（用到时会自己启动）', en: 'not running (starts when needed)' },
  noBus: { zh: '没有 DBUS_SESSION_BUS_ADDRESS；Linux 上的系统密钥库需要它', en: 'no DBUS_SESSION_BUS_ADDRESS; the system keychain needs it on Linux' },
  dropped: { zh: '{names}：不会传给守护进程', en: '{names}: not handed to the daemon' },
  allFine: { zh: '没有发现问题', en: 'Nothing is wrong' },
  problems: { zh: '发现 {count} 个问题', en: 'Things that are wrong: {count}' },
} as const satisfies WordTable
