/** A text with its escapes undone. */
export interface Undone {
  readonly text: string
  /** Where each UTF-16 unit of `text` began in the text it came from, and where it ended. */
  readonly starts: Int32Array
  readonly ends: Int32Array
}

/** Character references, the escapes of JavaScript, CSS and C, percent-encoding, and the empty halves of UTF-16. */
const escape = new RegExp([
  String.raw`&#[xX]0{0,20}([0-9a-fA-F]{1,6});?`,
  String.raw`&#0{0,20}(\d{1,7});?`,
  String.raw`&([a-zA-Z]{2,8});?`,
  String.raw`\\[uU]\{0{0,20}([0-9a-fA-F]{1,6})\}`,
  String.raw`\\[uU]([0-9a-fA-F]{4})`,
  String.raw`((?:%[cdCD][0-9a-fA-F]|%[eE][0-9a-fA-F]%[89abAB][0-9a-fA-F]|%[fF][0-4](?:%[89abAB][0-9a-fA-F]){2})%[89abAB][0-9a-fA-F])`,
  String.raw`(?:\\[xX]|%)([0-9a-fA-F]{2})`,
  String.raw`\\0{0,4}([0-9a-fA-F]{2}) ?`,
  String.raw`\\(?=["'/\\])|\0`,
].join('|'), 'g')

/** The names HTML has for the signs of ASCII. */
const named: ReadonlyMap<string, string> = new Map(Object.entries({
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', bsol: '\\', equals: '=', plus: '+', period: '.', comma: ',', colon: ':', semi: ';', lowbar: '_',
  hyphen: '-', percnt: '%', num: '#', excl: '!', dollar: '$', ast: '*', lpar: '(', rpar: ')', quest: '?', commat: '@', Hat: '^', grave: '`', lcub: '{', rcub: '}',
  verbar: '|', lsqb: '[', rsqb: ']', Tab: '\t', NewLine: '\n', nbsp: '\u00a0', shy: '',
}))

/**
 * Undoes one layer of the escapes that pages, scripts and URLs write characters in; undefined where there are none. Only
 * for looking: what it gives is read by nobody. One pass, linear in the text.
 */
export function undoEscapes(text: string): Undone | undefined {
  if (!/[&%\\\0]/.test(text)) return undefined
  const parts: string[] = []
  const [starts, ends] = [new Int32Array(text.length), new Int32Array(text.length)]
  let length = 0
  let from = 0
  const copy = (to: number): void => {
    parts.push(text.slice(from, to))
    while (from < to) {
      starts[length] = from++
      ends[length++] = from
    }
  }
  for (const match of text.matchAll(escape)) {
    const character = characterOf(match)
    if (character === undefined) continue
    copy(match.index)
    from = match.index + match[0].length
    for (let unit = 0; unit < character.length; unit++) {
      starts[length] = match.index
      ends[length++] = from
    }
    parts.push(character)
  }
  if (from === 0) return undefined
  copy(text.length)
  return { text: parts.join(''), starts, ends }
}

/** Never longer than how it was written. Undefined for a name that is none of ours. */
function characterOf([, hex, decimal, name, braced, unit, utf8, byte, css]: RegExpMatchArray): string | undefined {
  if (name !== undefined) return named.get(name)
  if (utf8 !== undefined) return decoded(utf8)
  const code = decimal === undefined ? parseInt(hex ?? braced ?? unit ?? byte ?? css ?? '', 16) : Number(decimal)
  if (Number.isNaN(code) || code === 0) return ''
  return code <= 0xffff ? String.fromCharCode(code) : code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}

/** Of several bytes of UTF-8; what is none has no character. */
function decoded(percent: string): string {
  try { return decodeURIComponent(percent) } catch { return '\ufffd' }
}
