import { hints } from './hints.ts'
import type { ErrorTable } from './table.ts'

/** Errors of the command line itself. */
export const cliErrors = {
  PAY_CODE_NO_TERMINAL: {
    exit: 'usage', zh: '付款码只在终端的屏幕上显示，不写进管道、文件或 JSON', en: 'A pay code is shown on a terminal’s screen alone, never in a pipe, a file or JSON',
    hint: { zh: '在一个至少 {columns} 列、{rows} 行的终端里亲自运行 pkuh paycode', en: 'Run pkuh paycode yourself at a terminal of {columns} columns and {rows} lines or more' },
  },
  USAGE: {
    exit: 'usage', zh: '{problem}', en: '{problem}',
    // `about`: a space and the command that the line is of, or nothing.
    hint: { zh: '运行 pkuh help{about} 查看用法', en: 'Run pkuh help{about} for usage' },
  },
  SUBCOMMAND_NEEDED: {
    exit: 'usage', zh: 'pkuh {group} 后面要写做什么：{names}', en: 'pkuh {group} needs to know what to do: {names}',
    hint: { zh: '运行 pkuh help {group} 查看每一个', en: 'Run pkuh help {group} for what each does' },
  },
  INSTALLATION_BROKEN: {
    exit: 'daemon', zh: '安装不完整：{problem}', en: 'The installation is not whole: {problem}',
    hint: { zh: '用 Node 20.19 以上重新安装 pku-harness', en: 'Reinstall pku-harness with Node 20.19 or newer' },
  },
  /** Said by `bin/` alone, before anything of this is there. */
  BUNDLE_MISSING: {
    exit: 'unexpected', zh: '缺少 {name}', en: '{name} is missing',
    hint: { zh: '运行 npm run build', en: 'Run npm run build' },
  },
  UNEXPECTED: {
    exit: 'unexpected', zh: '出了意料之外的错误：{problem}', en: 'Something unexpected went wrong: {problem}',
    hint: hints.seeLog,
  },
  TIMED_OUT: {
    exit: 'timedOut', zh: '{seconds} 秒内没有完成，已取消', en: 'Not done within {seconds} s, and cancelled',
    hint: { zh: '用 --timeout 给更长的时间', en: 'Give it longer with --timeout' },
  },
  INTERRUPTED: {
    exit: 'interrupted', zh: '已中断', en: 'Interrupted',
    hint: { zh: '用 pkuh audit show 查看已经做了什么', en: 'pkuh audit show tells what had been done' },
  },
  FILE_UNREADABLE: {
    exit: 'usage', zh: '读不了文件 {path}', en: 'Cannot read the file {path}',
    hint: { zh: '检查路径和权限', en: 'Check the path and its mode' },
  },
  FILE_EXISTS: {
    exit: 'usage', zh: '文件 {path} 已经在了，没有覆盖它', en: 'The file {path} is there already; it was left as it is',
    hint: { zh: '换一个文件名', en: 'Name another file' },
  },
  FILE_UNWRITABLE: {
    exit: 'usage', zh: '写不了文件 {path}', en: 'Cannot write the file {path}',
    hint: { zh: '检查路径、权限和磁盘空间', en: 'Check the path, its mode and the room on the disk' },
  },
  NOTHING_TYPED: {
    exit: 'signIn', zh: '没有输入{whatZh}，什么也没有做', en: 'No {whatEn} was typed; nothing was done',
    hint: { zh: '再运行一次 pkuh login', en: 'Run pkuh login again' },
  },
  PASSWORD_NEEDED: {
    exit: 'signIn', zh: '没有拿到密码：没有终端可以输入，标准输入里也没有', en: 'No password came: there is no terminal to type it at, and none on standard input',
    hint: { zh: '用 --password-stdin 从标准输入传入；密码不接受命令行参数或环境变量', en: 'Pass it on standard input with --password-stdin; never as an argument or in the environment' },
  },
} as const satisfies ErrorTable
