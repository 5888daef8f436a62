import type { WordTable } from './say.ts'

/** A daemon that still runs after an update. A table of its own: `pkuh status` loads no more than it needs. */
export const updateWords = {
  older: { zh: '比这个 pkuh（{newer}）旧；空闲、又没有只在内存里的东西时会自己让位，要马上换就 pkuh daemon stop', en: 'older than this pkuh ({newer}); makes room by itself once it is idle and holds nothing that is in memory only, or at pkuh daemon stop' },
} as const satisfies WordTable
