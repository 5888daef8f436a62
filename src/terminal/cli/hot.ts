import { createRequire } from 'node:module'
import { bundlePath } from '../../daemon/protocol/bundles.ts'
import type { ResultOf } from '../../daemon/protocol/methods.ts'
import { placesOf } from '../../daemon/protocol/places.ts'
import { askOnce } from '../client/ask-once.ts'
import { type Globals, localeOf } from './globals.ts'
import { isPlain, plainLines } from './plain-lines.ts'
import { speaker } from './speaker.ts'
import { statusLine } from './status-line.ts'
import { statusRows } from './status-rows.ts'

/**
 * The executable's first bundle. `pkuh status` is what a prompt asks at every line, so what it needs where all is well is
 * whole in here and as small as it can be. Anything else is the other bundle's, which starts over by itself: another
 * command, no daemon that answers at once, a refusal, a text that is not plain, Ctrl-C.
 */
function main(argv: readonly string[]): void {
  const globals = statusLine(argv, localeOf(process.env))
  if (!globals) return startOver()
  let over = false
  const interrupted = (): void => { over = true; startOver(); process.emit('SIGINT') }
  process.once('SIGINT', interrupted)
  askOnce(placesOf(globals.profile), globals.lang, 'status', {})
    .then((data) => { if (!over) show(data, globals) })
    .catch(startOver)
    .finally(() => process.off('SIGINT', interrupted))
}

function show(data: ResultOf<'status'>, globals: Globals): void {
  const text = globals.json ? plainDocument({ ok: true, data }) : plainLines(statusRows(data, speaker(globals)), process.stdout)
  if (text === undefined) return startOver()
  // What could not be written is told by the other bundle, which has the words for it; a reader that left wants none.
  process.stdout.on('error', (error) => { if (!('code' in error && error.code === 'EPIPE')) startOver() })
  process.stdout.write(text)
  // All is written: Node need not be taken down piece by piece.
  if (process.stdout.writableLength === 0 && !process.stdout.errored) process.exit()
}

function plainDocument(value: unknown): string | undefined {
  const json = JSON.stringify(value)
  return isPlain(json) ? `${json}\n` : undefined
}

/** Once: a bundle that is there already is not run again. */
function startOver(): void {
  createRequire(__filename)(bundlePath('commands.cjs'))
}

main(process.argv.slice(2))
