import { HarnessError } from '../../../src/rules/errors/index.ts'
import { Wrong } from '../target.ts'

/** What `act` gives; undefined where it ended as a document's fault. Anything else that it throws is a crash. */
export function valueOf<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch (error) {
    if (error instanceof HarnessError && error.code.startsWith('DOC_')) return undefined
    throw new Wrong(`crashed: ${String(error)}`, { cause: error })
  }
}
