/** A text for comparing: one case and width, nothing invisible. `spaced` has single spaces, `dense` has none. */
export function normalise(text: string): { readonly spaced: string; readonly dense: string } {
  const plain = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '').toLowerCase()
  const spaced = plain.replace(/\s+/g, ' ').trim()
  return { spaced, dense: spaced.replaceAll(' ', '') }
}

/** A Han character weighs two, so that 4 of them are as much as 8 others. */
const shortestSpan = 8
const han = /\p{Script=Han}/u

/**
 * The shortest spans that prove a common origin, one from each place of the text: 4 Han or 8 other characters, or a mix.
 * Two texts share such a stretch exactly when they share one of these. None in a shorter text.
 */
export function spansOf(dense: string): readonly string[] {
  const characters = Array.from(dense)
  const weights = characters.map((character) => (han.test(character) ? 2 : 1))
  const spans: string[] = []
  let weight = 0
  let end = 0
  for (let start = 0; start < characters.length; start++) {
    while (weight < shortestSpan && end < characters.length) weight += weights[end++] ?? 0
    if (weight < shortestSpan) break
    spans.push(characters.slice(start, end).join(''))
    weight -= weights[start] ?? 0
  }
  return spans
}

/** A number, or a word of ASCII with a digit in it: `123456`, `#123456`, `2026-03-01`, `ab12-cd`. */
export const isId = (spaced: string): boolean => /^#?[\x21-\x7e]{1,128}$/.test(spaced) && /\d/.test(spaced) && /^[#\w.:/@+-]+$/.test(spaced)

/** Longer numbers inside a text; short ones stand everywhere. */
export const idsIn = (spaced: string): readonly string[] => [...spaced.matchAll(/\d{5,}/g)].map(([id]) => id)

/** Whether an id stands in a text with neither a letter, a digit nor a decimal joined to it. */
export function standsWhole(id: string, spaced: string): boolean {
  const bare = id.replace(/^#/, '')
  for (let at = spaced.indexOf(bare); at >= 0; at = spaced.indexOf(bare, at + 1)) {
    if (!/[a-z0-9]$|\d[.,]$/.test(spaced.slice(Math.max(0, at - 2), at)) && !/^(?:[a-z0-9]|[.,]\d)/.test(spaced.slice(at + bare.length, at + bare.length + 2))) return true
  }
  return false
}
