import { jsonShown } from '../../rules/json-shown.ts'
import { escapeDoubtful, escaped } from './doubtful.ts'
import { jsonLine } from './json-line.ts'
import { piecesOf, widestOf } from './width.ts'

/**
 * An argument as lines of at most `width` columns (four or more) from which its name and value can be read back whole:
 * what is approved is what is sent (bug-log 53, 55). The value stands as JSON; what cannot be seen, and what
 * `escapeDoubtful` names, stands as `\uXXXX`; lines break at the last column and leave nothing out. A space that ends a
 * line would be seen by nobody, so it stands as `␠`.
 */
export function exactLines(name: string, value: unknown, width: number): string[] {
  return exactBroken(`${exactName(name)} = ${exact(value)}`, width)
}

/** The same of a whole canonical JSON text, which stands byte for byte but for those escapes. */
export const exactJsonLines = (json: string, width: number): string[] => exactBroken(shownExactly(jsonShown(json)), width)

/** A name as it stands, or as JSON where it could read as something else. */
export const exactName = (name: string): string => (/^[A-Za-z_][\w-]*$/.test(name) ? name : exact(name))

/** A value as JSON that shows all of itself. */
export const exact = (value: unknown): string => shownExactly(jsonLine(value))

const exactBroken = (text: string, width: number): string[] => breakAt(text, width).map((line) => line.replace(/ $/, '␠'))

const shownExactly = (json: string): string => escapeDoubtful(json).replace(/␠/g, escaped)

function breakAt(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  // One column is left for the mark of a space, which may be wider than the space.
  for (const piece of piecesOf(text, width - 1)) {
    const wide = widestOf(piece)
    if (used + wide > width - 1) {
      lines.push(line)
      line = ''
      used = 0
    }
    line += piece
    used += wide
  }
  return [...lines, line]
}
