import { hints } from './hints.ts'
import type { ErrorTable } from './table.ts'

/** Errors of the daemon and its clients. */
export const daemonErrors = {
  DAEMON_UNREACHABLE: {
    exit: 'daemon', zh: '连不上守护进程', en: 'The daemon cannot be reached',
    hint: { zh: '运行 pkuh daemon start', en: 'Run pkuh daemon start' },
  },
  DAEMON_LOST: {
    exit: 'daemon', zh: '和守护进程的连接断开了：{reason}', en: 'The connection to the daemon was lost: {reason}',
    hint: { zh: '运行 pkuh daemon status；做到一半的操作用 pkuh audit show 查看结果', en: 'Run pkuh daemon status; pkuh audit show tells what became of an act under way' },
  },
  DAEMON_VERSION: {
    exit: 'daemon', zh: '守护进程说的是协议 {daemon}，这个命令说的是 {client}', en: 'The daemon speaks protocol {daemon}, this command {client}',
    hint: { zh: '空闲的守护进程会自己退出；也可以运行 pkuh daemon stop，再试一次', en: 'An idle daemon ends by itself; or run pkuh daemon stop, then try again' },
  },
  DAEMON_REFUSED: {
    exit: 'daemon', zh: '守护进程拒绝了连接：{reason}', en: 'The daemon refused the connection: {reason}',
    hint: hints.seeWhy,
  },
  DAEMON_UNSAFE_PLACE: {
    exit: 'daemon', zh: '{path} 不安全（{problem}），不会使用它', en: '{path} is not safe ({problem}) and will not be used',
    hint: {
      zh: '它必须属于你自己，权限为 0700，上层目录也不能让别人或别人的组写（chmod go-w）；检查后改好或移走它',
      en: 'It has to be your own with mode 0700, below directories that neither others nor a group of theirs may write to (chmod go-w); look at it and mend it or move it away',
    },
  },
  DAEMON_PLACE_UNWRITABLE: {
    exit: 'daemon', zh: '{path} 不能建立或写入（{reason}）', en: '{path} cannot be made or written to ({reason})',
    hint: {
      zh: '让它成为你自己可写的目录，或把 HOME、XDG_DATA_HOME、XDG_RUNTIME_DIR（临时文件则是 TMPDIR）设成这样的目录',
      en: 'Make it a directory that you may write to, or set HOME, XDG_DATA_HOME, XDG_RUNTIME_DIR (for temporary files: TMPDIR) to such a one',
    },
  },
  DAEMON_SOCKET_PATH_LONG: {
    exit: 'daemon', zh: '套接字的路径有 {length} 字节，系统最多允许 {limit} 字节：{path}', en: 'The socket’s path is {length} bytes long and the system allows {limit}: {path}',
    hint: {
      zh: '把 XDG_RUNTIME_DIR（pkuh demo 则是 TMPDIR）设成一个路径短、只属于你的目录（权限 0700）',
      en: 'Set XDG_RUNTIME_DIR (for pkuh demo: TMPDIR) to a short folder that is yours alone (mode 0700)',
    },
  },
  DAEMON_TAKEN: {
    exit: 'daemon', zh: '这个配置的守护进程已经在运行', en: 'A daemon of this profile is already running',
    hint: { zh: '运行 pkuh daemon status', en: 'Run pkuh daemon status' },
  },
  DAEMON_START_FAILED: {
    exit: 'daemon', zh: '守护进程没能启动：{problem}', en: 'The daemon did not start: {problem}',
    hint: { zh: '运行 pkuh doctor 和 pkuh daemon logs', en: 'Run pkuh doctor and pkuh daemon logs' },
  },
  DAEMON_ENVIRONMENT: {
    exit: 'daemon', zh: '守护进程拒绝在 {name} 之下启动', en: 'The daemon refuses to start under {name}',
    hint: { zh: '用 pkuh daemon start 启动，它会去掉这些设置', en: 'Start it with pkuh daemon start, which drops such settings' },
  },
  DAEMON_PROFILE: {
    exit: 'usage', zh: '没有配置 {profile}；只有 default 和 sim', en: 'There is no profile {profile}; there are default and sim',
    hint: { zh: '用 --profile default 或 --profile sim', en: 'Use --profile default or --profile sim' },
  },
  DAEMON_CONFIG: {
    exit: 'usage', zh: '设置文件 {path} 有误：{problem}', en: 'The settings file {path} is wrong: {problem}',
    hint: { zh: '改正或移走这个文件', en: 'Correct the file or move it away' },
  },
  DAEMON_SIM_MISSING: {
    exit: 'daemon', zh: '模拟校园没有运行：{problem}', en: 'The simulated campus is not running: {problem}',
    hint: { zh: '先运行 pkuh sim start', en: 'Run pkuh sim start first' },
  },
  SIM_START_FAILED: {
    exit: 'daemon', zh: '模拟校园没能启动：{problem}', en: 'The simulated campus did not start: {problem}',
    hint: hints.seeWhy,
  },
  DAEMON_STOPPING: {
    exit: 'daemon', zh: '守护进程正在停止', en: 'The daemon is stopping',
    hint: { zh: '稍等再试；做到一半的操作已取消，用 pkuh audit show 查看结果', en: 'Try again in a moment; what was under way was cancelled, and pkuh audit show tells what became of it' },
  },
  DAEMON_METHOD_UNKNOWN: {
    exit: 'daemon', zh: '守护进程没有方法 {method}', en: 'The daemon has no method {method}',
    hint: { zh: '运行 pkuh daemon stop，让新版本启动', en: 'Run pkuh daemon stop so that the new version starts' },
  },
  DAEMON_FORBIDDEN: {
    exit: 'deniedByPolicy', zh: '这要有人在终端里做：{method} 需要 {needed} 权限，这个连接只有 {held}', en: 'This needs a person at a terminal: {method} wants the capability {needed}, and this connection holds {held}',
    hint: { zh: '在终端里亲自运行，不带 --json，输入和提示都不接管道', en: 'Run it yourself at a terminal, without --json, and with neither its input nor its messages piped' },
  },
  DAEMON_PARAMS: {
    exit: 'usage', zh: '{method} 的参数不对：{problem}', en: 'Wrong parameters for {method}: {problem}',
    hint: hints.usage,
  },
  DAEMON_TOO_BIG: {
    exit: 'daemon', zh: '{method} 的内容超过 1 MiB', en: 'What {method} carries is over 1 MiB',
    hint: { zh: '缩小请求的范围', en: 'Ask for less' },
  },
  DAEMON_BUSY: {
    exit: 'daemon', zh: '这个连接同时发出的请求太多', en: 'This connection has too many requests under way',
    hint: { zh: '等前面的完成', en: 'Let the earlier ones finish' },
  },
  APPROVAL_GONE: {
    exit: 'notFound', zh: '没有等待回答的请求 {id}（{why}）', en: 'Nothing waits for an answer under {id} ({why})',
    hint: { zh: '运行 pkuh approvals list', en: 'Run pkuh approvals list' },
  },
  ID_AMBIGUOUS: {
    exit: 'usage', zh: '{typed} 可以指 {count} 个编号：{ids}', en: '{typed} may mean any of {count}: {ids}',
    hint: { zh: '多写几位，直到只剩一个', en: 'Type more of it, until only one is left' },
  },
  CALL_UNKNOWN: {
    exit: 'notFound', zh: '审计里没有调用 {id}', en: 'The audit has no call {id}',
    hint: { zh: '运行 pkuh audit show，用其中的编号', en: 'Run pkuh audit show and take an id from it' },
  },
  GRANT_UNKNOWN: {
    exit: 'notFound', zh: '没有授权 {id}', en: 'There is no grant {id}',
    hint: { zh: '运行 pkuh grants list', en: 'Run pkuh grants list' },
  },
  ALLOW_FILE_UNKNOWN: {
    exit: 'deniedByPolicy', zh: '这个授权文件没有导入过，或者导入后改动过', en: 'This allow-file was never imported, or has changed since',
    hint: { zh: '在终端里运行 pkuh grants import FILE', en: 'Run pkuh grants import FILE at a terminal' },
  },
  ALLOW_FILE_UNCONFIRMED: {
    exit: 'usage', zh: '没有确认，授权文件 {file} 没有导入', en: 'Not confirmed: the allow-file {file} was not taken in',
    hint: { zh: '在终端运行 pkuh grants import {file}，看清楚它允许什么，再输入 y', en: 'Run pkuh grants import {file} at a terminal, read what it allows and type y' },
  },
  MODEL_MISSING: {
    exit: 'model', zh: '还没有设置模型服务', en: 'No model provider is set up',
    hint: { zh: '运行 pkuh model set --url 地址 --name 模型；只想试用，可以用 --profile sim', en: 'Run pkuh model set --url URL --name MODEL; to try it without one, use --profile sim' },
  },
  SECRET_IN_WORDS: {
    exit: 'usage', zh: '这句话里有保存在密钥库里的秘密，没有发给模型', en: 'These words hold a secret of the keystore and were not sent to the model',
    hint: { zh: '去掉密码或口令再问', en: 'Ask again without it' },
  },
  KEYSTORE_CHOSEN: {
    exit: 'keystore', zh: '密钥库已经选定为 {chosen}，里面有 {count} 项，没有改成 {wanted}', en: 'The keystore was chosen as {chosen} and holds {count} entries; it was not switched to {wanted}',
    hint: {
      zh: '秘密不会搬家。先 pkuh logout，或者把它们留在原处：pkuh keystore init 加上 --backend 和 --leave，然后重新登录',
      en: 'Secrets are not moved. Run pkuh logout first, or leave them where they are: pkuh keystore init with --backend and --leave, then sign in again',
    },
  },
  AUDIT_EXPORT_BROKEN: {
    exit: 'unexpected', zh: '{file} 不是完整的导出：第 {line} 行（{fault}）', en: '{file} is no whole export: line {line} ({fault})',
    hint: { zh: '请导出的人再运行一次 pkuh audit export', en: 'Have its owner run pkuh audit export once more' },
  },
  AUDIT_BROKEN: {
    exit: 'unexpected', zh: '审计链在第 {seq} 行断开（{fault}）', en: 'The audit chain breaks at row {seq} ({fault})',
    hint: { zh: '保留数据库文件，不要覆盖', en: 'Keep the database file as it is' },
  },
} as const satisfies ErrorTable
