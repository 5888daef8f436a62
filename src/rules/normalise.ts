/** A text for comparing: one case and width, nothing invisible. `spaced` has single spaces, `dense` has none. */
export function normalise(text: string): { readonly spaced: string; readonly dense: string } {
  // Nothing of ASCII changes but its case and spaces, and most arguments and their names are that.
  if (/^[!-~]*$/.test(text)) {
    const lower = text.toLowerCase()
    return { spaced: lower, dense: lower }
  }
  const plain = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '').toLowerCase()
  const spaced = plain.replace(/\s+/g, ' ').trim()
  return { spaced, dense: spaced.replaceAll(' ', '') }
}

/** A Han character weighs two, so that 4 of them are as much as 8 others. */
const shortestSpan = 8
const han = /\p{Script=Han}/u
/** No Han character stands before it in Unicode, and most of what is looked at does. */
const firstHan = 0x2e80

/**
 * The shortest spans that prove a common origin, one from each place of the text: 4 Han or 8 other characters, or a mix.
 * Two texts share such a stretch exactly when they share one of these. None in a shorter text.
 */
export function spansOf(dense: string): readonly string[] {
  const spans: string[] = []
  for (let at = 0; at < dense.length; at += widthAt(dense, at)) {
    const span = spanAt(dense, at)
    if (span === undefined) break
    spans.push(span)
  }
  return spans
}

/** The span that begins at this character; undefined where too little follows. */
export function spanAt(dense: string, start: number): string | undefined {
  let weight = 0
  for (let end = start; end < dense.length;) {
    const next = end + widthAt(dense, end)
    weight += dense.charCodeAt(end) >= firstHan && han.test(dense.slice(end, next)) ? 2 : 1
    if (weight >= shortestSpan) return dense.slice(start, next)
    end = next
  }
  return undefined
}

/** UTF-16 units of the character there. */
export const widthAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

/** A number, or a word of ASCII with a digit in it: `123456`, `#123456`, `2026-03-01`, `ab12-cd`. */
export const isId = (spaced: string): boolean => /\d/.test(spaced) && /^#?[\x21-\x7e]{1,128}$/.test(spaced) && /^[#\w.:/@+-]+$/.test(spaced)

/** Longer numbers inside a text; short ones stand everywhere. */
export const idsIn = (spaced: string): readonly string[] => spaced.match(/\d{5,}/g) ?? []

/** Whether a part of a text stands with neither a letter, a digit nor a decimal joined to it. */
export const standsWholeAt = (spaced: string, start: number, end: number): boolean =>
  !/[a-z0-9]$|\d[.,]$/.test(spaced.slice(Math.max(0, start - 2), start)) && !/^(?:[a-z0-9]|[.,]\d)/.test(spaced.slice(end, end + 2))
