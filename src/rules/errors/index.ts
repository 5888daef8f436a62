export { type ErrorCode, errorTable, isErrorCode } from './error-table.ts'
export { type ErrorReport, explain } from './explain.ts'
export { nearWords } from './near-words.ts'
export { type ErrorParams, HarnessError, fill } from './harness-error.ts'
