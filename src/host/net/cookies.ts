import type { CookieJar } from 'tough-cookie'

/** The Cookie header for one hop, '' for none. */
export const cookieHeader = async (jar: CookieJar | undefined, url: URL): Promise<string> => (jar ? jar.getCookieString(url.href) : '')

/** Keeps a hop's Set-Cookie headers. Returns the names of those the jar would not have (a foreign or public-suffix domain, …). */
export async function keepCookies(jar: CookieJar | undefined, url: URL, header: string | readonly string[] | undefined): Promise<readonly string[]> {
  if (!jar || header === undefined) return []
  const refused: string[] = []
  for (const line of typeof header === 'string' ? [header] : header) {
    const kept = await jar.setCookie(line, url.href).catch(() => undefined)
    if (kept === undefined) refused.push(line.split(/[=;]/, 1)[0]?.trim().slice(0, 64) ?? '')
  }
  return refused
}
