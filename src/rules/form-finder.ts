import { shortestSecret } from './secret-forms.ts'

/** Looks for the spellings of the known secrets, in time that grows with the text and hardly with how many they are. */
export interface FormFinder {
  readonly forms: readonly string[]
  /** False where none stands in the text; true also where one only begins as something there does. */
  mayHold(text: string): boolean
  /** Every place where one stands, from the front; those that lie over each other are one. @param counts says of a spelling and its place whether it does, where not each does. */
  spans(text: string, counts?: (form: string, from: number) => boolean): readonly Span[]
  /** Where the longest end of the text starts that begins one and goes on past it; the text's length where none does. */
  begun(text: string): number
}
export interface Span { readonly from: number; readonly to: number }

/** @param forms none shorter than `shortestSecret` */
export function formFinder(forms: readonly string[]): FormFinder {
  const byHead = new Map<string, string[]>()
  const beginnings = new Set<string>()
  /** Marks what four characters roll up to, so that at most places of a text one look is enough. */
  const heads = new Uint8Array(marks)
  for (const form of forms) {
    const head = form.slice(0, shortestSecret)
    const others = byHead.get(head)
    if (others) others.push(form)
    else byHead.set(head, [form])
    heads[[...Array(shortestSecret).keys()].reduce((mark, at) => rolled(mark, form, at), 0)] = 1
    for (let length = 1; length < shortestSecret; length++) beginnings.add(form.slice(0, length))
  }
  const longest = forms.reduce((most, { length }) => Math.max(most, length), 1)

  /** Places from `start` on where a spelling may begin, with those that begin as the text does there. */
  function* candidates(text: string, start: number): Generator<readonly [from: number, forms: readonly string[]]> {
    let mark = 0
    for (let at = start; at < text.length; at++) {
      mark = rolled(mark, text, at)
      const from = at - shortestSecret + 1
      if (from < start || heads[mark] === 0) continue
      const here = byHead.get(text.slice(from, from + shortestSecret))
      if (here) yield [from, here]
    }
  }

  return {
    forms,
    mayHold: (text) => candidates(text, 0).next().done !== true,
    spans(text, counts = () => true) {
      const found: { from: number; to: number }[] = []
      // As `candidates` does, written out: this is asked of every text there is.
      let mark = 0
      for (let at = 0; at < text.length; at++) {
        mark = rolled(mark, text, at)
        const from = at - shortestSecret + 1
        if (heads[mark] === 0 || from < 0) continue
        const here = byHead.get(text.slice(from, from + shortestSecret))
        if (!here) continue
        const to = here.reduce((end, form) => (from + form.length > end && text.startsWith(form, from) && counts(form, from) ? from + form.length : end), from)
        const last = found.at(-1)
        if (to === from) continue
        if (last && from < last.to) last.to = Math.max(last.to, to)
        else found.push({ from, to })
      }
      return found
    },
    begun(text) {
      for (const [from, here] of candidates(text, Math.max(0, text.length - longest + 1))) {
        const longer = here.filter(({ length }) => length > text.length - from)
        if (longer.some((form) => form.startsWith(text.slice(from)))) return from
      }
      for (let at = Math.max(0, text.length - shortestSecret + 1); at < text.length; at++) if (beginnings.has(text.slice(at))) return at
      return text.length
    },
  }
}

const marks = 1 << 16
/** Of the four characters up to `at` and of no others: each one before is shifted out. */
const rolled = (mark: number, text: string, at: number): number => ((mark << 4) ^ text.charCodeAt(at)) & (marks - 1)
