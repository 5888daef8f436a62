/**
 * The JSON value of a text that came from outside, or undefined for a text that is none. Half a character, which an escape can spell
 * where a server cut a text, is U+FFFD: no result, row or card can hold one, and a whole answer failed by it.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(/\\u[dD][89a-fA-F]/.test(text) ? text.replaceAll(escapes, whole) : text)
  } catch {
    return undefined
  }
}

/** An escape, and the low half of a character behind it where one stands there. */
const escapes = /\\(?:u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|[^u])/g

function whole(escape: string, first: string | undefined, low: string | undefined): string {
  if (first === undefined || (low !== undefined && /^d[89ab]/i.test(first))) return escape
  return `\\u${/^d[89a-f]/i.test(first) ? 'fffd' : first}${low === undefined ? '' : '\\ufffd'}`
}
