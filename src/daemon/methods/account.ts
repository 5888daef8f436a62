import type { QrShown } from '../../host/campus/campus.ts'
import { errorOfOutcome } from '../../host/campus/iaaa/outcomes.ts'
import { explain, HarnessError } from '../../rules/errors/index.ts'
import type { SignInShown } from '../protocol/push.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'
import { checkLogin, checkLogout, checkTrust, mayActFor } from './account-rights.ts'
import { changeAccount, leftWithoutCurrent } from './current-account.ts'
import { unlockHouse } from './lock-house.ts'
import { keptOf, meantAccount } from './meant-account.ts'
import { shownPrompt } from './shown-prompt.ts'

type Own = Pick<Handlers, 'login' | 'prompt.answer' | 'logout' | 'services'>

type House = Pick<Running, 'accounts' | 'approvals' | 'campus' | 'clock' | 'keystore' | 'learnSecrets' | 'lock' | 'noteTyped' | 'store'>

export function accountHandlers(house: House): Own {
  return {
    async login({ account: named, password: typed, remember, service, qr = false, trustDevice = false }, { peer, request, signal }) {
      const account = meantAccount(named, house.accounts)
      if (qr && peer.kind !== 'interactive') throw new HarnessError('CAMPUS_QR_NO_TERMINAL')
      const password = qr ? undefined : typed
      checkLogin(account, password !== undefined, peer, house)
      if (trustDevice) checkTrust(peer)
      // Whoever locks while it runs means it: that ends it, its questions too, and it must not lift their lock.
      const lockFell = house.lock.signal()
      const ending = AbortSignal.any([signal, lockFell])
      const bytes = password === undefined ? undefined : Buffer.from(password, 'utf8')
      try {
        const outcome = await house.campus.signIn({
          account, remember, service, trustDevice, signal: ending, unattended: !mayActFor(peer),
          ...(qr ? { byQr: (what) => peer.push('sign-in', { request, shown: shownQr(what) }) } : {}),
          ...(bytes ? { password: bytes } : {}),
          ...(peer.kind === 'interactive' ? { ask: (prompt) => peer.prompt(request, shownPrompt(prompt), ending) } : {}),
        })
        if (outcome.outcome !== 'ok') throw errorOfOutcome(outcome, house.clock.now())
        lockFell.throwIfAborted()
        if (password !== undefined) house.noteTyped(outcome.account, password)
        await unlockHouse(house, peer.id, 'login')
        // A person may have signed in meanwhile.
        checkLogin(account, password !== undefined, peer, house)
        const typedBy = password === undefined && !qr ? undefined : mayActFor(peer) ? 'person' as const : 'script' as const
        changeAccount(house, peer.id, () => house.accounts.use(outcome.account, typedBy))
        const stillWanted = outcome.stillWanted?.map(({ service, code }) => {
          const { message, hint } = explain(new HarnessError(code, { service }), peer.lang)
          return { service, code, message, hint }
        })
        return { account: outcome.account, skewMs: outcome.skewMs, ...(stillWanted ? { stillWanted } : {}) }
      } finally {
        bytes?.fill(0)
        if (house.lock.locked()) await house.lock.forget()
      }
    },
    'prompt.answer': ({ id, value }, { peer }) => ({ taken: peer.answerPrompt(id, value) }),
    async logout({ account: named }, { peer }) {
      const account = meantAccount(named, house.accounts)
      await keptOf(account, house)
      checkLogout(account, peer, house)
      await house.campus.signOut(account)
      changeAccount(house, peer.id, () => house.accounts.forget(account))
      const left = leftWithoutCurrent(house)
      return { account, ...(left.length > 0 ? { left: [...left] } : {}) }
    },
    services: (_, { peer }) => ({
      services: house.campus.services(house.accounts.current()).map(({ service, state, since, why }) => {
        if (!why) return { service, state, since }
        const { code, message, hint } = why.error ? explain(why.error, peer.lang) : {}
        return { service, state, since, why: { sign: why.sign, code, message, hint } }
      }),
    }),
  }
}

const shownQr = (shown: QrShown): SignInShown => (shown.kind === 'qr' ? { kind: 'qr', image: Buffer.from(shown.image).toString('base64') } : shown)
