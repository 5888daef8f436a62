import type { DoorResponse } from '../../net/door.ts'
import type { Response } from '../../../sdk/index.ts'
import { parseJson } from '../../net/parse-json.ts'
import type { SignedIn } from '../services/service.ts'
import type { Session } from '../sessions/session.ts'
import { type Scrubber, scrubberOf } from './scrub.ts'

/** Headers a plugin may see. No Set-Cookie, no Location, nothing that names a session. */
const shown: readonly string[] = ['content-type', 'content-language', 'content-disposition', 'last-modified', 'etag', 'date', 'retry-after', 'cache-control']

/**
 * The answer without its session: what a plugin gets. Every credential in `secrets` is taken out of headers, text,
 * JSON, bytes and the final path, and so is whatever looks like a ticket. `read` gives the JSON of a body that is none as it stands.
 */
export function cleanResponse(given: DoorResponse, secrets: readonly string[], read?: (text: string) => unknown): Response {
  const scrub = scrubberOf(secrets)
  const answer = readPlainly(given, scrub.text)
  const { json, rewritten } = cleanJson(read ? read(answer.text) : jsonOf(answer), scrub)
  const clean = rewritten ?? scrub.text(answer.text)
  const headers = Object.entries(answer.headers).filter(([name]) => shown.includes(name)).map(([name, value]) => [name, scrub.text(value)])
  return {
    status: answer.status,
    headers: Object.fromEntries(headers),
    text: clean, json,
    bytes: isText(answer) && clean !== answer.text ? new TextEncoder().encode(clean) : answer.bytes,
    finalPath: scrub.text(new URL(answer.url).pathname.replaceAll(/;[^/]*/g, '')),
  }
}

/**
 * The answer with what its bytes hold, read one by one, struck out of them. Where its charset hid that from its text
 * (`charset=utf-16le` over ASCII), the text is read anew from the clean bytes: whoever turns it back gets those.
 */
function readPlainly(answer: DoorResponse, scrub: (text: string) => string): DoorResponse {
  const raw = Buffer.from(answer.bytes).toString('latin1')
  const scrubbed = scrub(raw)
  if (scrubbed === raw) return answer
  const bytes = Uint8Array.from(Buffer.from(scrubbed, 'latin1'))
  return { ...answer, bytes, text: isText(answer) && scrub(answer.text) !== answer.text ? answer.text : new TextDecoder().decode(bytes) }
}

/** Every credential of a session: its cookies, its token, its device id. The account's own number is none. */
export async function secretsOf(session: Session, { plainCookies }: SignedIn): Promise<readonly string[]> {
  const { cookies } = await session.jar.serialize()
  const values = cookies.filter(({ key }) => !plainCookies.includes(key ?? '')).map(({ value }) => value ?? '')
  return [...values, session.token ?? '', session.device].filter((value) => value.length >= 8 && value !== session.account)
}

function jsonOf({ text, headers }: DoorResponse): unknown {
  return /\bjson\b/i.test(headers['content-type'] ?? '') || /^\s*[[{]/.test(text) ? parseJson(text) : undefined
}

/** The value without its secrets, and its text where it had any. JSON nested beyond what can be walked is not passed on as JSON. */
function cleanJson(parsed: unknown, scrub: Scrubber): { readonly json: unknown; readonly rewritten?: string } {
  try {
    const json = scrub.json(parsed)
    const text = JSON.stringify(json)
    return text === JSON.stringify(parsed) ? { json } : { json, rewritten: text }
  } catch (error) {
    if (error instanceof RangeError) return { json: undefined }
    throw error
  }
}

const isText = ({ headers }: DoorResponse): boolean => /^(?:text\/|$)|json|xml|javascript|x-www-form-urlencoded/i.test(headers['content-type'] ?? '')
