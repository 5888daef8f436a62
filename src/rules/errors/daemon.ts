import type { ErrorTable } from './table.ts'

/** Errors of the daemon and its clients. */
export const daemonErrors = {
  DAEMON_UNREACHABLE: {
    exit: 'daemon', zh: '连不上守护进程', en: 'The daemon cannot be reached',
    hint: { zh: '运行 pkuh daemon start', en: 'Run pkuh daemon start' },
  },
} as const satisfies ErrorTable
