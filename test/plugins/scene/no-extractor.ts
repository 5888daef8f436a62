import type { Extractor } from '../../../src/plugins/document/extract/extract-types.ts'

/** For tests in which nothing is extracted; it says so when something is. */
export const noExtractor: Extractor = {
  extract: async () => { throw new Error('nothing should be extracted here') },
  close: async () => {},
}
