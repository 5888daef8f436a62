import { HarnessError } from '../../rules/errors/index.ts'
import { type Io, isTerminal } from './io.ts'
import { takeKeys } from './take-keys.ts'

/**
 * Shows lines on the terminal's other screen, which has no history, until a key is pressed or the time is up; then they are gone from
 * it, also where the command is cancelled. What a terminal cannot do: keep others from looking, or from taking a picture. `lines` are
 * drawn as they are, so nothing from outside may stand in them. Rejects with `INTERRUPTED` on Ctrl-C, and with the command's own end.
 */
export function showUntilKey(lines: readonly string[], ms: number, io: Io): Promise<void> {
  const { stdin, stderr } = io
  if (!isTerminal(stdin)) return Promise.reject(new HarnessError('INTERRUPTED'))
  return new Promise((resolve, reject) => {
    io.signal.throwIfAborted()
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      stop()
      io.signal.removeEventListener('abort', onAbort)
      process.off('exit', putAway)
      putAway()
      settle()
    }
    const putAway = (): void => { stderr.write(leave) }
    const onAbort = (): void => end(() => reject(io.signal.reason))
    const interrupted = (): void => end(() => reject(new HarnessError('INTERRUPTED')))
    io.signal.addEventListener('abort', onAbort, { once: true })
    process.on('exit', putAway)
    const timer = setTimeout(() => end(resolve), ms)
    const stop = takeKeys(stdin, (keys) => (keys.includes('\u0003') ? interrupted() : end(resolve)), interrupted)
    stderr.write(`${enter}${lines.join('\r\n')}\r\n`)
  })
}

/** The other screen, from its top, without the cursor; and back, with what was shown wiped first. */
const enter = '\u001b[?1049h\u001b[?25l\u001b[2J\u001b[H'
const leave = '\u001b[2J\u001b[?25h\u001b[?1049l'
