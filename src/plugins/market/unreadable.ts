import { HarnessError } from '../../rules/errors/index.ts'

/** Why a path on this machine was not read: it is not there (`MARKET_PATH_GONE`), is a file and neither a folder nor packed (`MARKET_LINK`), or the system does not let one (`MARKET_UNREADABLE`). A `HarnessError` stays as it is. */
export function unreadable(path: string, cause: unknown): HarnessError {
  if (cause instanceof HarnessError) return cause
  const code = systemCode(cause)
  if (code === 'ENOTDIR') return new HarnessError('MARKET_LINK', { link: path.slice(0, 200) }, { cause })
  if (code === 'ENOENT') return new HarnessError('MARKET_PATH_GONE', { path: path.slice(0, 200) }, { cause })
  return new HarnessError('MARKET_UNREADABLE', { file: path.slice(0, 200), reason: code }, { cause })
}

/** The system's own name for what it refused. */
export const systemCode = (cause: unknown): string => (cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'unknown')
