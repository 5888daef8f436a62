import type { ErrorTable } from './table.ts'

/** Errors of a turn and of model providers. */
export const agentErrors = {
  MODEL_FAILED: {
    exit: 'model', zh: '模型服务出错：{reason}', en: 'The model provider failed: {reason}',
    hint: { zh: '稍后再试，或运行 pkuh model test', en: 'Try again later, or run pkuh model test' },
  },
} as const satisfies ErrorTable
