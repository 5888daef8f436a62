import { hideShareLinks } from './share-links.ts'

/** One shape a credential has in text. `keep` is what stands before the value and stays. */
interface Shape {
  readonly kind: string
  readonly pattern: RegExp
  /** Whether the value found looks like a credential and not like words; where there is no test, it does. */
  readonly test?: (value: string) => boolean
}

/**
 * Replaces what is shaped like a credential, known or not, by `[credential: kind]`. A bare number is never one: student
 * numbers have ten digits. Each pattern is linear: it starts only where a run of its characters starts, or is bounded.
 */
export function hideShapes(text: string): string {
  const without = hideShareLinks(text)
  // Most texts hold nothing that a shape begins with, and this one look is a tenth of theirs.
  if (!anyShape.test(without)) return without
  return shapes.reduce((done, { kind, pattern, test }) => done.replace(pattern, (found: string, ...groups: unknown[]) => {
    const { keep = '', value = '' } = namedGroups(groups)
    return test && !test(value) ? found : `${keep}[credential: ${kind}]`
  }), without)
}

/** Not words of a language: letters with digits, or very long without a space. */
export const looksRandom = (value: string): boolean =>
  /^[\x21-\x7e]{8,}$/.test(value) && ((/\d/.test(value) && /[a-z]/i.test(value)) || value.length >= 24)

/** Names whose value is a credential. A page token is a place in a list. */
const surely = String.raw`(?<!page_?)token|passw(?:or)?d|secret|api[_-]?key|session_?id|phpsessid|castgc|\bjwt`
const perhaps = String.raw`ticket|\botp`
/** Both, as the source of a pattern; case does not count. */
export const secretNames = `(?:${surely}|${perhaps})`
const endsSurely = new RegExp(`(?:${surely}|authorization|cookie)$`, 'i')
const endsPerhaps = new RegExp(`(?:^|_|-)(?:${perhaps})$`, 'i')

/** Whether a field of this name holds a credential: whatever it holds, or (`perhaps`) only what looks random. */
export function secretName(name: string): 'surely' | 'perhaps' | undefined {
  const plain = name.replace(/([a-z])(?=[A-Z])/g, '$1_')
  if (endsSurely.test(plain)) return 'surely'
  return endsPerhaps.test(plain) ? 'perhaps' : undefined
}

/** A quote as it stands in text, in JSON, and in JSON inside JSON. */
const quote = String.raw`\\{0,3}["']`
const assigned = String.raw`(?:${quote})?[ \t]{0,3}[:=][ \t]{0,3}(?:${quote})?`
/** `=` in every spelling that `share-links` knows, as a URL in a URL, JSON or HTML has it. */
const equals = String.raw`(?:=|%(?:25){0,4}3D|\\{1,4}(?:u00|x)3d|&(?:amp;)?(?:#0{0,5}61|#x0{0,5}3d|equals);)`
const scheme = /^(?:basic|bearer|digest|dpop|negotiate|token)\b/i

const shapes: readonly Shape[] = [
  { kind: 'private-key', pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^-]|-(?!----END))*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g },
  { kind: 'token-seed', pattern: /otpauth:\/\/[^\s"'<>[\\]+/gi },
  {
    kind: 'cookie',
    pattern: new RegExp(String.raw`(?<keep>cookie2?${assigned})[\w!#$%&*+.^|~-]{1,200}=(?:[^\r\n"'\\=]|=?\\?"[^"\r\n\\]*\\?"(?=[;,\s])|=)*`, 'gi'),
  },
  {
    kind: 'authorization', test: (value) => scheme.test(value) || looksRandom(value),
    pattern: new RegExp(String.raw`(?<keep>authorization${assigned})(?<value>[^\s\u0080-\uffff"'\\,;[]{4,}(?: [^\s\u0080-\uffff"'\\,;[]{4,})?)`, 'gi'),
  },
  { kind: 'bearer', test: looksRandom, pattern: /(?<keep>\b(?:bearer|dpop)(?:[ \t]{1,3}|%20|\+))(?<value>[\w.~+/%-]{8,}={0,2})/gi },
  { kind: 'jwt', pattern: /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*){0,3}/g },
  { kind: 'token', pattern: new RegExp(String.raw`(?<keep>${secretNames}${equals})[^\s\u0080-\uffff&"'<>;,#)\\[\]]{3,}`, 'gi') },
  { kind: 'token', pattern: new RegExp(String.raw`(?<keep>(?:${surely})${quote}[ \t]{0,3}:[ \t]{0,3}${quote})[\x21\x23-\x26\x28-\x5a\x5d-\x7e]{4,}`, 'gi') },
  {
    kind: 'token', test: looksRandom,
    pattern: new RegExp(String.raw`(?<keep>${secretNames}(?:${quote})?[ \t]{0,3}:[ \t]{0,3}(?:${quote})?)(?<value>[^\s\u0080-\uffff"'\\,;&<>[\]]{8,})`, 'gi'),
  },
  { kind: 'api-key', pattern: /(?<![\w-])(?:sk-|gh[opsu]_|github_pat_|glpat-|AKIA|AIza|xox[abpr]-)[\w-]{12,}/g },
  { kind: 'password', pattern: /(?<keep>\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s\u0080-\uffff/:@"'<>[]{1,200}:)[^\s\u0080-\uffff/@"'<>[]{1,200}(?=@)/gi },
]

/** What each shape has in it, in any case. A shape without its word here would never be looked for: the test holds them together. */
const anyShape = /-----begin|otpauth:|cookie|authorization|bearer|dpop|eyj|token|passw|secret|api[_-]?key|session_?id|phpsessid|castgc|jwt|ticket|otp|sk-|gh[opsu]_|github_pat_|glpat-|akia|aiza|xox|:\/\//i

function namedGroups(groups: readonly unknown[]): { readonly keep?: string; readonly value?: string } {
  const named: unknown = groups.at(-1)
  return typeof named === 'object' && named !== null ? named : {}
}
