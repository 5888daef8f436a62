/** A fragment that carries a key: a field named so, also URL-encoded, or one long random word. */
const named = /(?:^|[?&/]|%3F|%26)(?:k|key|secret|share)(?:=|%3D)[\w%.~+/-]{6,}/i
const random = (fragment: string): boolean =>
  /^[\w-]{20,}={0,2}$/.test(fragment) && /\d/.test(fragment) && /[a-z]/.test(fragment) && /[A-Z]/.test(fragment)

const longestLink = 2048
const beforeLink = /[\s"'<>()\\\u0080-\uffff]/

/**
 * Takes whole share links out of a text (seed 000: their fragment holds the key), also URL-encoded ones; what follows a
 * `#` that belongs to no link goes alone. One pass: the look back from a `#` ends at the one before.
 */
export function hideShareLinks(text: string): string {
  if (!/#|%23/.test(text)) return text
  const out: string[] = []
  let done = 0
  for (const found of text.matchAll(/(?:#|%23)([^\s"'<>()[\]#\\\u0080-\uffff]+)/g)) {
    const fragment = found[1] ?? ''
    if (!named.test(fragment) && !random(fragment)) continue
    const start = linkStart(text, found.index, done)
    if (start === undefined && !named.test(fragment)) continue
    out.push(text.slice(done, start ?? found.index), '[credential: share-link]')
    done = found.index + found[0].length
  }
  out.push(text.slice(done))
  return out.join('')
}

/** Where the link begins whose fragment is at `hash`, or undefined where no link is there. */
function linkStart(text: string, hash: number, done: number): number | undefined {
  let from = hash
  while (from > done && hash - from < longestLink && text[from - 1] !== '#' && !beforeLink.test(text[from - 1] ?? '')) from--
  const before = text.slice(from, hash)
  const at = before.search(/https?(?::\/\/|%3A%2F%2F)/i)
  return at < 0 ? undefined : from + at
}
