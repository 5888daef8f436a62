const mark = '[credential]'

/** What a ticket looks like wherever it turns up: a JWT, or a value behind a name that carries one (bug-log 170). */
const shapes: readonly [RegExp, string][] = [
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, mark],
  [/([?&;](?:token|ticket|access_token|jsessionid|synjones-auth)=)[\w.~%+/-]{8,}/gi, `$1${mark}`],
]

export interface Scrubber {
  text(text: string): string
  /** The same JSON with its strings and keys scrubbed; an escaped spelling cannot hide one. */
  json(value: unknown): unknown
}

/**
 * Takes exact values out of whatever comes back, in the spellings they can come in (plain, percent-encoded, decoded,
 * Base64), and anything that has a ticket's shape.
 */
export function scrubberOf(secrets: readonly string[]): Scrubber {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].filter((text) => text.length >= 8).sort((a, b) => b.length - a.length)
  const text = (given: string): string => {
    const plain = spellings.reduce((rest, secret) => rest.replaceAll(secret, mark), given)
    return shapes.reduce((rest, [shape, to]) => rest.replaceAll(shape, to), plain)
  }
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(json)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [text(key), json(inner)]))
  }
  return { text, json }
}

function spellingsOf(secret: string): readonly string[] {
  return [secret, encodeURIComponent(Buffer.from(secret).toString()), decoded(secret), Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('base64url')]
}

function decoded(secret: string): string {
  try {
    return decodeURIComponent(secret)
  } catch {
    return secret
  }
}
