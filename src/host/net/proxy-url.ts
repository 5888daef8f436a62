/** A proxy that the person set for the harness itself. */
export interface Proxy { readonly protocol: 'http:' | 'https:'; readonly host: string; readonly port: string }

/**
 * Reads `http(s)://host:port`; undefined for anything more or else. A name and password in it are refused like any other
 * excess: the settings file holds no secret, and a proxy that asks for one cannot be used.
 */
export function readProxy(text: string): Proxy | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  if (username !== '' || password !== '' || pathname !== '/' || search !== '' || hash !== '' || text.includes('@')) return undefined
  return { protocol, host: hostname.replace(/^\[|\]$/g, ''), port: port || (protocol === 'https:' ? '443' : '80') }
}
