import { addressOf } from '../address.ts'
import { isFileEnding, isTopLevel } from './top-level.ts'

/** Something in a run that a terminal, a mail client or a browser may take for a link. */
export interface FoundLink {
  readonly at: number
  /** How far it goes for one who writes links with care. */
  readonly end: number
  /** Where else it could end, the longest first: what is known may be followed by a bracket or by Chinese words. */
  readonly ends: readonly number[]
  /** The host as a browser asks for it, in Punycode; '' where the link goes to none. */
  readonly host: string
  /** Without a scheme: what stands before it could be taken for its beginning. */
  readonly bare: boolean
  /** A bare one that is more likely the name of a file. */
  readonly likeFile: boolean
}

/**
 * The first link of a run, of whatever kind; undefined where there is none. It finds more than any one of those who make
 * links: any scheme with `//`, those that need none, `www.` and bare hosts, addresses of mail.
 * @param names host-like words that are none, in lower case: the host's own tools.
 */
export function findLink(run: string, from: number, names: ReadonlySet<string>): FoundLink | undefined {
  const written = schemed(run, from)
  const slashed = written === undefined || written.at > from ? slashesOnly(run, from, written?.at ?? run.length) : undefined
  const joined = slashed ?? written
  return bareHost(run, from, joined?.at ?? run.length, names) ?? joined
}

/**
 * A run as it comes to look: wide letters and dots are plain ones, nothing invisible is in it, and what a terminal is given
 * in place of drawn characters stands there already.
 */
export const plainRun = (run: string): string =>
  run.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Noncharacter_Code_Point}]/gu, '').normalize('NFKC').replace(/[░╱╲╳]/g, (drawn) => ({ '░': '.', '╱': '/', '╲': '\\' })[drawn] ?? 'X')

const scheme = /[a-z][a-z0-9+.-]{1,30}:/gi
/** Browsers ask for `https:host` too. */
const needsNoSlashes = /(?:https?|ftps?|wss?):$/i
/** Links without a host, or with one behind an `@`. */
const opaque = /(?:file|javascript|vbscript|mailto|tel|sms|magnet|news|ssh|ipfs|ipns|xmpp|sips?|skype|facetime|callto|intent):$/i

