import type { ShownCard } from '../../daemon/protocol/shapes.ts'
import { confirmWords } from '../../rules/confirm-word.ts'
import { cardWords as w } from '../../rules/words/card.ts'
import { ruleWords } from '../../rules/words/cli.ts'
import { type AskedKind, deniesByDefault, drawCard } from './card.ts'
import { type CardAnswer, freedByKey } from './card-keys.ts'
import { askOnScreen } from './card-screen.ts'
import type { Io } from './io.ts'
import { when } from './when.ts'

/**
 * Draws an approval's card on the terminal and waits for its answer there. Rejects with `INTERRUPTED` on Ctrl-C, and with
 * the reason of `signal` (the card was answered elsewhere) or of the command's own.
 */
export function showCard(card: ShownCard, io: Io, signal: AbortSignal, terms: Terms = {}): Promise<CardAnswer> {
  const lines = (width: number): string[] => drawCard(card, { lang: io.globals.lang, width, now: Date.now() })
  return askOnScreen({ lines, choices: [choices(card, io), ...lastingLines(card, terms, io)].join('\n'), asked: card }, io, signal)
}

/** How long and how often a `session` or `always` is to hold, where the command said so. */
export interface Terms { readonly expires?: number; readonly uses?: number }

/** What may be left open by an answer that lasts, and how far it goes. */
function lastingLines(card: AskedKind, { expires, uses }: Terms, io: Pick<Io, 'say'>): string[] {
  const names = freedByKey(card)
  return [
    ...(names.length > 0 ? [io.say(w.freeKeys), ...names.map((name, at) => io.say(w.freeKey, { key: at + 1, name }))] : []),
    ...(expires === undefined ? [] : [io.say(w.termsUntil, { when: when(expires) })]), ...(uses === undefined ? [] : [io.say(w.termsUses, { uses })]),
  ]
}

/** How an answer reads once it is given. */
export const answered = (answer: CardAnswer['answer'], io: Pick<Io, 'say'>): string =>
  io.say({ once: ruleWords.answeredOnce, session: ruleWords.answeredSession, always: ruleWords.answeredAlways, deny: ruleWords.answeredDeny }[answer])

/** What may be answered, the focused one in brackets. */
export function choices(card: AskedKind, io: Pick<Io, 'say'>): string {
  const deny = `[Enter/n] ${io.say(w.deny)}`
  if (card.typed !== undefined) {
    const [typed = '', latin] = confirmWords(card.typed)
    return `${latin === undefined ? io.say(w.typeAmount, { typed }) : io.say(w.typeWord, { typed, latin })}   [Enter] ${io.say(w.deny)}`
  }
  const denies = deniesByDefault(card)
  const offers = ([['y', 'once'], ['s', 'session'], ['a', 'always']] as const).filter(([, answer]) => card.answers.includes(answer))
    .map(([letter, answer]) => `[${letter === 'y' && !denies ? 'Enter/y' : letter}] ${io.say(w[answer])}`)
  return denies ? [deny, ...offers].join('   ') : [...offers, `[n] ${io.say(w.deny)}`].join('   ')
}
