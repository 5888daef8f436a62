import { renameSync, statSync } from 'node:fs'
import { type Logger, destination, pino } from 'pino'
import { ensurePrivateFile, tightenIfThere } from '../../host/store/private-file.ts'

/** Over this many bytes at a start the log moves aside, and one old one is kept. */
const largest = 5 * 1024 * 1024

/**
 * The daemon's log: JSON lines in a 0600 file. Every line passes the scrubber at the sink, whatever field or message a
 * secret would stand in, since redaction by path misses message texts and depth.
 */
export function openLog(path: string, scrub: (text: string) => string): Logger {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > largest) renameSync(path, `${path}.1`)
  ensurePrivateFile(path)
  tightenIfThere(path)
  return pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: scrub } },
    destination({ dest: path, sync: true, mode: 0o600 }),
  )
}
