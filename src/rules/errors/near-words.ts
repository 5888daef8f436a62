import type { ErrorParams } from './harness-error.ts'

/** `nearZh` and `nearEn` of a hint: the names that may have been meant, and nothing where none is near. */
export const nearWords = (names: readonly string[]): ErrorParams =>
  (names.length === 0 ? { nearZh: '', nearEn: '' } : { nearZh: `是不是 ${names.join('、')}？`, nearEn: `Did you mean ${names.join(', ')}? ` })
