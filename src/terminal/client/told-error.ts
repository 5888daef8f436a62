import { HarnessError, isErrorCode } from '../../rules/errors/index.ts'
import { isObject } from '../../rules/json.ts'

/** An error as the daemon's program writes it at its start: code and parameters, for the reader's own words. Undefined for anything else. */
export function toldError(told: unknown): HarnessError | undefined {
  if (!isObject(told) || typeof told['code'] !== 'string' || !isErrorCode(told['code'])) return undefined
  const params = isObject(told['params']) ? told['params'] : {}
  return new HarnessError(told['code'], Object.fromEntries(Object.entries(params).flatMap(([name, value]) =>
    (typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []))))
}
