import { requestLeft } from '../../host/net/request-left.ts'
import { HarnessError } from '../../rules/errors/index.ts'

/** What is known of a call's requests that change something. Reads are not counted: they leave no doubt behind. */
export interface Sent {
  /** Runs one request and remembers how it ended. */
  readonly watch: <T extends { readonly status: number }>(changes: boolean, request: () => Promise<T>) => Promise<T>
  /** `doubt`: one may have arrived and nothing proves how it ended. `answered`: all that were sent were answered. */
  readonly state: () => 'nothing' | 'answered' | 'doubt'
}

export function watchSent(): Sent {
  let open = 0
  let answered = 0
  let doubtful = 0
  return {
    async watch(changes, request) {
      if (!changes) return request()
      open++
      try {
        const response = await request()
        // A gateway's 5xx does not say whether the service behind it acted.
        if (response.status >= 500) doubtful++
        else answered++
        return response
      } catch (error) {
        if (mayHaveArrived(error)) doubtful++
        throw error
      } finally {
        open--
      }
    },
    state: () => (open + doubtful > 0 ? 'doubt' : answered > 0 ? 'answered' : 'nothing'),
  }
}

/** Every `CAMPUS_*` error but one means that the request itself was not sent, or was turned away at the door. */
function mayHaveArrived(error: unknown): boolean {
  if (error instanceof HarnessError && error.code.startsWith('CAMPUS_')) return error.code === 'CAMPUS_SESSION_ENDED'
  return requestLeft(error)
}
