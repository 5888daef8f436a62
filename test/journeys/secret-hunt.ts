/**
 * Looks for secrets in whatever a run left behind. It knows each spelling that a secret may have taken on its way: as it
 * is, inside JSON, URL-encoded, Base64 at any of its three alignments, hexadecimal, and cut over lines or messages.
 */

/** Where something was found, and in which spelling. */
export interface Find { readonly sink: string; readonly secret: string; readonly spelling: string }
export type Sinks = ReadonlyMap<string, Buffer>

export function hunt(sinks: Sinks, secrets: ReadonlyMap<string, string>): Find[] {
  return [...sinks].flatMap(([sink, bytes]) => {
    const joined = joinedTexts(bytes)
    return [...secrets].flatMap(([secret, value]) => spellings(value).flatMap(([spelling, text]) =>
      (bytes.includes(text) ? [{ sink, secret, spelling }] : joined.includes(text) ? [{ sink, secret, spelling: `${spelling}, cut` }] : [])))
  })
}

/** Spellings by name. Base64 is the part that does not depend on what stands beside the secret. */
export function spellings(value: string): [name: string, text: string][] {
  const bytes = Buffer.from(value)
  const base64 = [0, 1, 2].map((shift): [string, string] => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    const last = (shift + bytes.length) % 3
    return [`base64+${shift}`, whole.slice(shift === 0 ? 0 : shift + 1, last === 0 ? undefined : -4)]
  })
  return [
    ['plain', value],
    ['in JSON', JSON.stringify(value).slice(1, -1)],
    ['in ASCII JSON', JSON.stringify(value).slice(1, -1).replaceAll(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)],
    ['URL-encoded', encodeURIComponent(value)],
    ['form-encoded', new URLSearchParams([['', value]]).toString().slice(1)],
    ...base64,
    ...base64.map(([name, text]): [string, string] => [`${name} url`, text.replaceAll('+', '-').replaceAll('/', '_')]),
    ['hex', bytes.toString('hex')],
  ]
}

/** The strings that stand under one key of successive JSON lines, run together: what was cut over messages is whole again. Also the text without its line ends. */
function joinedTexts(bytes: Buffer): string {
  const lines = bytes.toString('utf8').split('\n').map((line) => line.replace(/^data: /, ''))
  const byKey = new Map<string, string>()
  for (const line of lines) {
    if (!line.startsWith('{')) continue
    try {
      JSON.parse(line, (key, value: unknown) => {
        if (typeof value === 'string') byKey.set(key, (byKey.get(key) ?? '') + value)
        return value
      })
    } catch { /* not JSON: read as text below */ }
  }
  return [...byKey.values(), lines.join('')].join('\u0000')
}
