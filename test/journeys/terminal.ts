import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { type Stage, until } from './stage.ts'

/** A real terminal of 80 columns and 24 lines in which a person uses `pkuh`. */
export interface Terminal extends Disposable {
  /** Keys as tmux names them (`Enter`, `C-c`), sent each by itself. */
  press(...keys: readonly string[]): void
  /** Text, all of it at once. */
  type(text: string): void
  /** Puts bytes into the terminal in one go, as a paste without brackets does. */
  pasteRaw(text: string): void
  /** What the screen and its history show, what the terminal itself broke joined again. */
  screen(): string
  /** The same as the eye sees it: every line from the left edge. */
  rows(): string[]
  /** Of those only what stands on it now, without what has scrolled away. */
  page(): string[]
  /** Makes it narrower or wider, as a person does with its window. */
  resize(columns: number): void
  /** Whether it goes on at the left edge where a line is full. */
  wraps(): boolean
  /** Waits until the screen shows it. */
  sees(what: string): Promise<string>
}

export const whyNoTerminal = noTmux()

function noTmux(): string | undefined {
  try {
    execFileSync('tmux', ['-V'])
    return undefined
  } catch {
    const why = 'tmux is not installed, so nothing is tested in a real terminal'
    if (process.env['CI'] === 'true') throw new Error(why)
    return why
  }
}

/** So that one may be opened while the server of another still ends. */
let opened = 0

/** Opens a terminal on a server of its own and runs one command line of `pkuh` in it, in the `sim` profile where no other is named; its exit code comes last, as `exit=N`. */
export function openTerminal({ env, home }: Stage, words: readonly string[], lang = 'zh_CN.UTF-8', profile = 'sim', columns = 80): Terminal {
  const socket = join(home, `tmux-${opened++}`)
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', '-u', ...args], { env: { ...env, LANG: lang, LC_ALL: 'C.UTF-8', TERM: 'xterm-256color' }, encoding: 'utf8' })
  const quoted = [process.execPath, resolve('bin/pkuh.js'), '--profile', profile, ...words].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
  tmux('new-session', '-d', '-x', String(columns), '-y', '24', '-s', 'person', '-c', home, `unset LC_ALL; ${quoted}; echo "exit=$?"; sleep 600`)
  const capture = (...how: readonly string[]): string => tmux('capture-pane', '-p', ...how, '-S', '-', '-t', 'person')
  const screen = (): string => capture('-J')
  return {
    press: (...keys) => { for (const key of keys) tmux('send-keys', '-t', 'person', key) },
    type: (text) => { tmux('send-keys', '-t', 'person', '-l', text) },
    pasteRaw(text) {
      tmux('set-buffer', '-b', 'paste', text)
      tmux('paste-buffer', '-r', '-b', 'paste', '-t', 'person')
    },
    screen,
    rows: () => capture().split('\n'),
    page: () => tmux('capture-pane', '-p', '-t', 'person').split('\n'),
    resize: (columns) => { tmux('resize-window', '-t', 'person', '-x', String(columns)) },
    wraps: () => tmux('display-message', '-p', '-t', 'person', '#{wrap_flag}').trim() === '1',
    async sees(what) {
      try { await until(`the screen shows ${what}`, () => screen().includes(what)) } catch (error) { throw new Error(`${String(error)}\n${screen()}`, { cause: error }) }
      return screen()
    },
    [Symbol.dispose]: () => { tmux('kill-server') },
  }
}
