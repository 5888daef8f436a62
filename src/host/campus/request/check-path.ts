/**
 * Whether a path may be asked as it stands: absolute, in its one canonical spelling. The endpoint table is looked up by
 * this spelling, so no other may mean the same path. Its alphabet is letters, digits and `_ - . ~`, the bytes of other
 * letters percent-encoded, and a space between two of these; no dot or space ends a segment, where servers drop it, and no
 * `;`, `:` or `,` begins a path parameter.
 */
export function isCanonicalPath(path: string): boolean {
  if (path.length > 512 || !/^(?:\/|(?:\/(?:[\w.~-]|%20|%[89A-F][0-9A-F])+)+\/?)$/.test(path)) return false
  const text = decodedText(path)
  return text !== undefined && !/[^\P{Z} ]|\p{C}/u.test(text) && !/(?:^|\/) |[. ](?:\/|$)/.test(text)
}

function decodedText(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
