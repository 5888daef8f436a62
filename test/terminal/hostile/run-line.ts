import { connect } from '../../../src/terminal/client/connect.ts'
import { openCli } from '../../../src/terminal/cli/cli.ts'
import { printDone, printFailure } from '../../../src/terminal/cli/print.ts'
import { runProgram } from '../../../src/terminal/cli/program.ts'
import { seat } from '../seat.ts'
import type { HostileDaemon } from './hostile-daemon.ts'

export interface LineGiven { readonly interactive: boolean; readonly stays: boolean }

/**
 * Everything that one line writes where the daemon is the hostile one: the command as it is, its connection as it is. A
 * person says yes to whatever they are asked.
 */
export async function runLine(words: readonly string[], daemon: HostileDaemon, { interactive, stays }: LineGiven): Promise<string> {
  const life = new AbortController()
  const { io, rest, keys, streams, text } = seat(words, { env: daemon.env, interactive, terminal: interactive, signal: life.signal })
  keys.on('newListener', (name) => { if (name === 'data') setTimeout(() => keys.emit('data', 'yes\r'), 1) })
  const cli = openCli(io, (_, options) => connect(options), (why) => life.abort(why))
  const late = new Error(`pkuh ${words.slice(0, 6).join(' ')} does not end`)
  const end = setTimeout(() => life.abort(stays ? new Error('its time is over') : late), stays ? 80 : 30_000)
  try {
    const over = new Promise<never>((_, reject) => { life.signal.addEventListener('abort', () => reject(life.signal.reason), { once: true }) })
    printDone(await Promise.race([runProgram(rest, cli), over]), io.globals, streams)
  } catch (error) {
    if (error === late) throw late
    printFailure(error, io.globals, streams)
  } finally {
    clearTimeout(end)
    life.abort(new Error('over'))
    cli.close()
  }
  return ownSwitches.reduce((all, own) => all.replaceAll(own, ''), text().replace(otherScreen, (_, inner: string) => inner.replaceAll('\r\n', '\n').replace(modules, '')))
}

/** What the host itself sends to a terminal, whole: a card without line breaks, pastes marked, a line typed anew. */
const ownSwitches = ['\u001b[?7l', '\u001b[?7h', '\u001b[?2004h', '\u001b[?2004l', '\r\u001b[K']
const otherScreen = /\u001b\[\?1049h\u001b\[\?25l\u001b\[2J\u001b\[H([^]*?)\u001b\[2J\u001b\[\?25h\u001b\[\?1049l/g
/** Dark on light, as the squares of a QR code are drawn. */
const modules = /\u001b\[(?:38;5;16;48;5;231|0)m/g
