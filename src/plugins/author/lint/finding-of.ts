import type { HarnessError } from '../../../rules/errors/index.ts'
import { mainFile } from '../../document/document-files.ts'
import type { Finding } from './finding.ts'

/** What reading a document refused, as a finding of the same code. */
export function findingOf({ code, params }: HarnessError, file = mainFile): Finding {
  const number = (value: unknown): number => (typeof value === 'number' ? value : 1)
  // A file that is missing has no lines: `in` is where it is named.
  const where = [params['in'], params['file']].find((one) => typeof one === 'string')
  return {
    code, level: 'error', file: typeof where === 'string' ? where : file, line: number(params['line']), column: number(params['column']),
    at: typeof params['at'] === 'string' ? params['at'] : '', params, fix: undefined,
  }
}
