import type { ErrorTable } from './table.ts'

/** Errors of the door out (`host/net`). */
export const netErrors = {
  NET_HOST_UNDECLARED: {
    exit: 'service', zh: '没有声明过主机 {host}', en: 'The host {host} was never declared',
    hint: { zh: '插件只能访问它声明过的服务和网站', en: 'A plugin may only reach the services and websites it declares' },
  },
} as const satisfies ErrorTable
