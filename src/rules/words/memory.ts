import type { WordTable } from './say.ts'

/** How a memory stands. */
export const memoryStateWords = {
  saved: { zh: '已记住', en: 'saved' },
  pending: { zh: '待定', en: 'pending' },
  approved: { zh: '已批准', en: 'approved' },
} as const satisfies WordTable

const head = {
  id: { zh: '编号', en: 'Id' },
  state: { zh: '状态', en: 'State' },
  source: { zh: '来源', en: 'Source' },
  when: { zh: '时间', en: 'When' },
  text: { zh: '内容', en: 'Text' },
} as const satisfies WordTable

/** Over the list of memories. */
export const memoryHead = [head.id, head.state, head.source, head.when, head.text]
