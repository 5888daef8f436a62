import type { CampusDeps } from '../deps.ts'
import type { QrShown } from '../campus.ts'
import { openExchange } from './exchange.ts'
import type { IaaaMemories } from './memory.ts'
import { type FailedOutcome, outcomeOfReply } from './outcomes.ts'
import { type Attempt, outcomeOfError, type Phase, type Redeem } from './sign-in.ts'
import { openTalk } from './talk.ts'

/** IAAA's own page asks every 3 s; sixty times are the 3 minutes that one picture is asked about (protocols §1.10). */
const everyMs = 3_000
const polls = 60

/**
 * One act of signing in by a QR code: one picture, one series of polls, no password and no oauthlogin.do. It ends with the
 * token, with IAAA's no, or with `QR_EXPIRED`; a new picture is the person's next act. E02 and E06 are shown and waited
 * out, as IAAA's page does. Rejects when it is cancelled, the keystore fails, or a proxy asks for a
 * name and password before there is a token. Written after two clients, never tried live.
 */
export async function signInByQr<T>(
  deps: CampusDeps, memories: IaaaMemories, attempt: Pick<Attempt, 'account' | 'app' | 'signal'> & { readonly show: (shown: QrShown) => void }, redeem: Redeem<T>,
): Promise<T | FailedOutcome> {
  const { account, app, signal, show } = attempt
  const memory = await memories.recall(account)
  const talk = openTalk(openExchange(deps, app, memory.jar, signal), account)
  let phase: Phase = 'before-send'
  let shown = ''
  try {
    await talk.openPage()
    show({ kind: 'qr', image: await talk.qrImage() })
    phase = 'login'
    for (let poll = 0; poll < polls; poll += 1) {
      await deps.clock.sleep(everyMs, signal)
      const reply = await talk.pollQr()
      if (reply.success && reply.token !== undefined) {
        phase = 'redeem'
        const result = await redeem(reply.token, talk.skewMs())
        await memories.remember(account, memory)
        return result
      }
      const code = reply.errors?.code ?? ''
      if (code === 'E99' || (reply.stop && code === 'E10')) break
      const failed = outcomeOfReply(reply, { otpExpected: false, otpSent: false, now: deps.clock.now() })
      if (reply.stop || !waiting.includes(code)) return failed
      if (code !== 'E10' && failed.message !== shown) show({ kind: 'qr-said', message: failed.message })
      if (code !== 'E10') shown = failed.message
    }
    return { outcome: 'upstream-error', code: 'QR_EXPIRED', message: '' }
  } catch (error) {
    signal.throwIfAborted()
    return outcomeOfError(error, phase)
  }
}

/** Nobody has scanned it yet, or who did has something to do first. */
const waiting: readonly string[] = ['E10', 'E02', 'E06']
