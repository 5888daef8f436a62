/**
 * A URL's path as it may stand in a trace or an audit row: names of query parameters without their values, no `;jsessionid=…`
 * values, and in place of a segment that reads like a token its length.
 */
export function tracePath(url: URL): string {
  const path = url.pathname.split('/').map((segment) => {
    const [plain = '', ...parameters] = segment.split(';')
    return [looksSecret(plain) ? `[${plain.length}]` : plain, ...parameters.map((parameter) => parameter.split('=', 1)[0])].join(';')
  }).join('/')
  const names = [...new Set(url.searchParams.keys())]
  return names.length === 0 ? path : `${path}?${names.map((name) => encodeURIComponent(looksSecret(name) ? `[${name.length}]` : name)).join('&')}`
}

/** A JWT, or 20 and more characters of one word that mixes letters and digits. */
const looksSecret = (segment: string): boolean =>
  segment.startsWith('eyJ') || (segment.length >= 20 && /^[\w+=.~%-]+$/.test(segment) && /\d/.test(segment) && /[a-z]/i.test(segment))
