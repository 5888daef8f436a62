import { HarnessError } from '../../rules/errors/index.ts'

/**
 * What a failed connection or exchange was, as a `NET_*` error. `sent` says whether the request had begun to be written: until
 * then not a byte of it can have left. An error that is the door's own already (address check, deadline, cancel) passes through.
 */
export function toNetError(error: unknown, host: string, sent: boolean): HarnessError {
  const own = ownError(error)
  if (own) return own
  const code = codeOf(error)
  if (!sent && (code === 'ENOTFOUND' || code.startsWith('EAI_'))) return new HarnessError('NET_DNS', { host }, { cause: error })
  if (!sent && isTls(code)) return new HarnessError('NET_TLS', { host, reason: code }, { cause: error })
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new HarnessError('NET_TOO_LARGE', { host, limit: 16_384 }, { cause: error })
  if (code.startsWith('HPE_') || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return new HarnessError('NET_PROTOCOL', { host }, { cause: error })
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return new HarnessError('NET_CLOSED', {}, { cause: error })
  return new HarnessError(sent ? 'NET_RESET_AFTER_SEND' : 'NET_RESET_BEFORE_SEND', { host }, { cause: error })
}

/** Happy eyeballs wraps what each address gave in an AggregateError; the client wraps once more. */
function ownError(error: unknown): HarnessError | undefined {
  if (error instanceof HarnessError) return error
  if (error instanceof AggregateError) return error.errors.find((inner) => inner instanceof HarnessError)
  return error instanceof Error && error.cause !== undefined ? ownError(error.cause) : undefined
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Node's names for a failed verification, and OpenSSL's for a failed handshake. A plain reset in a handshake is not one. */
const isTls = (code: string): boolean =>
  code.startsWith('ERR_TLS_') || code.startsWith('ERR_SSL_') || code.startsWith('CERT_') || code.startsWith('CRL_') || code === 'EPROTO'
  || verification.includes(code)

const verification: readonly string[] = [
  'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_CRL', 'INVALID_CA', 'INVALID_PURPOSE', 'HOSTNAME_MISMATCH', 'PATH_LENGTH_EXCEEDED',
]