function schemed(run: string, from: number): FoundLink | undefined {
  scheme.lastIndex = from
  for (let found = scheme.exec(run); found; found = scheme.exec(run)) {
    const [name] = found
    const at = found.index
    const rest = at + name.length
    const slashes = /^[/\\]*/.exec(run.slice(rest, rest + 32))?.[0].length ?? 0
    if (slashes >= 2 || (needsNoSlashes.test(name) && /^[\p{L}\p{N}[%]/u.test(run.slice(rest + slashes, rest + slashes + 2)))) {
      const { host, end } = authority(run, rest + slashes)
      return reach(run, at, end, /^file:$/i.test(name) && slashes !== 2 ? '' : host)
    }
    const isData = /data:$/i.test(name) && /^[\w/+.;=-]{0,100},/.test(run.slice(rest, rest + 101))
    if (isData || (opaque.test(name) && rest < run.length)) {
      const mail = /^[^?]{0,320}@([^?@]+)/.exec(run.slice(rest))?.[1] ?? ''
      return reach(run, at, rest, /(?:mailto|sips?|xmpp|ssh):$/i.test(name) ? inPunycode(hostAt(mail)) : '')
    }
    scheme.lastIndex = rest
  }
  return undefined
}

const slashes = /[/\\]{2,}/g

/** `//host`: of the scheme that it stands under. */
function slashesOnly(run: string, from: number, before: number): FoundLink | undefined {
  slashes.lastIndex = from
  for (let found = slashes.exec(run); found && found.index < before; found = slashes.exec(run)) {
    const { host, end, all } = authority(run, found.index + found[0].length)
    if (/\.|^localhost/i.test(all)) return reach(run, found.index, end, host)
  }
  return undefined
}

/** Who is asked: behind the last `@` of what stands before the path, whatever it pretends to be. */
function authority(run: string, from: number): { readonly host: string; readonly end: number; readonly all: string } {
  const all = /^[^/?#\\]*/.exec(run.slice(from))?.[0] ?? ''
  const begin = from + all.lastIndexOf('@') + 1
  const host = hostAt(run.slice(begin, from + all.length))
  const port = /^:\d{0,5}/.exec(run.slice(begin + host.length))?.[0].length ?? 0
  return { host: inPunycode(host), end: begin + host.length + port, all }
}

const hostAt = (text: string): string => /^(?:\[[0-9a-f:.]*\]|(?:[\w.。~%-]|[^\x00-\x7f\p{Z}\p{Cc}\p{P}])*)/iu.exec(text)?.[0] ?? ''

/** What is not ASCII and no host either is told by its code points. */
function inPunycode(host: string): string {
  const name = within(host, 0, '.。').text.replaceAll('。', '.')
  return name === '' ? '' : addressOf(`http://${name}`)?.hostname ?? name.toLowerCase().replace(/[^\x21-\x7e]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Letters of a host and what joins them, for the most generous of readers: signs too. */
const word = /(?:[\w.。@$+=^~|`-]|[!#%&'*/?{}](?=@)|[^\x00-\x7f\p{Z}\p{Cc}\p{P}])+/gu
/** Where words of East Asia and signs touch others, and between two dots, a bare host ends. */
const apart = String.raw`(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\x00-\x7f\p{L}\p{M}\p{N}。])`
const seam = new RegExp(String.raw`(?<=[\w-])(?=${apart})|(?<=${apart})(?=[\w-])|(?<=[.。])(?=[.。_-])`, 'u')

function bareHost(run: string, from: number, before: number, names: ReadonlySet<string>): FoundLink | undefined {
  const text = run.slice(0, before)
  word.lastIndex = from
  for (let found = word.exec(text); found; found = word.exec(text)) {
    const parts = found[0].split(seam)
    let at = found.index
    for (const part of parts.length > 1 ? [...parts, found[0]] : parts) {
      if (part === found[0]) at = found.index
      for (const { begin, text: read } of readings(part)) {
        const link = hostLink(run, at + begin, read, names)
        if (link) return link
      }
      at += part.length
    }
  }
  return undefined
}

/** How a stretch may be read: whole; where `。` is no dot, its parts; and what joins an `@` or stands beside one. Each with and without the signs at its ends. */
function* readings(part: string): Iterable<Reading> {
  yield* ends(part, 0)
  let at = 0
  for (const piece of part.split('。')) {
    if (piece.length < part.length) yield* ends(piece, at)
    const names = piece.split('@')
    let from = at
    for (const [index, name] of names.entries()) {
      const behind = names[index + 1]
      if (names.length > 2 && behind !== undefined) yield* ends(`${name}@${behind}`, from)
      if (names.length > 1) yield* ends(name, from)
      from += name.length + 1
    }
    at += piece.length + 1
  }
}
interface Reading { readonly begin: number; readonly text: string }
const ends = (text: string, at: number): readonly Reading[] => [within(text, at, joints + signs), within(text, at, joints), ...(text.indexOf('@') > 0 ? [within(text, at, '.。')] : [])]
const joints = '.。@_-'
const signs = '$+=^~|`!#%&\'*/?{}'

/** A text without these at its ends; `at` is where it stands. */
function within(text: string, at: number, those: string): Reading {
  let [begin, end] = [0, text.length]
  while (begin < end && those.includes(text.charAt(begin))) begin += 1
  while (end > begin && those.includes(text.charAt(end - 1))) end -= 1
  return { begin: at + begin, text: text.slice(begin, end) }
}

function hostLink(run: string, at: number, text: string, names: ReadonlySet<string>): FoundLink | undefined {
  const host = text.slice(text.lastIndexOf('@') + 1)
  const labels = host.split(/[.。]/)
  const last = labels.at(-1) ?? ''
  if (labels.length < 2 || !(isTopLevel(last) || isIp(host) || host !== text || /^(?:www|ftp)/i.test(host))) return undefined
  const end = at + text.length
  const path = /^(?::\d|[/?#\\])/.test(run.slice(end, end + 2))
  if (!path && names.has(text.toLowerCase())) return undefined
  if (path) return { ...reach(run, at, end, inPunycode(host)), bare: true }
  return { at, end, ends: [end], host: inPunycode(host), bare: true, likeFile: host === text && isFileEnding(last) && !/^(?:www|ftp)/i.test(host) }
}

const isIp = (host: string): boolean => /(?:^|[^\d.])\d{1,3}(?:\.\d{1,3}){3}$/.test(host.slice(-16))

/** How far a link goes whose host ends at `hostEnd`. */
function reach(run: string, at: number, hostEnd: number, host: string): FoundLink {
  const ascii = hostEnd + (/^[\x21-\x7e]*/.exec(run.slice(hostEnd))?.[0].length ?? 0)
  const asciiFromStart = at + (/^[\x21-\x7e]*/.exec(run.slice(at))?.[0].length ?? 0)
  const ends = [run.length, ascii, asciiFromStart].flatMap((end) => [end, at + trimmed(run.slice(at, end)), at + trimmed(closed(run.slice(at, end)))])
  return { at, end: Math.max(hostEnd, at + trimmed(closed(run.slice(at, ascii)))), ends: [...new Set(ends)].filter((end) => end > at).sort((a, b) => b - a), host, bare: false, likeFile: false }
}

/** Up to a quotation mark or a bracket that was not opened in it. */
function closed(text: string): string {
  const open: string[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    const closer = closers[character]
    if (closer !== undefined) open.push(closer)
    else if ('"<>`'.includes(character) || (')]}'.includes(character) && open.pop() !== character)) return text.slice(0, at)
  }
  return text
}
const closers: Readonly<Record<string, string | undefined>> = { '(': ')', '[': ']', '{': '}' }

/** Without what ends a sentence or an emphasis. */
function trimmed(text: string): number {
  let end = text.length
  while (end > 0 && '.,;:!?\'"*_~<>`'.includes(text.charAt(end - 1))) end -= 1
  return end
}
