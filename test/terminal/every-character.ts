import { eastAsianWidthType } from 'get-east-asian-width'

/**
 * One character of each kind that a terminal may count in its own way: of every 128 code points, one of each general
 * category and East Asian width; of what is unassigned or private one of every 4096. Lone surrogates cannot be written to
 * a terminal.
 */
export function sampleCharacters(): string[] {
  const found = new Map<string, string>()
  for (let point = 0xa0; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const character = String.fromCodePoint(point)
    const kind = `${point >> (/\p{Cn}|\p{Co}/u.test(character) ? 12 : 7)} ${categoryOf(character)} ${eastAsianWidthType(point)}`
    if (!found.has(kind)) found.set(kind, character)
  }
  return [...found.values()]
}

const categories = ['L', 'Mn', 'Mc', 'Me', 'Nd', 'N', 'P', 'Emoji_Presentation', 'S', 'Zs', 'Cf', 'Cn', 'C'].map((name) => ({ name, pattern: new RegExp(String.raw`\p{${name}}`, 'u') }))
const categoryOf = (character: string): string => categories.find(({ pattern }) => pattern.test(character))?.name ?? '-'
