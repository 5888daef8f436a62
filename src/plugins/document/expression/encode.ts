/**
 * How an expression's text is put into a larger text, by the place it stands in. What the author wrote around it is
 * left as it is; what a value brings can never leave its place. Query, form and JSON values go to the host as data
 * and are encoded there.
 */
export type EncodePlace = 'text' | 'path' | 'query' | 'header' | 'css'

/** Undefined for a value that has no form in that place; the caller says which step. */
export function encode(text: string, place: EncodePlace): string | undefined {
  switch (place) {
    case 'text': return text
    // One segment: slashes, dots that climb and nothing at all would make another path.
    case 'path': return text === '' || /^\.{1,2}$/.test(text) ? undefined : percent(text)
    case 'query': return percent(text)
    case 'header': return /^[\x20-\x7e]*$/.test(text) ? text : undefined
    case 'css': return cssString(text)
  }
}

function percent(text: string): string | undefined {
  // encodeURIComponent throws on half a surrogate pair.
  return /\p{Surrogate}/u.test(text) ? undefined : encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** CSS escapes for all but letters, digits, `-`, `_` and what is not ASCII; right inside a string and in a name. */
const cssString = (text: string): string => text.replace(/[^\w\-\u0080-\uffff]|^\d/g, (c) => `\\${c.charCodeAt(0).toString(16)} `)
