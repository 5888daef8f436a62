import { fold } from './fold.ts'

/** Shorter ones would be found in every text; a password of three letters cannot be kept out of words by looking for it. */
export const shortestSecret = 4

/**
 * The spellings in which a known secret is looked for: as it is, as JSON writes it, URL-encoded in the usual ways, and
 * Base64 (both alphabets) wherever in a longer value it begins. Base64 packs three bytes into four characters, so there
 * are three alignments; of each, the characters that the secret alone decides. None for a secret under four characters.
 */
export function secretForms(secret: string): readonly string[] {
  if (secret.length < shortestSecret) return []
  const bytes = new TextEncoder().encode(secret)
  const base64 = [0, 1, 2].map((shift) => alignedBase64(bytes, shift)).filter((text) => text.length > shortestSecret)
  const percent = urlForms(secret, bytes)
  const forms = [secret, JSON.stringify(secret).slice(1, -1), ...percent, ...base64, ...base64.map(urlSafe), ...base64.map(encodeURIComponent)]
  return [...new Set(forms)].sort((a, b) => b.length - a.length)
}

/** Every spelling in which a secret is looked for: as they stand, and in a folded text. */
export interface Spellings { readonly exact: readonly string[]; readonly loose: readonly LooseForm[] }

export const spellingsOf = (secret: string): Spellings => ({ exact: secretForms(secret), loose: looseForms(secret) })

/** A spelling as `fold` leaves it; `inOnePiece` where it counts only without white space in between. */
export interface LooseForm { readonly form: string; readonly inOnePiece: boolean }

/** What is looked for in a folded text; a shorter one would be found in words. */
const shortestLoose = 6
const shortestBroken = 8

/**
 * The spellings of a known secret in a folded text: itself and backwards; hex and Base64 of UTF-8 and UTF-16; Base64 of
 * Base64. Words and numbers are not looked for in pieces or backwards ("I love you", a date with spaces).
 */
export function looseForms(secret: string): readonly LooseForm[] {
  const plain = fold(secret).text
  if (plain.length < shortestLoose) return []
  const common = /^(?:\p{Nd}+|\p{L}{1,15})$/u.test(plain) || plain.length < shortestBroken
  const utf8 = new TextEncoder().encode(secret)
  const [low, high] = [utf16(secret, true), utf16(secret, false)]
  const base64 = everyBase64(utf8)
  const encoded = [utf8, low, high].map(hex).concat(base64, everyBase64(low), everyBase64(high), base64.flatMap((text) => everyBase64(new TextEncoder().encode(text))))
  const forms = encoded.filter((form) => form.length >= shortestBroken).map((form) => ({ form: form.toLowerCase(), inOnePiece: false }))
  return [{ form: plain, inOnePiece: common }, ...(common ? [] : [{ form: [...plain].toReversed().join(''), inOnePiece: false }]), ...forms]
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const everyBase64 = (bytes: Uint8Array): readonly string[] =>
  [0, 1, 2].map((shift) => alignedBase64(bytes, shift)).flatMap((text) => (/[+/]/.test(text) ? [text, urlSafe(text)] : [text]))

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length))
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at, text.charCodeAt(at), littleEndian)
  return new Uint8Array(view.buffer)
}

function urlForms(secret: string, bytes: Uint8Array): readonly string[] {
  const encoded = secret.replace(/\p{Surrogate}+|[^\p{Surrogate}]+/gu, (part) => (/\p{Surrogate}/u.test(part) ? '%EF%BF%BD' : encodeURIComponent(part)))
  const strict = encoded.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  const every = Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
  const upper = [encoded, strict, strict.replaceAll('%20', '+'), encoded.replaceAll('%20', '+'), every, encodeURIComponent(strict)]
  return upper.flatMap((form) => [form, form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())])
}

function alignedBase64(bytes: Uint8Array, shift: number): string {
  const padded = [...Array.from({ length: shift }, () => 0), ...bytes]
  const text = btoa(String.fromCharCode(...padded)).replace(/={1,2}$/, '')
  // Leave out what bits of a neighbour share: at the front, and at the end where the last byte does not fill its character.
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor((padded.length * 8) / 6))
}

const urlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_')
