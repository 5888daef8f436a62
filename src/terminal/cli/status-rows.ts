import type { ResultOf } from '../../daemon/protocol/methods.ts'
import { serviceStateWords } from '../../rules/words/campus.ts'
import { statusWords as w } from '../../rules/words/status.ts'
import { updateWords as u } from '../../rules/words/update.ts'
import type { Io } from './io.ts'
import { wordIn } from './word-in.ts'

/** What `pkuh status` shows a person, a name and its text a row. */
export function statusRows(status: ResultOf<'status'>, say: Io['say']): string[][] {
  const { keystore } = status
  return [
    [say(w.account), status.account === undefined ? say(w.nobody) : status.account + (status.signInNeeded ? ` (${say(w.signInAgain)})` : '')],
    [say(w.profile), status.profile],
    ...(status.sim ? [[say(w.sim), say(status.sim.running ? w.simUp : w.simDown)]] : []),
    [say(w.daemon), daemonState(status, say) + (status.locked ? ` (${say(w.locked)})` : '')],
    [say(w.keystore), `${keystore.backend}: ${keystoreState(keystore, say)}`],
    [say(w.plugins), say(w.counts, { plugins: status.plugins, tools: status.tools })],
    [say(w.services), status.services.map(({ service, state }) => `${service} (${wordIn(serviceStateWords, state, { say })})`).join(', ') || say(w.none)],
    ...(status.approvals > 0 ? [[say(w.waiting), String(status.approvals)]] : []),
  ]
}

/** The daemon's version and process, and that it is older than this program where it is. */
export const daemonState = ({ version, pid, newer }: Pick<ResultOf<'status'>, 'version' | 'pid' | 'newer'>, say: Io['say']): string =>
  say(w.process, { version, pid }) + (newer === undefined ? '' : ` (${say(u.older, { newer })})`)

/** The keystore's state in words, with what the daemon says of why. */
export const keystoreState = ({ backend, state, detail }: ResultOf<'status'>['keystore'], say: Io['say']): string =>
  say(w[state]) + (detail === undefined ? '' : ` (${detail})`) + (backend === 'memory' ? ` (${say(w.memoryOnly)})` : '')
