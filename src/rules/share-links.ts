/** `#` as it stands, URL-encoded once or more, as JSON or a script writes it, as HTML does; not the `#` of another HTML number. */
const hash = String.raw`(?:(?<!&)#|#(?!x?[0-9a-f]{1,7};)|%(?:25){0,4}23|\\{1,4}(?:u00|x)23|&(?:amp;)?(?:#0{0,5}35|#x0{0,5}23|num);)`
/** What a link's fragment is made of; characters that end a link end it only where they are no other spelling's. */
const inFragment = String.raw`(?:&(?:amp;)?#x?[0-9a-f]{1,7};|\\{1,4}(?:u00|x)[0-9a-f]{2}|[^\s"'<>()[\]#\\\u0080-\uffff])`
const candidate = new RegExp(`${hash}(${inFragment}+)`, 'gi')
const anyHash = new RegExp(hash, 'i')

/** A fragment that carries a key: a field named so, or one long random word that is no heading. */
const named = /(?:^|[?&/#;])(?:k|key|secret|share)=[\w%.~+/=-]{6,}/i
const random = (fragment: string): boolean =>
  /^[\w-]{20,}={0,2}$/.test(fragment) && /\d/.test(fragment) && /[a-z]/.test(fragment) && /[A-Z]/.test(fragment) && !isHeading(fragment)
/** A place on a page, named by its heading: `Recent_developments_since_2000`. Of five million random keys of 20 characters none is one. */
const isHeading = (fragment: string): boolean => fragment.split(/[-_]/).every((part) => /^(?:[A-Z]?[a-z]+|[A-Z]{2,5}|\d{1,4})$/.test(part))

const longestLink = 2048
const beforeLink = /[\s"'<>()\\\u0080-\uffff]/

/**
 * Takes whole share links out of a text (seed 000: their fragment holds the key), also URL-encoded ones and those that JSON
 * or HTML spelt otherwise; what follows a `#` that belongs to no link goes alone. One pass: the look back from a `#` ends
 * at the one before.
 */
export function hideShareLinks(text: string): string {
  if (!anyHash.test(text)) return text
  const out: string[] = []
  let done = 0
  for (const found of text.matchAll(candidate)) {
    const fragment = plainly(found[1] ?? '')
    if (!named.test(fragment) && !random(fragment)) continue
    const start = linkStart(text, found.index, done)
    if (start === undefined && !named.test(fragment)) continue
    out.push(text.slice(done, start ?? found.index), '[credential: share-link]')
    done = found.index + found[0].length
  }
  out.push(text.slice(done))
  return out.join('')
}

/** Where the link begins whose fragment is at `at`, or undefined where no link is there. */
function linkStart(text: string, at: number, done: number): number | undefined {
  let from = at
  while (from > done && at - from < longestLink && text[from - 1] !== '#' && !beforeLink.test(text[from - 1] ?? '')) from--
  const before = text.slice(from, at)
  const start = before.search(/https?(?::\/\/|(?:%(?:25){0,4}3A)(?:%(?:25){0,4}2F){2})/i)
  return start < 0 ? undefined : from + start
}

/** The fragment with its ASCII in its plain spelling. */
function plainly(fragment: string): string {
  return fragment
    .replace(/%(?:25){0,4}([0-7][0-9a-f])/gi, fromHex)
    .replace(/\\{1,4}(?:u00|x)([0-7][0-9a-f])/gi, fromHex)
    .replace(/&(?:amp;)?#x0{0,5}([0-7]?[0-9a-f]);/gi, fromHex)
    .replace(/&(?:amp;)?#0{0,5}(\d{1,3});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&equals;/gi, '=')
}
const fromHex = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16))
