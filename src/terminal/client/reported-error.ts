import type { Fault } from '../../daemon/protocol/message.ts'

/** An error that the daemon has already put into words. */
export class ReportedError extends Error {
  override readonly name = 'ReportedError'
  constructor(readonly fault: Fault) {
    super(fault.message)
  }
}
