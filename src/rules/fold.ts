/** A text for looking, in which spellings that look or read alike are one. */
export interface Folded {
  readonly text: string
  /** Where what became a UTF-16 unit of `text` began in the text it came from, and where it ended. */
  startOf(unit: number): number
  endOf(unit: number): number
}

/**
 * One case and width, letters without their marks, and nothing invisible, no control and no white space: NFKD, lower case,
 * less what `left` names. Each character is folded by itself, so that every unit has its place. One pass; the places are
 * found by another, once somebody asks for one, which of most texts nobody does.
 */
export function fold(text: string): Folded {
  if (/^[\x21-\x7e]*$/.test(text)) return { text: text.toLowerCase(), startOf: (unit) => unit, endOf: (unit) => unit + 1 }
  let places: Int32Array | undefined
  const placeOf = (unit: number): number => (places ??= placesIn(text))[unit] ?? 0
  return {
    text: foldedText(text),
    startOf: placeOf,
    endOf: (unit) => placeOf(unit) + ((text.codePointAt(placeOf(unit)) ?? 0) > 0xffff ? 2 : 1),
  }
}

function foldedText(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.replace(/[\0-\x20\x7f]+/g, '').toLowerCase()
  if (scratch.length < text.length) scratch = new Uint16Array(2 * text.length)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const known = table[code] ?? 0
    if (known > several) { scratch[length++] = known; continue }
    if (known === dropped) continue
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const folded = foldCharacter(character)
    if (length + folded.length + text.length - at > scratch.length) scratch = grown(new Uint16Array(2 * scratch.length + folded.length), scratch)
    for (let unit = 0; unit < folded.length; unit++) scratch[length++] = folded.charCodeAt(unit)
    at += character.length - 1
  }
  const made = decoder.decode(scratch.subarray(0, length))
  // It may have been a secret.
  if (scratch.length > mostScratch) scratch = new Uint16Array(0)
  else scratch.fill(0, 0, length)
  return made
}

/** Where in the text each unit of its folded form began. */
function placesIn(text: string): Int32Array {
  let [places, length] = [new Int32Array(text.length), 0]
  for (let at = 0; at < text.length; at++) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const units = foldCharacter(character).length
    if (length + units > places.length) places = grown(new Int32Array(2 * places.length + units), places)
    for (let unit = 0; unit < units; unit++) places[length++] = at
    at += character.length - 1
  }
  return places
}

/** Where a text is folded; for one that needs more it is longer for that long. */
let scratch = new Uint16Array(0)
const mostScratch = 1 << 16
const decoder = new TextDecoder('utf-16le', { ignoreBOM: true })
const left = /[\p{Default_Ignorable_Code_Point}\p{M}\p{Z}\p{Cc}\p{Cf}\p{Surrogate}\s\u2800]+/gu

/** What a character of the Basic Multilingual Plane becomes: unknown yet, nothing, more than one unit, or that unit. */
const table = new Uint16Array(0x10000)
const [dropped, several] = [1, 2]
/** What is not in the table: a little of it, since there are a million characters that a text may hold. */
const others = new Map<string, string>()
const mostOthers = 4096

function foldCharacter(character: string): string {
  const known = others.get(character)
  if (known !== undefined) return known
  const folded = character.normalize('NFKD').toLowerCase().normalize('NFKD').replace(left, '')
  const code = character.charCodeAt(0)
  // Half a pair has no entry: the same unit begins whole ones.
  if (character.length === 1 && folded.length < 2 && !/\p{Surrogate}/u.test(character)) table[code] = folded === '' ? dropped : folded.charCodeAt(0)
  else {
    if (others.size >= mostOthers) others.clear()
    others.set(character, folded)
    if (character.length === 1 && folded.length > 1) table[code] = several
  }
  return folded
}

function grown<A extends Uint16Array | Int32Array>(room: A, before: A): A {
  room.set(before)
  return room
}
