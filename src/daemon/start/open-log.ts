import { renameSync, statSync } from 'node:fs'
import { type Logger, destination, pino } from 'pino'
import { ensurePrivateFile, tightenIfThere } from '../../host/store/private-file.ts'
import { jsonShown } from '../../rules/json-shown.ts'

/** Over this many bytes the log moves aside, at a start and while it is written, and one old one is kept. */
const largest = 5 * 1024 * 1024

/**
 * The daemon's log: JSON lines in a 0600 file. Every line passes the scrubber at the sink, whatever field or message a
 * secret would stand in, since redaction by path misses message texts and depth; whoever reads it with `cat` sees all of it.
 */
export function openLog(path: string, scrub: (text: string) => string, bytes = largest): Logger {
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const moveAside = (): void => { renameSync(path, `${path}.1`); size = 0 }
  if (size > bytes) moveAside()
  ensurePrivateFile(path)
  tightenIfThere(path)
  const file = destination({ dest: path, sync: true, mode: 0o600 })
  // A disk that is full takes no line; that too is no reason to end.
  file.on('error', () => {})
  const sink = {
    write(line: string): void {
      if (size > bytes) {
        // One that cannot be moved goes on growing: a log is no reason to end.
        try { moveAside(); file.reopen() } catch { /* tried again at the next line */ }
      }
      size += Buffer.byteLength(line)
      file.write(line)
    },
  }
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: (line) => jsonShown(scrub(line)) } }, sink)
}
