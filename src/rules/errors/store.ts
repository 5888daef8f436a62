import { hints } from './hints.ts'
import type { ErrorTable } from './table.ts'

/** Errors of the store and the audit chain. Their parameters are paths, names and codes, never a stored value. */
export const storeErrors = {
  STORE_UNREADABLE: {
    exit: 'unexpected', zh: '无法读取数据库 {path}', en: 'Cannot read the database {path}',
    hint: { zh: '文件没有被改动。运行 pkuh doctor 查看原因；要重新开始，先把它移到别处', en: 'The file was left as it is. Run pkuh doctor to see why; to start anew, move it elsewhere first' },
  },
  STORE_NEWER: {
    exit: 'unexpected', zh: '数据库 {path} 是更新的版本写的（{found}，本程序认识到 {known}）', en: 'The database {path} was written by a newer version ({found}; this program knows up to {known})',
    hint: { zh: '更新 pku-harness 后再试', en: 'Update pku-harness and try again' },
  },
  STORE_PLACE_UNSAFE: {
    exit: 'unexpected', zh: '{path} 不能放私人数据：{reason}', en: '{path} is no place for private data: {reason}',
    hint: { zh: '换成只有你能访问的目录（权限 0700）', en: 'Use a directory of your own that nobody else can enter (mode 0700)' },
  },
  STORE_BUSY: {
    exit: 'timedOut', zh: '数据库正被另一个进程占用', en: 'Another process holds the database',
    hint: { zh: '稍后再试，或运行 pkuh daemon status', en: 'Try again shortly, or run pkuh daemon status' },
  },
  STORE_FULL: {
    exit: 'unexpected', zh: '磁盘已满，没有写入', en: 'The disk is full; nothing was written',
    hint: { zh: '腾出空间后再试', en: 'Free some space and try again' },
  },
  STORE_FAILED: {
    exit: 'unexpected', zh: '数据库操作失败（{reason}）', en: 'A database operation failed ({reason})',
    hint: hints.seeWhy,
  },
  STORE_CLOSED: {
    exit: 'daemon', zh: '数据库已经关闭', en: 'The database is closed',
    hint: hints.stopping,
  },
  STORE_CONFLICT: {
    exit: 'unexpected', zh: '{what} 已经有了，不能覆盖', en: 'This {what} is already there and is never overwritten',
    hint: { zh: '请报告这个问题', en: 'Please report it' },
  },
  STORE_MISSING: {
    exit: 'notFound', zh: '没有这个 {what}', en: 'There is no such {what}',
    hint: { zh: '先列出现有的再选', en: 'List what is there and choose from it' },
  },
  STORE_QUOTA: {
    exit: 'service', zh: '插件 {plugin} 的存储超过 {limit} 字节', en: 'The store of plugin {plugin} would pass {limit} bytes',
    hint: { zh: '删除一些旧数据后再试', en: 'Delete some of its old data and try again' },
  },
  STORE_TEXT: {
    exit: 'usage', zh: '名称里有不能保存的字符', en: 'A name holds a character that cannot be kept',
    hint: { zh: '去掉空字符和残缺的字符', en: 'Remove NUL and broken characters' },
  },
} as const satisfies ErrorTable
