/**
 * Characters that a person cannot see, or that make a terminal do something: taken out of every outside text.
 * One pass over the text, each pattern linear. What stays whole: emoji with their joiners and selectors, flags, CJK.
 *
 * What is taken out leaves `[hidden: 3]` or `[control: 3]` where it stood. With `lone` as `dropped`, for a model's input
 * alone, a single soft hyphen, zero-width space, word joiner or byte order mark goes without a mark, as web pages are full
 * of them; a person is shown every mark, so that two texts that differ do not look the same (bug-log 53, 55).
 */
export function cleanCharacters(text: string, lone: 'marked' | 'dropped' = 'marked'): string {
  return suspect.test(text) ? text.replace(pattern, (found, ...groups) => replacement(found, groups, lone)) : text
}

/**
 * The first character that `cleanCharacters` would take out, with its place in the text; undefined for a text that shows
 * all it holds. `\r\n` counts as a line end like any other.
 */
export function firstHidden(text: string): { readonly at: number; readonly code: number } | undefined {
  if (!suspect.test(text)) return undefined
  for (const { 0: found, 1: kept, index } of text.matchAll(pattern)) {
    if (kept === undefined && found !== '\r\n') return { at: index, code: found.codePointAt(0) ?? 0 }
  }
  return undefined
}

/** Sequences of UTS #51: with joiners, a skin tone, a presentation selector, a keycap. Their parts are all visible. */
const pictograph = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\ufe0e\ufe0f])?`
const emoji = String.raw`${pictograph}(?:\u200d${pictograph})*|[0-9#*]\ufe0f\u20e3`
/** The three tag sequences that Unicode recommends: England, Scotland, Wales. Any other run of tags is hidden text. */
const tagFlags = ['gbeng', 'gbsct', 'gbwls'].map((region) => `\u{1f3f4}${tags(region)}\u{e007f}`).join('|')

/** ECMA-48: OSC, DCS, SOS, PM and APC strings with their end, CSI with parameters, then escapes of two characters or more. */
const escapes = [
  String.raw`(?:\x1b[\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)`,
  String.raw`(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]`,
  String.raw`\x1b[ -/]*[0-~]?`,
].join('|')
const breaks = String.raw`\r\n|[\r\v\f\x85\u2028\u2029]`
const controls = String.raw`[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]`
/** Default ignorables, format characters, noncharacters; but not the visible signs that Unicode calls format characters. */
const hidden = String.raw`(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Noncharacter_Code_Point}]`

const pattern = new RegExp(
  String.raw`(${tagFlags}|${emoji})|(${breaks})|((?:${escapes}|${controls})+)|((?:${hidden})+)|(\p{Surrogate})`, 'gu')
/** Quick look whether there is anything to do: most texts are clean. */
const suspect = new RegExp(String.raw`[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\p{Surrogate}]|${hidden}`, 'u')

const commonOnPages = new Set(['\u00ad', '\u200b', '\u2060', '\ufeff'])

function replacement(found: string, groups: readonly unknown[], lone: 'marked' | 'dropped'): string {
  const [kept, lineBreak, control, invisible] = groups
  if (kept !== undefined) return found
  if (lineBreak !== undefined) return '\n'
  if (control !== undefined) return `[control: ${[...found].length}]`
  if (invisible !== undefined) return lone === 'dropped' && commonOnPages.has(found) ? '' : `[hidden: ${[...found].length}]`
  return '\ufffd'
}

function tags(region: string): string {
  return Array.from(region, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
}
