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
