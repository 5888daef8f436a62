import { HarnessError } from '../../../rules/errors/index.ts'
import { requestLeft } from '../../net/request-left.ts'
import type { Texted } from './memory.ts'
import type { FailedOutcome } from './outcomes.ts'
import { type FactorNeeds, typedCode } from './second-factor.ts'
import type { Talk } from './talk.ts'

/** IAAA's own page keeps its button shut for so long after each message (protocols §1.6). */
const spacingMs = 60_000
/** For so long the code of an earlier message is asked for first; how long one really counts, no source says. */
const countsMs = 5 * 60_000

type Needs = Pick<FactorNeeds, 'account' | 'ask' | 'texted'> & Pick<Texted, 'act'> & { now(): number }

/**
 * The code of a text message that the person types. One is sent only when they say so, at most once a minute for an account
 * whatever act it is for; while the code of an earlier one for the same act may still count, that one is asked for first. Throws
 * `CAMPUS_SMS_TOO_SOON` where another is wanted within the minute.
 */
export async function codeByText(talk: Pick<Talk, 'sendSms'>, mask: string | undefined, { account, act, ask, texted, now }: Needs): Promise<string | FailedOutcome> {
  if (!ask) return { outcome: 'sms-needed', message: '' }
  const earlier = texted.get(account)
  if (earlier?.act === act && !earlier.used && now() - earlier.at < countsMs) {
    const typed = await typedCode(ask, { kind: 'sms', mask, earlier: true })
    if (typed !== undefined) return typed
  }
  const left = earlier ? earlier.at + spacingMs - now() : 0
  if (left > 0) throw new HarnessError('CAMPUS_SMS_TOO_SOON', { seconds: Math.ceil(left / 1000) })
  if (await ask({ kind: 'sms-send', mask }) !== 'send') return { outcome: 'sms-needed', message: '' }
  const noteSent = (): void => { texted.set(account, { act, at: now(), used: false }) }
  const sent = await talk.sendSms().catch((error: unknown) => {
    // One whose answer was lost may have been sent: the minute runs, and its code is asked for first next time.
    if (requestLeft(error)) noteSent()
    throw error
  })
  if (!sent.success) return { outcome: 'sms-needed', message: sent.message ?? '' }
  noteSent()
  const typed = await typedCode(ask, { kind: 'sms', mask: sent.mobileMask ?? mask })
  return typed ?? { outcome: 'sms-needed', message: '' }
}

/** A code counts once; the minute until the next message runs on. */
export function usedUp(texted: Map<string, Texted>, account: string): void {
  const last = texted.get(account)
  if (last) texted.set(account, { ...last, used: true })
}
