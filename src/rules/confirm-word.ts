/** What a keyboard without a Chinese input method can type instead. */
const latin: Readonly<Record<string, string>> = { 发布: 'publish' }

/** What may be typed to confirm a card: the word or the amount that it names, and for a word its Latin one. The first is the card's own. */
export function confirmWords(typed: string): readonly string[] {
  const other = Object.hasOwn(latin, typed) ? latin[typed] : undefined
  return other === undefined ? [typed] : [typed, other]
}
