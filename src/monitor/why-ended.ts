import { HarnessError } from '../rules/errors/index.ts'

/** Why a call was ended from outside, as whoever ended it said: a lock is told as a lock. Whatever else it was is a cancel. */
export const whyEnded = ({ reason }: AbortSignal): HarnessError => (reason instanceof HarnessError ? reason : new HarnessError('CALL_CANCELLED'))
