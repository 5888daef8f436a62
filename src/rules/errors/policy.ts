import type { ErrorTable } from './table.ts'

/** Refusals: by a rule, by the person, or for want of someone to ask. */
export const policyErrors = {
  POLICY_DENIED: {
    exit: 'deniedByPolicy', zh: '规则 {rule} 不允许调用 {tool}', en: 'Rule {rule} does not allow {tool}',
    hint: { zh: '运行 pkuh policy explain {tool} 查看原因', en: 'Run pkuh policy explain {tool} to see why' },
  },
} as const satisfies ErrorTable
