import { hideShapes } from '../../rules/credential-shapes.ts'

export type PersonalKind = 'student' | 'phone' | 'identity' | 'token'
export interface Personal { readonly kind: PersonalKind; readonly found: string; readonly at: number }

/**
 * What in a recorded text is shaped like a person's number or a credential. A student number has ten digits, as a moment in
 * seconds has: of those only what starts with a year and a kind of student counts. What `redactPersonal` writes is none.
 */
export function personalIn(text: string): readonly Personal[] {
  return [...numbersIn(text), ...tokensIn(text)].sort((a, b) => a.at - b.at)
}

/** The text with an invented one in the place of each; the same number becomes the same one, so that what belongs together still does. */
export function redactPersonal(text: string, known: Map<string, string> = new Map()): string {
  let done = ''
  let from = 0
  for (const { kind, found, at } of numbersIn(text)) {
    const invented = known.get(found) ?? inventedFor(kind, [...known.keys()].filter((one) => one.length === found.length).length + 1)
    known.set(found, invented)
    done += text.slice(from, at) + invented
    from = at + found.length
  }
  return hideShapes(done + text.slice(from))
}

const numbers: readonly { readonly kind: PersonalKind; readonly pattern: RegExp }[] = [
  { kind: 'identity', pattern: /(?<![\dA-Za-z])[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![\dA-Za-z])/g },
  { kind: 'phone', pattern: /(?<![\d.A-Za-z])1[3-9]\d{9}(?![\d.A-Za-z])/g },
  { kind: 'student', pattern: /(?<![\d.A-Za-z])(?!0000)[0-3]\d{9}(?![\d.A-Za-z])/g },
]
/** 2014 to 2036 in seconds, but for what is a year with the kinds of student that there are. */
const isMoment = (digits: string): boolean => /^(?:1[4-9]|20)/.test(digits) && !/^\d\d(?:00|01|06|10|11)/.test(digits)

function numbersIn(text: string): readonly Personal[] {
  const found = numbers.flatMap(({ kind, pattern }) => [...text.matchAll(pattern)].map((match) => ({ kind, found: match[0], at: match.index })))
  return found.filter((one) => one.kind !== 'student' || !isMoment(one.found)).sort((a, b) => a.at - b.at)
}

/** Where the shapes of credentials begin: the first place at which the hidden text is another. */
function tokensIn(text: string): readonly Personal[] {
  return text.split('\n').reduce<{ readonly at: number; readonly all: readonly Personal[] }>(({ at, all }, line) => {
    const hidden = hideShapes(line)
    const next = at + line.length + 1
    if (hidden === line) return { at: next, all }
    const start = [...line].findIndex((_, index) => line[index] !== hidden[index])
    return { at: next, all: [...all, { kind: 'token', found: `${line.slice(Math.max(0, start - 12), start)}…`, at: at + Math.max(0, start) }] }
  }, { at: 0, all: [] }).all
}

function inventedFor(kind: PersonalKind, count: number): string {
  const digits = (length: number) => String(count).padStart(length, '0')
  return kind === 'student' ? digits(10) : kind === 'phone' ? digits(11) : digits(18)
}
