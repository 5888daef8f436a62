import type { ErrorTable } from './table.ts'

/** What to do next, where errors of more than one domain say the same. */
export const hints = {
  signIn: { zh: '先运行 pkuh login', en: 'Run pkuh login first' },
  usage: { zh: '运行 pkuh help 查看用法', en: 'Run pkuh help for usage' },
  seeWhy: { zh: '运行 pkuh doctor 查看原因', en: 'Run pkuh doctor to see why' },
  seeLog: { zh: '运行 pkuh daemon logs，并报告这个问题', en: 'Look at pkuh daemon logs and report it' },
  stopping: { zh: '守护进程正在停止，稍后再试', en: 'The daemon is stopping; try again shortly' },
  later: { zh: '稍后再试', en: 'Try again later' },
  askLess: { zh: '缩小范围再试', en: 'Ask for less' },
  declare: { zh: '插件只能访问它声明过的服务和网站', en: 'A plugin may only reach the services and websites it declares' },
  confirm: { zh: '用中英文写出批准卡片上的话', en: 'Write the words of the approval card in Chinese and English' },
  pluginFault: { zh: '这是插件的错误，请报告给它的作者；作者用 pkuh plugin run --trace 看每一步', en: 'This is a fault of the plugin; report it to its author, who sees each step with pkuh plugin run --trace' },
} as const satisfies Record<string, ErrorTable[string]['hint']>
