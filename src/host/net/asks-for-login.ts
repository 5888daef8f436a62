import { type ErrorCode, HarnessError } from '../../rules/errors/index.ts'

const codes: readonly ErrorCode[] = ['NET_PROXY_LOGIN_NEEDED', 'NET_PROXY_LOGIN_REFUSED', 'NET_PROXY_SCHEME']

/**
 * Whether the door failed because the proxy wants to know who asks. Whoever was to be reached was not, and the person's next step is the
 * proxy's login: such an error is told as it is, and not as a network that failed.
 */
export const asksForLogin = (error: unknown): boolean => error instanceof HarnessError && codes.includes(error.code)
