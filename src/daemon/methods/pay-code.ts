import { payCodeMs } from '../../host/campus/services/card-pay-code.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { openSecret } from '../../sdk/secret.ts'
import { recordHop } from '../audit-events.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'
import { meantAccount } from './meant-account.ts'

type Own = Pick<Handlers, 'paycode.show'>
type House = Pick<Running, 'accounts' | 'campus' | 'lock' | 'noteShown' | 'pinGate' | 'store'>

/**
 * The secure display: the one place that opens a `SecretValue` (policy §8). It goes to the terminal whose person asked, as a push that
 * is in no answer, and the scrubber knows it before anybody is told. No tool, turn, schedule or script comes here.
 */
export function payCodeHandlers({ accounts, campus, lock, noteShown, pinGate, store }: House): Own {
  return {
    async 'paycode.show'(_params, { peer, request, signal }) {
      lock.check()
      if (peer.kind !== 'interactive') throw new HarnessError('PAY_CODE_NO_TERMINAL', { columns: 40, rows: 24 })
      const account = meantAccount(undefined, accounts)
      // Taken before the PIN is waited for: a lock that falls meanwhile ends this act too.
      const fell = lock.signal()
      // As for what costs: whoever has the code can pay.
      await pinGate.pass(peer)
      fell.throwIfAborted()
      store.audit.append({ kind: 'secret.used', detail: { secret: 'pay-code', account, service: 'card', purpose: 'shown at a terminal', by: peer.id } })
      const digits = openSecret(await campus.payCode(account, { signal: AbortSignal.any([signal, fell]), trace: (entry) => recordHop(store.audit, entry) }))
      fell.throwIfAborted()
      if (digits === undefined) throw new HarnessError('CAMPUS_PAY_CODE_NONE')
      noteShown(digits)
      peer.push('pay-code', { request, digits })
      return { account, seconds: payCodeMs / 1000 }
    },
  }
}
