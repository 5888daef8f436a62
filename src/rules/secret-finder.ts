import { fold } from './fold.ts'
import { type FormFinder, formFinder, type Span } from './form-finder.ts'
import { shortestSecret, type Spellings } from './secret-forms.ts'
import { undoEscapes } from './undo-escapes.ts'

/** Finds the known secrets in a text, however they are spelt. */
export interface SecretFinder {
  /** Every place where one stands, from the front; those that lie over each other are one. */
  spans(text: string): readonly Span[]
  /** The finder of the usual spellings, as they stand. */
  readonly exact: FormFinder
}

/** Layers of escapes that are looked under: a page in a script in a JSON text. */
const layers = 3

/**
 * The usual spellings (`secretForms`) are found as they stand; those of `looseForms` in any case and width, with marks,
 * white space or what nobody sees in between; and both under escapes of HTML, JavaScript, CSS and URLs. In time as the
 * text is long. Not found: what is encoded or enciphered otherwise, or lies over two texts of a value.
 */
export function secretFinder(secrets: readonly Spellings[]): SecretFinder {
  const exact = formFinder([...new Set(secrets.flatMap((secret) => secret.exact))])
  const allLoose = secrets.flatMap((secret) => secret.loose)
  const loose = formFinder([...new Set(allLoose.map(({ form }) => form))])
  const whole = new Set(allLoose.flatMap(({ form, inOnePiece }) => (inOnePiece ? [form] : [])))
  // What stands in a text as it is stands in the folded text folded, so one look there says of most texts that nothing does.
  const foldedExact = exact.forms.map((form) => fold(form).text)
  const either = foldedExact.every(({ length }) => length >= shortestSecret) ? formFinder([...loose.forms, ...foldedExact]) : undefined
  const any = new Set(allLoose.flatMap(({ form, inOnePiece }) => (inOnePiece ? [] : [form])))

  function inLayer(seen: string): readonly Span[] {
    const folded = fold(seen)
    if (either?.mayHold(folded.text) === false) return none
    const place = (from: number, to: number): Span => ({ from: folded.startOf(from), to: folded.endOf(to - 1) })
    const broken = ({ from, to }: Span): boolean => /\s/.test(seen.slice(from, to))
    const found = loose.spans(folded.text, (form, from) => any.has(form) || !whole.has(form) || !broken(place(from, from + form.length)))
    const plain = exact.spans(seen)
    return found.length === 0 ? plain : [...plain, ...found.map(({ from, to }) => place(from, to))]
  }

  return {
    exact,
    spans(text) {
      if (secrets.length === 0 || text.length < shortestSecret) return []
      const found: Span[] = []
      let seen = text
      let outer = ({ from, to }: Span): Span => ({ from, to })
      for (let layer = 0; ; layer++) {
        for (const span of inLayer(seen)) found.push(outer(span))
        const undone = layer < layers ? undoEscapes(seen) : undefined
        if (!undone) return found.length > 0 ? merged(found) : found
        const before = outer
        seen = undone.text
        outer = ({ from, to }) => before({ from: undone.starts[from] ?? 0, to: undone.ends[to - 1] ?? 0 })
      }
    },
  }
}

/** The text with a mark for each of these places, which lie apart and in order. */
export function cutOut(text: string, spans: readonly Span[], mark: string): string {
  if (spans.length === 0) return text
  const between = [...spans.map(({ from }, index) => text.slice(spans[index - 1]?.to ?? 0, from)), text.slice(spans.at(-1)?.to)]
  return between.join(mark)
}

const none: readonly Span[] = []

function merged(spans: readonly Span[]): readonly Span[] {
  const apart: { from: number; to: number }[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = apart.at(-1)
    if (last && from < last.to) last.to = Math.max(last.to, to)
    else apart.push({ from, to })
  }
  return apart
}
