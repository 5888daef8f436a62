import { HarnessError } from '../../rules/errors/index.ts'
import { firstHidden } from '../../rules/hygiene/characters.ts'
import { type Io, isTerminal } from './io.ts'
import { takeKeys } from './take-keys.ts'
import { oneLine } from './one-line.ts'
import { plainDrawing } from './plain-drawing.ts'

/**
 * Asks for one line at the terminal, on stderr, so that stdout stays data. `hidden` echoes nothing. Rejects with
 * `INTERRUPTED` on Ctrl-C and where the terminal goes away, and with the command's own end; undefined when the person ends the input (Ctrl-D) with nothing typed.
 */
export function prompt(question: string, io: Io, hidden: boolean): Promise<string | undefined> {
  const { stdin, stderr } = io
  if (!isTerminal(stdin)) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    io.signal.throwIfAborted()
    let line = ''
    const end = (settle: () => void): void => {
      stop()
      io.signal.removeEventListener('abort', onAbort)
      stderr.write('\n')
      settle()
    }
    const interrupted = (): void => end(() => reject(new HarnessError('INTERRUPTED')))
    const onAbort = (): void => end(() => reject(io.signal.reason))
    const onKeys = (keys: string): void => {
      // A paste is fine here; only its first line counts.
      for (const key of keys.replace(/\u001b\[20[01]~/g, '')) {
        if (key === '\r' || key === '\n') return end(() => resolve(line))
        if (key === '\u0003') return interrupted()
        if (key === '\u0004') return end(() => resolve(line === '' ? undefined : line))
        if (key === '\u007f' || key === '\b') {
          const typed = [...line]
          const gone = typed.pop()
          if (!hidden && gone !== undefined && isSeen(gone)) stderr.write('\b \b')
          line = typed.join('')
        } else if (!/[\u0000-\u001f]/.test(key)) {
          line += key
          if (!hidden && isSeen(key)) stderr.write(oneLine(key))
        }
      }
    }
    io.signal.addEventListener('abort', onAbort, { once: true })
    const stop = takeKeys(stdin, onKeys, interrupted)
    stderr.write(plainDrawing(oneLine(question)))
  })
}

/** What was pasted may hold what a terminal obeys or hides above ASCII too: it is typed, and not shown. */
const isSeen = (key: string): boolean => firstHidden(key) === undefined
