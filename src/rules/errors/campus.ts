import type { ErrorTable } from './table.ts'

/** Errors of signing in and of campus services. */
export const campusErrors = {
  CAMPUS_SIGN_IN_NEEDED: {
    exit: 'signIn', zh: '还没有登录', en: 'Not signed in',
    hint: { zh: '先运行 pkuh login', en: 'Run pkuh login first' },
  },
} as const satisfies ErrorTable
