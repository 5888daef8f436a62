/** A part of a sentence between commas. */
export interface Clause {
  readonly clause: string
  /** What of the sentence stands before it. */
  readonly before: string
  /** The sentences before that one. */
  readonly earlier: string
}

/** Sentences end what a report or a question reaches over; commas end what a negation reaches over. */
export function clauses(text: string): readonly Clause[] {
  return text.split(/[。！!；;]|[.](?=\s|$)/).flatMap((sentence, at, sentences) => {
    // A question's own mark matters, so it stays with its sentence.
    const parts = sentence.split(/(?<=[？?])|[，,、]/)
    return parts.map((clause, index) => ({ clause, before: parts.slice(0, index).join(' '), earlier: sentences.slice(0, at).join(' ') }))
  })
}

/**
 * What the person says themselves: without quotations, code, lines that quote and what a colon announces. An opening quote
 * without its end takes the rest with it.
 */
export function ownWords(text: string): string {
  const said = quotations.reduce((left, quotation) => left.replace(quotation, ' '), text.normalize('NFKC').replace(hidden, ''))
  const end = said.search(announces)
  return end < 0 ? said : said.slice(0, end + 1)
}

/** A colon, not of a time (8:00) or an address. */
const announces = /:(?![\d/])|(?<!\d):(?!\/\/)/

const hidden = /\p{Default_Ignorable_Code_Point}/gu
const quotations: readonly RegExp[] = [
  /(?:^|\n)\s{0,3}>[^\n]*/g,
  /```[^]*?(?:```|$)/g, /~~~[^]*?(?:~~~|$)/g, /`[^`]*(?:`|$)/g,
  /“[^”]*(?:”|$)/g, /「[^」]*(?:」|$)/g, /『[^』]*(?:』|$)/g, /《[^》]*(?:》|$)/g, /«[^»]*(?:»|$)/g, /"[^"]*(?:"|$)/g, /(?<![\p{L}\p{N}])[‘'][^’']*(?:[’'](?!\p{L})|$)/gu,
]
