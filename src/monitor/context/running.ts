import type { Pause } from '../../host/clock/pause.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import type { OpenHouse } from '../house.ts'
import type { Sent } from './sent.ts'

/** What every part of a tool's context works with. */
export interface Running {
  readonly call: CallInProgress
  readonly house: OpenHouse
  /** Aborted when the call is cancelled, is out of time or has ended: nothing of its context works after that. */
  readonly signal: AbortSignal
  readonly sent: Sent
  /** What of the call's time is not its own. */
  readonly pause: Pause
}
