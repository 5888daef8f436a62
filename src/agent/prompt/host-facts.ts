import type { Lang } from '../../sdk/index.ts'
import { encode } from './data-message.ts'

/** What the host tells the model of this turn. Every field is the host's own; nothing of a plugin, page, memory or server is among them. */
export interface HostFacts {
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly lang: Lang
  /** Account id, or undefined before any sign-in. The model is told that there is one: the number itself is the person's own data. */
  readonly account: string | undefined
  /** Where the person is: `terminal`, `script`, `schedule`. */
  readonly surface: string
  /** Ids of the tools whose third-party text is in the conversation. */
  readonly tainted: readonly string[]
}

export const factsPrefix = 'Host facts: '

/** The content of the host message that stands directly before the person's. Time is Asia/Shanghai's, wherever the machine is. */
export function hostFacts(facts: HostFacts): string {
  const there = new Date(facts.now + 8 * 3_600_000).toISOString()
  return factsPrefix + encode({
    time: `${there.slice(0, 19)}+08:00`, zone: 'Asia/Shanghai',
    weekday: new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Shanghai', weekday: 'long' }).format(facts.now),
    reply_language: facts.lang === 'zh' ? 'zh-CN' : 'en', account: facts.account === undefined ? null : 'signed in', surface: facts.surface, third_party_text_from: facts.tainted,
  })
}
