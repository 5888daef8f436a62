/** A part of a sentence between commas, and what of the sentence stands before it. */
export interface Clause {
  readonly clause: string
  readonly before: string
}

/** Sentences end what a report or a question reaches over; commas end what a negation reaches over. */
export function clauses(text: string): readonly Clause[] {
  return text.split(/[。！!；;]|[.](?=\s|$)/).flatMap((sentence) => {
    // A question's own mark matters, so it stays with its sentence.
    const parts = sentence.split(/(?<=[？?])|[，,、]/)
    return parts.map((clause, index) => ({ clause, before: parts.slice(0, index).join(' ') }))
  })
}

/**
 * What the person says themselves: without quotations, code and lines that quote. An opening quote without its end takes
 * the rest with it.
 */
export function ownWords(text: string): string {
  return quotations.reduce((left, quotation) => left.replace(quotation, ' '), text.normalize('NFKC').replace(hidden, ''))
}

const hidden = /\p{Default_Ignorable_Code_Point}/gu
const quotations: readonly RegExp[] = [
  /(?:^|\n)\s{0,3}>[^\n]*/g,
  /```[^]*?(?:```|$)/g, /~~~[^]*?(?:~~~|$)/g, /`[^`]*(?:`|$)/g,
  /“[^”]*(?:”|$)/g, /「[^」]*(?:」|$)/g, /『[^』]*(?:』|$)/g, /《[^》]*(?:》|$)/g, /«[^»]*(?:»|$)/g, /"[^"]*(?:"|$)/g, /(?<![\p{L}\p{N}])[‘'][^’']*(?:[’'](?!\p{L})|$)/gu,
]
