import type { ErrorTable } from './table.ts'

/** Errors of the store and the audit chain. */
export const storeErrors = {
  STORE_UNREADABLE: {
    exit: 'unexpected', zh: '无法读取数据库 {path}', en: 'Cannot read the database {path}',
    hint: { zh: '运行 pkuh doctor 查看原因', en: 'Run pkuh doctor to see why' },
  },
} as const satisfies ErrorTable
