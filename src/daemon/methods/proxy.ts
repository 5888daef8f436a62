import { HarnessError } from '../../rules/errors/index.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'

type Own = Pick<Handlers, 'proxy.show' | 'proxy.login' | 'proxy.logout'>

/** The simulated campus is reached without a proxy, whatever the settings say. */
export function proxyHandlers({ proxy, network, store, lock }: Running): Own {
  const note = (event: string, url: string, by: string): void => { store.audit.append({ kind: 'setting', detail: { setting: 'proxy', event, url, by } }) }
  return {
    'proxy.show': async () => (proxy ? { proxy: { url: proxy.url, kept: await proxy.login.isKept(), state: proxy.login.state, used: network === 'public' } } : {}),
    async 'proxy.login'({ name, password }, { peer }) {
      lock.check()
      if (!proxy) throw new HarnessError('NET_PROXY_NONE')
      await proxy.login.keep(name, password)
      note('login', proxy.url, peer.id)
      return { url: proxy.url, readOnTheWay: proxy.isReadOnTheWay }
    },
    async 'proxy.logout'(_params, { peer }) {
      if (!proxy) throw new HarnessError('NET_PROXY_NONE')
      const removed = await proxy.login.forget()
      if (removed) note('logout', proxy.url, peer.id)
      return { removed }
    },
  }
}
