import type { ErrorTable } from './table.ts'

/** Errors of the registry and of a plugin's run. */
export const pluginErrors = {
  PLUGIN_TOOL_UNKNOWN: {
    exit: 'notFound', zh: '没有工具 {tool}', en: 'There is no tool {tool}',
    hint: { zh: '运行 pkuh tools 查看所有工具', en: 'Run pkuh tools to see them all' },
  },
} as const satisfies ErrorTable
