import sniff from 'html-encoding-sniffer'

/** A decoded text, the WHATWG name of the charset used, and the share of U+FFFD in it, 0 to 1. */
export interface DecodedText { readonly text: string; readonly charset: string; readonly replaced: number }

/**
 * Decodes a body once. Order: what the caller says, byte order mark, Content-Type, `<meta>` or XML declaration in the first 1024
 * bytes, UTF-8. (The mark stands before the header as in the Encoding standard: it is in the bytes themselves.) A label nobody knows
 * is passed over. The GBK family is read as gb18030, its superset.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined, override?: string): DecodedText {
  const charset = knownLabel(override) ?? bomOf(bytes) ?? knownLabel(headerCharset(contentType)) ?? knownLabel(declaredCharset(bytes, contentType)) ?? 'utf-8'
  const text = new TextDecoder(charset).decode(bytes)
  return { text, charset, replaced: replacedShare(text) }
}

function knownLabel(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  try {
    const { encoding } = new TextDecoder(label.trim())
    return encoding === 'gbk' || encoding === 'gb2312' ? 'gb18030' : encoding
  } catch {
    return undefined
  }
}

function bomOf([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined
}

function headerCharset(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1]
}

/** Only where the content is markup or unnamed; a declared UTF-16 is a contradiction in ASCII bytes and means UTF-8. */
function declaredCharset(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type !== '' && !type.includes('html') && !type.includes('xml')) return undefined
  const head = bytes.subarray(0, 1024)
  const label = sniff(head, { defaultEncoding: '' }) || /^<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w:.-]+)["']/i.exec(Buffer.from(head).toString('latin1'))?.[1]
  return label?.toLowerCase().startsWith('utf-16') ? 'utf-8' : label
}

function replacedShare(text: string): number {
  let replaced = 0
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) replaced += 1
  return text.length === 0 ? 0 : replaced / text.length
}
