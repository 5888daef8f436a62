import { requestLeft } from '../../host/net/request-left.ts'
import { HarnessError } from '../../rules/errors/index.ts'

/** What is known of what a call changed: its requests, and the records it wrote. Reads are not counted: they leave no doubt behind. */
export interface Sent {
  /** Runs one request and remembers how it ended. */
  readonly watch: <T extends { readonly status: number }>(changes: boolean, request: () => Promise<T>) => Promise<T>
  /** A record was written here, which is done at once. */
  readonly wrote: () => void
  /** `doubt`: a request may have arrived and nothing proves how it ended. `done`: all were answered, and what was written is written. */
  readonly state: () => 'nothing' | 'done' | 'doubt'
}

export function watchSent(): Sent {
  let open = 0
  let done = 0
  let doubtful = 0
  return {
    async watch(changes, request) {
      if (!changes) return request()
      open++
      try {
        const response = await request()
        // A gateway's 5xx does not say whether the service behind it acted.
        if (response.status >= 500) doubtful++
        else done++
        return response
      } catch (error) {
        if (mayHaveArrived(error)) doubtful++
        throw error
      } finally {
        open--
      }
    },
    wrote() { done++ },
    state: () => (open + doubtful > 0 ? 'doubt' : done > 0 ? 'done' : 'nothing'),
  }
}

/** Every `CAMPUS_*` error but one means that the request itself was not sent, or was turned away at the door. */
function mayHaveArrived(error: unknown): boolean {
  if (error instanceof HarnessError && error.code.startsWith('CAMPUS_')) return error.code === 'CAMPUS_SESSION_ENDED'
  return requestLeft(error)
}
