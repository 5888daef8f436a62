/** A proxy that the person set for the harness itself. */
export interface Proxy { readonly protocol: 'http:' | 'https:'; readonly host: string; readonly port: string }

/**
 * Reads `http(s)://host:port`; undefined for anything more or else. A name and password in it are refused like any other
 * excess: the settings file holds no secret. What a proxy asks for lies in the keystore (`proxy-login.ts`).
 */
export function readProxy(text: string): Proxy | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  if (username !== '' || password !== '' || pathname !== '/' || search !== '' || hash !== '' || text.includes('@')) return undefined
  return { protocol, host: hostname.replace(/^\[|\]$/g, ''), port: port || (protocol === 'https:' ? '443' : '80') }
}

/** The same in one spelling, its port always written. */
export const proxyOrigin = ({ protocol, host, port }: Proxy): string => `${protocol}//${host.includes(':') ? `[${host}]` : host}:${port}`

/** Whether what is sent to the proxy itself can be read on the way there: its name and password, never what goes through it. */
export const isReadOnTheWay = ({ protocol, host }: Proxy): boolean =>
  protocol === 'http:' && host !== 'localhost' && host !== '::1' && !/^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
