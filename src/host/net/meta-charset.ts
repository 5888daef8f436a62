/**
 * The encoding that a page's own `<meta>` names, looked for as browsers do before they parse: the HTML standard's prescan
 * (13.2.3.2). A word of a comment, of another tag, of another attribute or of a description names nothing.
 * @param head the first bytes of the page, one character a byte
 * @param known the encoding of a label; undefined for a label nobody knows, which is passed over
 */
export function metaCharset(head: string, known: (label: string) => string | undefined): string | undefined {
  const at = { place: 0 }
  for (; at.place < head.length; at.place++) {
    if (head[at.place] !== '<') continue
    const start = head.slice(at.place, at.place + 6)
    if (start.startsWith('<!--')) {
      // `<!-->` is a whole comment: its end may overlap its beginning.
      at.place = placeOf(head, '-->', at.place + 2) + 2
    } else if (/^<\/?[a-z]/i.test(start)) {
      if (!isMeta.test(start)) until(head, at, `${space}>`)
      else at.place += '<meta'.length
      const attributes = attributesFrom(head, at)
      const charset = isMeta.test(start) && at.place < head.length ? charsetOf(attributes, known) : undefined
      if (charset !== undefined) return charset
    } else if (/^<[!/?]/.test(start)) {
      at.place = placeOf(head, '>', at.place)
    }
  }
  return undefined
}

const space = '\t\n\f\r '
const isMeta = /^<meta[\t\n\f\r /]/i

/** A `charset` is the whole answer, also a bad one; a `content` counts beside `http-equiv="content-type"` alone. */
function charsetOf(attributes: ReadonlyMap<string, string>, known: (label: string) => string | undefined): string | undefined {
  const charset = attributes.get('charset')
  if (charset !== undefined) return known(charset)
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return undefined
  // A quotation mark that nothing closes is no label.
  const said = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"'][^\t\n\f\r ;]*|["']))/i.exec(attributes.get('content') ?? '')
  const label = said?.[1] ?? said?.[2] ?? said?.[3]
  return label === undefined ? undefined : known(label)
}

interface At { place: number }

/** A tag's attributes up to its `>`, each under its lower-case name, the first of a name alone. Goes past the end where they do. */
function attributesFrom(text: string, at: At): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (;;) {
    while (`${space}/`.includes(text[at.place] ?? '>')) at.place++
    if (at.place >= text.length || text[at.place] === '>') return found
    const from = at.place
    // An `=` where a name begins is the name's first letter.
    at.place++
    until(text, at, `${space}/>=`)
    const name = text.slice(from, at.place).toLowerCase()
    const value = valueAt(text, at)
    if (!found.has(name)) found.set(name, value)
  }
}

function valueAt(text: string, at: At): string {
  skipSpace(text, at)
  if (text[at.place] !== '=') return ''
  at.place++
  skipSpace(text, at)
  const quote = text[at.place]
  if (quote !== '"' && quote !== "'") return until(text, at, `${space}>`)
  at.place++
  const value = until(text, at, quote)
  at.place++
  return value
}

const skipSpace = (text: string, at: At): void => { while (space.includes(text[at.place] ?? 'x')) at.place++ }

function until(text: string, at: At, ends: string): string {
  const from = at.place
  while (at.place < text.length && !ends.includes(text[at.place] ?? '')) at.place++
  return text.slice(from, at.place)
}

/** Past the end where there is none. */
function placeOf(text: string, needle: string, from: number): number {
  const place = text.indexOf(needle, from)
  return place === -1 ? text.length : place
}
