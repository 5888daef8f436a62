import type { CallOutcome, CallRequest } from './call-request.ts'

/** The one path to a tool (law 1). Made by `createMonitor(house)`. */
export interface Monitor {
  /** Never rejects: every way a call can end is a `CallOutcome`. */
  invoke(request: CallRequest): Promise<CallOutcome>
}
