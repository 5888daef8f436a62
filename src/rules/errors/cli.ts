import type { ErrorTable } from './table.ts'

/** Errors of the command line itself. */
export const cliErrors = {
  USAGE: {
    exit: 'usage', zh: '{problem}', en: '{problem}',
    hint: { zh: '运行 pkuh help 查看用法', en: 'Run pkuh help for usage' },
  },
  UNEXPECTED: {
    exit: 'unexpected', zh: '出了意料之外的错误：{problem}', en: 'Something unexpected went wrong: {problem}',
    hint: { zh: '运行 pkuh daemon logs，并报告这个问题', en: 'Look at pkuh daemon logs and report it' },
  },
} as const satisfies ErrorTable
