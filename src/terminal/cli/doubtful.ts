import { drawnCharacters } from './plain-drawing.ts'

/**
 * What a card may not show as it is: characters that draw frames, that look like a space or like nothing, that are written
 * from right to left and so move what stands beside them, that a terminal may know other than we do (unassigned, private),
 * and marks that stand on no letter or are heaped on one.
 */
const doubtful = new RegExp([
  drawnCharacters,
  // Spaces but the plain one; blanks that are letters or symbols; dashes of two and three em.
  String.raw`(?! )\p{Zs}|[\u2800\u2e3a\u2e3b\u{13441}\u{13442}\u{1d159}]`,
  // The ranges that Unicode keeps for right-to-left scripts (UAX #9).
  String.raw`[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]`,
  String.raw`\p{Unassigned}|\p{Private_Use}`,
  String.raw`(?<![\p{L}\p{N}]\p{M}{0,3})(?!\p{Default_Ignorable_Code_Point})\p{M}`,
].join('|'), 'gu')

/** Each of them as `\uXXXX`, twice for one beyond U+FFFF, as JSON writes it. */
export const escapeDoubtful = (text: string): string => text.replace(doubtful, escaped)

/** Every UTF-16 unit as `\uXXXX`. */
export const escaped = (text: string): string => text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
