import { hostOf } from './link.ts'

/**
 * HTML in a text, reduced to the text a reader would see. Plain tags go silently, block ends become line ends; what could
 * hide words leaves a mark: `[image]`, `[link: host]`, `[markup]` for comments, scripts and attributes. A `<` that opens
 * nothing whole, and a tag of no known element (`List<int>`, `</system>`), is kept as `‹…›`, so that no tag is left.
 * One pass; every search forward is bounded or remembered.
 */
export function htmlToText(text: string): string {
  if (!text.includes('<')) return text
  const out: string[] = []
  const [find, endOf] = [rememberedSearch(text), rememberedEnds(text)]
  let at = 0
  let last = ''
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
    out.push(text.slice(at, open))
    const found = readComment(text, open, find) ?? readTag(text, open, find, endOf) ?? { end: open + 1, shown: isTagStart(text, open) ? '‹' : '<' }
    if (text.slice(at, open).trim() !== '') last = ''
    // One mark for a run of them.
    if (!found.shown.startsWith('[') || found.shown !== last) out.push(found.shown)
    if (found.shown.trim() !== '') last = found.shown
    at = found.end
  }
  out.push(text.slice(at))
  // Taking a tag out may have brought a `<` and a letter together.
  return out.join('').replace(/<(?=[a-z/!?])/gi, '‹')
}

interface Found { readonly end: number; readonly shown: string }
type Find = (needle: string, from: number) => number
type EndOf = (from: number) => number

const isTagStart = (text: string, open: number): boolean => /[a-z/!?]/i.test(text[open + 1] ?? '')

function readComment(text: string, open: number, find: Find): Found | undefined {
  const next = text[open + 1]
  if (next !== '!' && next !== '?') return undefined
  const close = text.startsWith('<!--', open) ? '-->' : text.startsWith('<![CDATA[', open) ? ']]>' : '>'
  // `<!-->` is a whole comment to a browser, so the end may overlap the beginning.
  const end = find(close, open + 2)
  return end < 0 ? undefined : { end: end + close.length, shown: '[markup]' }
}

function readTag(text: string, open: number, find: Find, endOf: EndOf): Found | undefined {
  const name = /^<\/?([a-z][^\s/<>]{0,63})/i.exec(text.slice(open, open + 67))
  if (!name?.[1]) return undefined
  const close = endOf(open + name[0].length)
  if (close < 0) return undefined
  const element = name[1].toLowerCase()
  const inner = text.slice(open + name[0].length, close)
  const body = rawText.has(element) && text[open + 1] !== '/' ? find(`</${element}`, close) : -1
  if (body >= 0) return { end: body, shown: '[markup]' }
  return { end: close + 1, shown: shownFor(element, inner, text.slice(open + 1, close)) }
}

/**
 * For a place inside a tag, that of the `>` that ends it, quotes respected; -1 where another `<` or the end of the text
 * comes first. All places are answered at once, from the end back: walks that began at each `<` would cross each other.
 */
function rememberedEnds(text: string): EndOf {
  let ends: Int32Array | undefined
  return (from) => (ends ??= tagEnds(text))[from] ?? -1
}

function tagEnds(text: string): Int32Array {
  const ends = new Int32Array(text.length + 1).fill(-1)
  const quotes = new Map([['"', -1], ["'", -1]])
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text[at] ?? ''
    const closing = quotes.get(char)
    const after = closing === undefined || text[at - 1] !== '=' ? at + 1 : closing < 0 ? text.length : closing + 1
    ends[at] = char === '>' ? at : char === '<' ? -1 : ends[after] ?? -1
    if (closing !== undefined) quotes.set(char, at)
  }
  return ends
}

function shownFor(element: string, inner: string, whole: string): string {
  // An address in angle brackets hides nothing.
  if (element.includes(':') && !/[\s"'=]/.test(inner.replace(/\?.*/s, ''))) return `‹${whole}›`
  const attributes = [...inner.matchAll(/([^\s=/"'<>]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]*))?/g)].map(([, name = '', value = '']) => ({ name: name.toLowerCase(), value }))
  if (element === 'img' || element === 'image') return '[image]'
  const href = attributes.find(({ name }) => name === 'href')
  if (href) return `[link${hostOf(href.value.replace(/^["']|["']$/g, ''))}]`
  if (attributes.some(({ name }) => !presentational.has(name))) return '[markup]'
  if (blocks.has(element)) return '\n'
  if (cells.has(element)) return ' '
  return inlines.has(element) ? '' : `‹${whole}›`
}

/**
 * `indexOf` that remembers a needle it did not find, and where it last found one, so that repeated searches stay linear. An
 * end tag is found where its name ends too: `</script-x>` ends no script.
 */
function rememberedSearch(text: string): Find {
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const last = new Map<string, { from: number; at: number }>()
  return (needle, from) => {
    const known = last.get(needle)
    if (known && known.from <= from && (known.at < 0 || known.at >= from)) return known.at
    let at = lower.indexOf(needle, from)
    while (at >= 0 && needle.startsWith('</') && !/^[\t\n\f\r />]/.test(lower[at + needle.length] ?? '')) at = lower.indexOf(needle, at + needle.length)
    last.set(needle, { from, at })
    return at
  }
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const rawText = words('script style template noscript iframe object')
const blocks = words('address article aside blockquote br center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tfoot thead tr ul')
const inlines = words('a abbr b big body cite code del dfn em font head html i ins kbd label mark q s samp small span strike strong sub sup tt u var caption script style template noscript iframe object')
const cells = words('td th')
const presentational = words('align bgcolor border cellpadding cellspacing class color colspan dir face height id lang rowspan size style target valign width')
