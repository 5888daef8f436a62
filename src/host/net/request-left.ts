import { HarnessError } from '../../rules/errors/index.ts'

/**
 * Whether any byte of a request may have left this machine before the door failed. Signing in repeats itself only
 * where this is false. An error that is not the door's, or that does not say, counts as true.
 */
export const requestLeft = (error: unknown): boolean => !(error instanceof HarnessError && error.params['left'] === 'no')
