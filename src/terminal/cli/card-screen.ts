import { HarnessError } from '../../rules/errors/index.ts'
import { confirmWords } from '../../rules/confirm-word.ts'
import { cleanCharacters } from '../../rules/hygiene/characters.ts'
import { cardWords as w } from '../../rules/words/card.ts'
import type { AskedKind } from './card.ts'
import { type CardAnswer, createCardKeys } from './card-keys.ts'
import { type Io, isTerminal } from './io.ts'
import { oneLine } from './one-line.ts'
import { takeKeys } from './take-keys.ts'

/** What is drawn on a terminal and waits for keys there. */
export interface CardScreen {
  /** The card in so many columns. */
  lines(width: number): readonly string[]
  /** What may be answered, in the host's words alone. */
  readonly choices: string
  readonly asked: AskedKind
}

type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>

/** Columns of a card on a screen. The last column stays free: a terminal may go on at the left edge as soon as it is filled. */
export const cardWidth = ({ columns }: Pick<Screen, 'columns'>): number => Math.max(20, Math.min(columns || 80, 101)) - 1

/**
 * Writes a card's lines. While they are drawn the terminal breaks no line by itself (DECAWM off): what one counts wider
 * than any we know is cut at the right edge and begins no row. One write holds both switches, so no end of the process
 * comes between them.
 */
export function writeCard(lines: readonly string[], stream: Screen): void {
  const text = `${lines.join('\n')}\n`
  stream.write(stream.isTTY ? `\u001b[?7l${text}\u001b[?7h` : text)
}

/**
 * Draws a card on the terminal and waits for an answer there; one whose terminal changes its width is drawn anew, since a
 * terminal breaks what no longer fits. Whatever was typed before the card stood is thrown away. Rejects with `INTERRUPTED`
 * on Ctrl-C and where the terminal goes away, and with the reason of `signal` or of the command's own.
 */
export async function askOnScreen(card: CardScreen, io: Io, signal: AbortSignal): Promise<CardAnswer> {
  const { stdin, stderr } = io
  const over = AbortSignal.any([signal, io.signal])
  over.throwIfAborted()
  let width = 0
  let keys = createCardKeys(card.asked)
  let began = 0
  let told: string | undefined
  const draw = (): void => {
    width = cardWidth(stderr)
    stderr.write('\n')
    writeCard(card.lines(width), stderr)
    stderr.write(`${cleanCharacters(card.choices)}\n`)
    keys = createCardKeys(card.asked)
    began = performance.now()
    told = undefined
  }
  draw()
  if (!isTerminal(stdin)) throw new HarnessError('INTERRUPTED')

  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      stderr.off('resize', onResize)
      over.removeEventListener('abort', onAbort)
      stderr.write('\u001b[?2004l\n')
      stop()
      settle()
    }
    const interrupted = (): void => end(() => reject(new HarnessError('INTERRUPTED')))
    const onAbort = (): void => end(() => reject(over.reason))
    const onResize = (): void => {
      if (cardWidth(stderr) === width) return
      // The old card is broken anew by the terminal, at the left edge too.
      stderr.write('\u001b[2J\u001b[H')
      draw()
      stderr.write('> ')
    }
    const tell = (text: string): void => { if (told !== text) { told = text; stderr.write(`${oneLine(text)}\n> `) } }
    const onKeys = (text: string): void => {
      const outcome = keys.press(text, performance.now() - began)
      switch (outcome.kind) {
        case 'answer': return end(() => resolve(outcome.answer))
        case 'interrupt': return interrupted()
        case 'typed': stderr.write(`\r\u001b[K${outcome.enterDropped ? `${io.say(w.enterAlone)}\n` : ''}> ${oneLine(outcome.text)}`); return
        case 'freed': stderr.write(`\n${oneLine(outcome.names.length > 0 ? io.say(w.freed, { names: outcome.names.join(', ') }) : io.say(w.freedNone))}\n> `); return
        case 'wrong': stderr.write(`\n${oneLine(io.say(w.wrongWord, { typed: confirmWords(card.asked.typed ?? '').map((word) => `“${word}”`).join(' / '), left: outcome.left }))}\n> `); return
        case 'ignored': {
          if (outcome.why === 'early') tell(io.say(w.keysDropped))
          if (outcome.why === 'paste') tell(io.say(w.pasteIgnored))
        }
      }
    }
    over.addEventListener('abort', onAbort, { once: true })
    stderr.on('resize', onResize)
    const stop = takeKeys(stdin, onKeys, interrupted)
    stderr.write('\u001b[?2004h> ')
  })
}
