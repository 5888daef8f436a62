import type { HarnessError } from '../../../rules/errors/index.ts'
import { firstHidden } from '../../../rules/hygiene/characters.ts'

/**
 * Throws what `refuse` makes of the first control, bidi or hidden character of a text. Nothing in a document may look other
 * than it is, to whoever reviews it, agrees to it or runs it (bug-log 56, 85); a pattern can still say `\u200b`.
 * @param refuse is given what was wanted, in signs that both languages share, and the character's place in the text.
 */
export function expectVisible(text: string, refuse: (expected: string, at: number) => HarnessError): void {
  const hidden = firstHidden(text)
  if (hidden) throw refuse(`≠ U+${hidden.code.toString(16).toUpperCase().padStart(4, '0')}`, hidden.at)
}
