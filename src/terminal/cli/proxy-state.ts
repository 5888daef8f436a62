import type { Fault } from '../../daemon/protocol/message.ts'
import type { ResultOf } from '../../daemon/protocol/methods.ts'
import { HarnessError, explain } from '../../rules/errors/index.ts'
import { proxyWords as w } from '../../rules/words/cli.ts'
import type { Io } from './io.ts'

type Shown = NonNullable<ResultOf<'proxy.show'>['proxy']>

/** What is kept for the proxy, and how it took that. */
export const proxyState = ({ kept, state, used }: Shown, { say }: Pick<Io, 'say'>): string =>
  [say(kept ? w.kept : w.notKept), say(used ? w[state] : w.unused)].join(say(w.and))

/** The error that the next request through it would end in, as far as it has shown; undefined for none. */
export function proxyFault({ url, kept, state }: Shown, { globals, say }: Pick<Io, 'globals' | 'say'>): Fault | undefined {
  switch (state) {
    case 'unasked': case 'taken': return undefined
    case 'needed': return kept ? undefined : explain(new HarnessError('NET_PROXY_LOGIN_NEEDED', { proxy: url }), globals.lang)
    case 'refused': return explain(new HarnessError('NET_PROXY_LOGIN_REFUSED', { proxy: url }), globals.lang)
    case 'unspoken': return explain(new HarnessError('NET_PROXY_SCHEME', { proxy: url, scheme: say(w.otherScheme) }), globals.lang)
    default: return state satisfies never
  }
}
