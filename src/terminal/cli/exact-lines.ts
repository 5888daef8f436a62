import { jsonLine } from './json-line.ts'
import { widthOf } from './width.ts'

/**
 * An argument as lines of at most `width` columns (two or more) from which its name and value can be read back whole:
 * what is approved is what is sent (bug-log 53, 55). The value stands as JSON; what cannot be seen, what looks like a
 * space, and what the host draws frames with stand as `\uXXXX`; lines break at the last column and leave nothing out. A
 * space that ends a line would be seen by nobody, so it stands as `␠`.
 */
export function exactLines(name: string, value: unknown, width: number): string[] {
  const text = `${/^[A-Za-z_][\w-]*$/.test(name) ? name : exact(name)} = ${exact(value)}`
  return breakAt(text, width).map((line) => line.replace(/ $/, '␠'))
}

/** The characters the host draws with, as escapes: outside text cannot go on with a frame. */
export const escapeDrawn = (text: string): string => text.replace(/[\u2500-\u259f]/g, escaped)

const exact = (value: unknown): string => escapeDrawn(jsonLine(value)).replace(/[␠\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800]/g, escaped)
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

function breakAt(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const character of text) {
    const wide = widthOf(character)
    if (used + wide > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    line += character
    used += wide
  }
  return [...lines, line]
}
