import { normalise, spanAt, standsWholeAt, widthAt } from './normalise.ts'

/** A text made ready to be searched: once, however many calls ask about it. */
export interface TextIndex {
  readonly spaced: string
  readonly dense: string
  /** Its runs of digits that stand whole. */
  readonly numbers: ReadonlySet<string>
  /** Where each of its words of letters and digits begins. Made when first asked for. */
  words(): ReadonlyMap<string, readonly number[]>
}

/** @param text as it came; what is kept of it is as long as it is */
export function indexText(text: string): TextIndex {
  const { spaced, dense } = normalise(text)
  const numbers = new Set<string>()
  for (const { 0: run, index } of spaced.matchAll(/\d+/g)) if (standsWholeAt(spaced, index, index + run.length)) numbers.add(run)
  let words: ReadonlyMap<string, readonly number[]> | undefined
  return { spaced, dense, numbers, words: () => (words ??= wordsOf(spaced)) }
}

function wordsOf(spaced: string): ReadonlyMap<string, readonly number[]> {
  const words = new Map<string, number[]>()
  for (const { 0: word, index } of spaced.matchAll(/[a-z0-9]+/g)) {
    const places = words.get(word)
    if (places) places.push(index)
    else words.set(word, [index])
  }
  return words
}

const indexes = new WeakMap<{ readonly text: string }, TextIndex>()

/** The same for a text of a conversation: as long as its object lives it is made ready once. */
export function indexOf(held: { readonly text: string }): TextIndex {
  const known = indexes.get(held)
  if (known) return known
  const made = indexText(held.text)
  indexes.set(held, made)
  return made
}

/** Those of these spans (as `spansOf` makes them) that stand in the text. One pass; most places are passed over by their first two characters. */
export function spansIn({ dense }: TextIndex, spans: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>()
  if (spans.size === 0) return found
  const beginnings = new Set(Array.from(spans, (span) => beginning(span, 0)))
  for (let at = 0; at < dense.length && found.size < spans.size; at += widthAt(dense, at)) {
    if (!beginnings.has(beginning(dense, at))) continue
    const span = spanAt(dense, at)
    if (span !== undefined && spans.has(span)) found.add(span)
  }
  return found
}

const beginning = (text: string, at: number): number => text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1)

/** Ids made ready to be looked for in any number of texts: those that are a number, and others under their first word. */
export interface WantedIds {
  readonly digits: ReadonlyMap<string, readonly string[]>
  readonly others: ReadonlyMap<string, readonly Shape[]>
}

export function wantIds(ids: Iterable<string>): WantedIds {
  const digits = new Map<string, string[]>()
  const others = new Map<string, Shape[]>()
  for (const id of ids) {
    const bare = id.replace(/^#/, '')
    if (/^\d+$/.test(bare)) digits.set(bare, [...digits.get(bare) ?? [], id])
    else addTo(others, id, bare)
  }
  return { digits, others }
}

/** Those of these ids that stand whole in the text. Numbers are looked up; others are looked for where their first word stands. */
export function idsWholeIn({ spaced, numbers, words }: TextIndex, { digits, others }: WantedIds): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [bare, ids] of digits) if (numbers.has(bare)) for (const id of ids) found.add(id)
  for (const [word, shapes] of others) {
    for (const index of words().get(word) ?? []) {
      for (const { before, length, wanted } of shapes) {
        const [start, end] = [index - before, index - before + length]
        const same = start < 0 ? undefined : wanted.get(spaced.slice(start, end))
        if (same && standsWholeAt(spaced, start, end)) for (const id of same) found.add(id)
      }
    }
  }
  return found
}

/** Ids that share their first word, the number of characters before it and their length; under each bare id the ids it comes from. */
interface Shape { readonly before: number; readonly length: number; readonly wanted: Map<string, string[]> }

function addTo(others: Map<string, Shape[]>, id: string, bare: string): void {
  const word = /[a-z0-9]+/.exec(bare)
  if (!word) return
  const shapes = others.get(word[0]) ?? []
  const known = shapes.find(({ before, length }) => before === word.index && length === bare.length)
  if (known) known.wanted.set(bare, [...known.wanted.get(bare) ?? [], id])
  else others.set(word[0], [...shapes, { before: word.index, length: bare.length, wanted: new Map([[bare, [id]]]) }])
}
