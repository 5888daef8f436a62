import type { CampusEvent } from '../host/campus/campus.ts'
import type { SecretUse } from '../host/keystore/keystore.ts'
import type { TraceEntry } from '../host/net/door.ts'
import type { Store } from '../host/store/store.ts'
import { hopRow } from '../monitor/context/trace.ts'

/** What the campus does, in the audit chain. A throw ends the act: what cannot be recorded is not done. */
export function recordCampusEvent(audit: Store['audit'], event: CampusEvent): void {
  const { kind, account } = event
  switch (kind) {
    case 'sign-in-attempted': audit.append({ kind: 'sign-in', detail: { step: 'attempted', account, service: event.service, by: event.by } }); return
    case 'sign-in-ended': audit.append({ kind: 'sign-in', detail: { step: 'ended', account, service: event.service, by: event.by, outcome: event.outcome } }); return
    case 'session-renewed': case 'session-ended': audit.append({ kind: 'sign-in', detail: { step: kind, account, service: event.service } }); return
    case 'secret-used': audit.append({ kind: 'secret.used', detail: { secret: event.secret, account, service: event.service, purpose: event.purpose } }); return
    case 'token-bind-attempted': audit.append({ kind: 'setting', detail: { setting: 'otp-bind', step: 'attempted', account } }); return
    case 'token-bind-ended': audit.append({ kind: 'setting', detail: { setting: 'otp-bind', step: 'ended', account, outcome: event.outcome } }); return
    case 'signed-out': audit.append({ kind: 'sign-out', detail: { account } }); return
    default: kind satisfies never
  }
}

/** A hop of a sign-in or of a model request: a call's own hops are recorded with the call. */
export function recordHop(audit: Store['audit'], entry: TraceEntry): void {
  audit.append(hopRow(entry), 'soon')
}

/** A secret that was lent, and for what; never its value. */
export function recordSecretUse(audit: Store['audit'], { ref, purpose }: SecretUse): void {
  audit.append({ kind: 'secret.used', detail: { secret: ref.kind, name: ref.name, account: ref.account, purpose } })
}
