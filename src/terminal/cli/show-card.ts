import type { ShownCard } from '../../daemon/protocol/shapes.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { cardWords as w } from '../../rules/words/card.ts'
import { deniesByDefault, drawCard } from './card.ts'
import { type CardAnswer, createCardKeys } from './card-keys.ts'
import { type Io, isTerminal } from './io.ts'

/**
 * Draws the card on the terminal and waits for an answer there. Whatever was typed before the card stood is thrown away.
 * Rejects with `INTERRUPTED` on Ctrl-C, and with the reason of `signal` (the card was answered elsewhere) or of the command's own.
 */
export async function showCard(card: ShownCard, io: Io, signal: AbortSignal): Promise<CardAnswer> {
  const { stdin, stderr } = io
  const over = AbortSignal.any([signal, io.signal])
  over.throwIfAborted()
  const look = { lang: io.globals.lang, width: Math.max(40, Math.min(stderr.columns || 80, 100)), now: Date.now() }
  stderr.write(`\n${drawCard(card, look).join('\n')}\n${choices(card, io)}\n`)
  if (!isTerminal(stdin)) throw new HarnessError('INTERRUPTED')
  const keys = createCardKeys(card)
  const began = performance.now()
  let told: string | undefined

  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      stdin.off('data', onData)
      over.removeEventListener('abort', onAbort)
      stderr.write('\u001b[?2004l\n')
      stdin.setRawMode(false)
      stdin.pause()
      settle()
    }
    const onAbort = (): void => end(() => reject(over.reason))
    const tell = (text: string): void => { if (told !== text) { told = text; stderr.write(`${text}\n> `) } }
    const onData = (chunk: Buffer | string): void => {
      const outcome = keys.press(String(chunk), performance.now() - began)
      switch (outcome.kind) {
        case 'answer': return end(() => resolve(outcome.answer))
        case 'interrupt': return end(() => reject(new HarnessError('INTERRUPTED')))
        case 'typed': stderr.write(`\r\u001b[K${outcome.enterDropped ? `${io.say(w.enterAlone)}\n` : ''}> ${outcome.text}`); return
        case 'ignored': {
          if (outcome.why === 'early') tell(io.say(w.keysDropped))
          if (outcome.why === 'paste') tell(io.say(w.pasteIgnored))
        }
      }
    }
    over.addEventListener('abort', onAbort, { once: true })
    stdin.setEncoding('utf8')
    stdin.setRawMode(true)
    stderr.write('\u001b[?2004h> ')
    stdin.on('data', onData)
    stdin.resume()
  })
}

/** What may be answered, the focused one in brackets. */
export function choices(card: ShownCard, io: Pick<Io, 'say'>): string {
  const deny = `[Enter/n] ${io.say(w.deny)}`
  if (card.typed !== undefined) return `${io.say(card.effect === 'money' ? w.typeAmount : w.typeWord, { typed: card.typed })}   [Enter] ${io.say(w.deny)}`
  const denies = deniesByDefault(card)
  const offers = ([['y', 'once'], ['s', 'session'], ['a', 'always']] as const).filter(([, answer]) => card.answers.includes(answer))
    .map(([letter, answer]) => `[${letter === 'y' && !denies ? 'Enter/y' : letter}] ${io.say(w[answer])}`)
  return denies ? [deny, ...offers].join('   ') : [...offers, `[n] ${io.say(w.deny)}`].join('   ')
}
