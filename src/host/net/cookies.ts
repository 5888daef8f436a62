import type { CookieJar } from 'tough-cookie'

/** The Cookie header for one hop, '' for none. */
export const cookieHeader = async (jar: CookieJar | undefined, url: URL): Promise<string> => (jar ? jar.getCookieString(url.href) : '')

/**
 * Keeps a hop's Set-Cookie headers. Returns the names of those the jar would not have (a foreign or public-suffix domain, …; the
 * whole list is docs/cookies.md). One that a browser would find too long is not kept either: it would fill the head of every request.
 */
export async function keepCookies(jar: CookieJar | undefined, url: URL, header: string | readonly string[] | undefined): Promise<readonly string[]> {
  if (!jar || header === undefined) return []
  const refused: string[] = []
  for (const line of typeof header === 'string' ? [header] : header) {
    const kept = pairBytes(line) > mostBytes ? undefined : await jar.setCookie(line, url.href).catch(() => undefined)
    if (kept === undefined) refused.push(line.split(/[=;]/, 1)[0]?.trim().slice(0, 64) ?? '')
  }
  return refused
}

/** Name and value together, as RFC 6265 §6.1 asks for at least and RFC 6265bis §5.5 for at most. A header's bytes come as Latin-1. */
const mostBytes = 4096
const pairBytes = (line: string): number => (line.split(';', 1)[0] ?? '').replace('=', '').length
