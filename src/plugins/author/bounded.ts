import { createContext, Script } from 'node:vm'
import { HarnessError } from '../../rules/errors/index.ts'
import { budgets } from '../document/budgets.ts'

/** Nothing of a document is in it: Node's way to end work that does not wait for anything is a script's time limit, and this script calls the work. */
const script = new Script('work()')

/**
 * Reads a page in the author's own process, in the time that a run has in the daemon: there a worker is ended, here a selector that takes
 * minutes would hold the terminal, and Ctrl-C would be heard by nobody. Throws `DOC_TIME_EXCEEDED`, and `INTERRUPTED` at a Ctrl-C.
 * @param ms milliseconds
 */
export function bounded<T>(work: () => T, ms: number = budgets.wall.limit): T {
  let made: { readonly value: T } | undefined
  try {
    script.runInContext(createContext({ work: () => { made = { value: work() } } }), { timeout: ms, breakOnSigint: true })
  } catch (error) {
    // It may be an Error of the script's own realm.
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new HarnessError('DOC_TIME_EXCEEDED', { tool: 'extract', limit: ms }, { cause: error })
    if (code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw new HarnessError('INTERRUPTED', {}, { cause: error })
    throw error
  }
  if (!made) throw new HarnessError('DOC_EXTRACT_FAILED')
  return made.value
}
