import { HarnessError } from '../../rules/errors/index.ts'
import { isKept } from '../keystore/is-kept.ts'
import type { Keystore, SecretRef } from '../keystore/keystore.ts'
import { type Proxy, proxyOrigin } from './proxy-url.ts'

/**
 * The name and password for the proxy in the settings. They lie in the keystore under that proxy's own origin, so that another proxy
 * gets none, and are lent to it only once it has asked for them (407, RFC 9110 §11.7).
 */
export interface ProxyLogin {
  readonly state: ProxyLoginState
  /** Those that are kept were refused: they are not sent again. */
  readonly isSpent: boolean
  /** Told of a proxy that opened a tunnel without them, or asks for them in a way that is not spoken here. */
  without(met: 'unasked' | 'unspoken'): void
  /**
   * Lends them to one request to the proxy, as the header's value; `act` gives the status of the answer. Until they were taken once (answered with a
   * status other than 407), one request at a time; once refused, they are not sent again before others are kept: a proxy may lock an account after a few.
   * Rejects with `NET_PROXY_LOGIN_NEEDED` where none are kept, `NET_PROXY_LOGIN_REFUSED`, or `KEYSTORE_*`.
   */
  lend<T extends { readonly status: string }>(act: (authorization: string) => Promise<T>): Promise<T>
  /** Whether some are kept. Rejects with `KEYSTORE_*` where that cannot be told. */
  isKept(): Promise<boolean>
  /** Keeps others. Rejects with `NET_PROXY_LOGIN_FORM` or `KEYSTORE_*`, and then nothing has changed. */
  keep(name: string, password: string): Promise<void>
  /** True when there were some. */
  forget(): Promise<boolean>
}

/** How the proxy took what it was last sent: `unasked` while it wants none, `needed` when it wants some and has been sent none of those that are kept. */
export type ProxyLoginState = 'unasked' | 'needed' | 'taken' | 'refused' | 'unspoken'

export function openProxyLogin(proxy: Proxy, keystore: Keystore): ProxyLogin {
  const origin = proxyOrigin(proxy)
  const ref: SecretRef = { account: '-', kind: 'proxy', name: origin }
  let state: ProxyLoginState = 'unasked'
  // Apart from the state, which a proxy overwrites that opens a tunnel unasked meanwhile.
  let spent = false
  let first: Promise<void> | undefined
  // What was kept meanwhile has not been judged by the answer to what was sent before.
  let generation = 0

  const needed = (): HarnessError => new HarnessError('NET_PROXY_LOGIN_NEEDED', { proxy: origin })
  const refused = (): HarnessError => new HarnessError('NET_PROXY_LOGIN_REFUSED', { proxy: origin })

  async function attempt<T extends { readonly status: string }>(act: (authorization: string) => Promise<T>): Promise<T> {
    const began = generation
    const judged = (next: ProxyLoginState): void => { if (began === generation && !spent) state = next }
    try {
      const answer = await keystore.use(ref, 'sign in to the proxy', (value) => act(`Basic ${value.toString('base64')}`))
      if (answer.status === '407') throw refused()
      // A connection that broke, or an answer that is none, says nothing of them.
      if (/^\d{3}$/.test(answer.status)) judged('taken')
      return answer
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error
      if (error.code === 'NET_PROXY_LOGIN_REFUSED') {
        judged('refused')
        spent ||= began === generation
      }
      if (error.code !== 'KEYSTORE_ABSENT') throw error
      judged('needed')
      throw needed()
    }
  }

  const changed = (): void => {
    generation += 1
    spent = false
    state = state === 'unasked' ? 'unasked' : 'needed'
  }

  return {
    get state() { return state },
    get isSpent() { return spent },
    without(met) { state = met },
    async lend(act) {
      for (let before = first; before; before = first) await before
      if (spent) {
        state = 'refused'
        throw refused()
      }
      if (state === 'taken') return attempt(act)
      const mine = attempt(act)
      first = mine.then(() => undefined, () => undefined).finally(() => { first = undefined })
      return mine
    },
    isKept: () => isKept(keystore, ref),
    async keep(name, password) {
      const value = Buffer.from(`${wellFormed(name, /[:\p{Cc}]/u)}:${wellFormed(password, /\p{Cc}/u)}`)
      try { await keystore.put(ref, value) } finally { value.fill(0) }
      changed()
    },
    async forget() {
      const there = await keystore.remove(ref)
      changed()
      return there
    },
  }
}

/** RFC 7617 §2: no control character in either, and no colon in the name, which ends at the first. */
function wellFormed(text: string, refused: RegExp): string {
  if (text === '' || text.length > 512 || refused.test(text)) throw new HarnessError('NET_PROXY_LOGIN_FORM')
  return text
}
