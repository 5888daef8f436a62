import type { HarnessError } from '../../../rules/errors/index.ts'
import { mainFile } from '../../document/document-files.ts'
import type { Finding } from './finding.ts'

/** What reading a document refused, as a finding of the same code. */
export function findingOf({ code, params }: HarnessError, file = mainFile): Finding {
  const number = (value: unknown): number => (typeof value === 'number' ? value : 1)
  return {
    code, level: 'error', file: typeof params['file'] === 'string' ? params['file'] : file, line: number(params['line']), column: number(params['column']),
    at: typeof params['at'] === 'string' ? params['at'] : '', params, fix: undefined,
  }
}
