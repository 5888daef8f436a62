import type { ErrorTable } from './table.ts'

/** Errors of plugin documents: reading them and running their steps. */
export const documentErrors = {
  DOC_FUEL_EXHAUSTED: {
    exit: 'service', zh: '步骤 {step} 用完了运算预算', en: 'Step {step} used up its budget of operations',
    hint: { zh: '缩小结果或拆成几个工具', en: 'Make the result smaller or split the tool' },
  },
} as const satisfies ErrorTable
