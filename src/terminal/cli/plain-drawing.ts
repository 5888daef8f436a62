/** What frames, bars and rules are drawn with: box drawing, blocks, and the pieces of large brackets that look like them. */
export const drawnCharacters = String.raw`[\u2500-\u259f\u239b-\u23b3\u23b8-\u23bd\u23aa\u23af\u23d0\uffe8\u{1fb00}-\u{1fbff}]`
const drawn = new RegExp(drawnCharacters, 'gu')

/**
 * Outside text with nothing in it that draws as the host's cards do: `═ ─ │ ┼ █` become `= - | + #`. A table or a tree in
 * an answer stays one, and no answer draws a card. (On a card, where each character counts, they are escaped instead.)
 */
export const plainDrawing = (text: string): string => text.replace(drawn, (character) => plainOf(character))

function plainOf(character: string): string {
  for (const [plain, those] of likenesses) if (those.includes(character)) return plain
  return /[\u2580-\u259f\u{1fb00}-\u{1fbff}]/u.test(character) ? '#' : /[\u239b-\u23b3]/.test(character) ? '|' : '+'
}

const likenesses = [
  ['-', '─━┄┅┈┉╌╍╴╶╸╺╼╾⎯⎺⎻⎼⎽'], ['=', '═'], ['|', '│┃┆┇┊┋╎╏║╵╷╹╻╽╿⎪⏐⎸⎹\uffe8'], ['/', '╱'], ['\\', '╲'], ['X', '╳'], ['.', '░'],
] as const
