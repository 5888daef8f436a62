import type { ResultOf } from '../../daemon/protocol/methods.ts'
import { callWords as w } from '../../rules/words/cli.ts'
import type { Io } from './io.ts'

type Hops = NonNullable<ResultOf<'call'>['trace']>

/** A line for each hop of a call's requests, or one that says that there was none. */
export const traceLines = (hops: Hops, io: Pick<Io, 'say'>): readonly string[] =>
  hops.length === 0 ? [io.say(w.noHop)] : hops.map(({ to, method, host, path, status, bytes, ms, error }) =>
    io.say(w.hop, { to, method, url: `${host}${path}`, end: [status, error].filter((part) => part !== undefined).join(' '), bytes, ms }))
