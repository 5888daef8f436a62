import type { Lang } from '../../sdk/index.ts'
import { cleanCharacters } from '../hygiene/characters.ts'
import { linkWords } from '../words/links.ts'
import { say } from '../words/say.ts'
import { findLink, type FoundLink, plainRun } from './find-link.ts'
import { firstRun, type Run } from './link-runs.ts'

/** A link in an answer: as it was written, the host that it goes to ('' for none; in Punycode), and whether it is known. */
export interface AnswerLink { readonly url: string; readonly host: string; readonly known: boolean }

export interface LinkMarking {
  /** Links that someone else wrote, by their whole text: they stay as they are. */
  readonly known: ReadonlySet<string>
  /** Words that look like hosts and are the host's own: `treehole.post`. In lower case. */
  readonly names: ReadonlySet<string>
  readonly lang: Lang
}

/** Marks the links of a text that comes in pieces; the same whatever the pieces. */
export interface LinkStream {
  /** Takes the next piece and gives what no further piece can change. */
  push(piece: string): string
  /** Gives what was held back. */
  end(): string
  /** Those met so far, each once. */
  links(): readonly AnswerLink[]
}

/**
 * What the model wrote, with each link that nobody else wrote marked: its host stands first, in words that say who wrote it,
 * and nothing in it is left that a terminal, a mail client or a page would make a link of (policy §8). A known one stays,
 * with a space behind it where what follows would be taken for a part of it.
 */
export function linkStream(marking: LinkMarking): LinkStream {
  const met = new Map<string, AnswerLink>()
  let held = ''
  let before = ''
  const take = (ended: boolean): string => {
    let ready = ''
    for (let run = firstRun(held, ended); run && held !== ''; run = firstRun(held, ended)) {
      held = held.slice(run.text.length + run.next.length)
      ready += marked(run, { ...marking, before, after: run.whole ? run.next : 'cut', meet: (link) => met.set(link.url, link) }) + (run.whole ? run.next : ' ')
      before = run.whole ? run.next : ' '
    }
    return ready
  }
  return {
    push(piece) {
      held += piece
      return take(false)
    },
    end: () => take(true),
    links: () => [...met.values()],
  }
}

/** A whole text, marked. */
export function markLinks(text: string, marking: LinkMarking): { readonly text: string; readonly links: readonly AnswerLink[] } {
  const stream = linkStream(marking)
  const shown = stream.push(text) + stream.end()
  return { text: shown, links: stream.links() }
}

/** The links that a text of someone else's holds, as an answer may repeat them. */
export function linksIn(text: string): readonly string[] {
  const found: string[] = []
  let held = text
  for (let run = firstRun(held, true); run && held !== ''; run = firstRun(held, true)) {
    held = held.slice(run.text.length + run.next.length)
    const plain = plainRun(run.text)
    for (let link = findLink(plain, 0, none); link; link = findLink(plain, link.end, none)) {
      for (const end of link.ends) found.push(plain.slice(link.at, end))
    }
  }
  return found
}
const none: ReadonlySet<string> = new Set()

/** `before` and `after` are what a stretch stands between, '' for nothing. */
interface Place extends LinkMarking { readonly before: string; readonly after: string; readonly meet: (link: AnswerLink) => void }

function marked(run: Run, place: Place): string {
  // What is hidden in it is shown by a mark or not at all, and not every reader takes a wide dot for one.
  const plain = [plainRun(run.text), plainRun(cleanCharacters(run.text)), cleanCharacters(run.text)].find((one) => findLink(one, 0, place.names))
  return plain === undefined ? run.text : markedPlain(plain, place)
}

function markedPlain(plain: string, place: Place): string {
  let out = ''
  let from = 0
  for (let link = findLink(plain, 0, place.names); link; link = findLink(plain, from, place.names)) {
    const { at, ends, host } = link
    const knownEnd = ends.find((end) => place.known.has(plain.slice(at, end)))
    const end = knownEnd ?? link.end
    const url = plain.slice(at, end)
    // Without what follows, what stands before it may read as a link.
    out += markedPlain(plain.slice(from, at), { ...place, before: from > 0 ? url : place.before, after: url })
    place.meet({ url, host, known: knownEnd !== undefined })
    if (knownEnd === undefined) out += notation(link, url, place.lang)
    else out += ((!link.bare ? joinsScheme : url.includes('@') ? joinsMail : joinsHost).test(place.before + out) ? ' ' : '') + url + (standsFree(plain.slice(end), place.after) ? '' : ' ')
    from = end
  }
  return out + plain.slice(from)
}

/** What a scheme could be read together with; what a host could begin with, and what an address of mail could. */
const joinsScheme = /[\w.@-]$/
const joinsHost = /[^\s([<"，、；：！？（【「『《〈“‘]$/
const joinsMail = /[^\s([<"]$/

/** Whether nothing that follows could be taken for a part of the link. */
const standsFree = (rest: string, after: string): boolean => (after === '' || /^\s/.test(after)) && /^[)\]}>"]*[.,;!?]?$/.test(rest)

function notation({ host, likeFile }: FoundLink, url: string, lang: Lang): string {
  if (likeFile) return unlinked(url)
  const word = host === '' ? 'nowhere' : host === url.toLowerCase() ? 'address' : 'link'
  return say(linkWords[word], lang, { host: unlinked(host), url: unlinked(url) })
}

/** A link that nobody makes one of: what joins its parts stands in brackets. */
const unlinked = (url: string): string => url.replace(/:?[/\\]{2,}|[.。:]/g, (joint) => `[${joint}]`)
