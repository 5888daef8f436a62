/** What is never kept in a memory. */
export const takenKinds = ['secret', 'id-card', 'bank-card', 'phone'] as const
export type TakenKind = (typeof takenKinds)[number]

/**
 * Takes secrets and personal numbers out of a text, each replaced by `[kind]`.
 * Full-width digits and letters count as their narrow forms, and spaces or hyphens inside a number do not hide it.
 * @returns the text without them, and how many of each kind were taken.
 */
export function takeOut(text: string): { readonly text: string; readonly taken: Readonly<Partial<Record<TakenKind, number>>> } {
  const taken: Partial<Record<TakenKind, number>> = {}
  let left = ''
  let at = 0
  for (const { start, end, kind } of spansIn(narrow(text))) {
    if (start < at) continue
    taken[kind] = (taken[kind] ?? 0) + 1
    left += `${text.slice(at, start)}[${kind}]`
    at = end
  }
  return { text: left + text.slice(at), taken }
}

interface Span { readonly start: number; readonly end: number; readonly kind: TakenKind }

/** Full-width forms as narrow ones, each in its own place, so that places in both texts are the same. */
const narrow = (text: string): string => text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

/** In order of where they start; of two from the same place the longer first. */
function spansIn(text: string): readonly Span[] {
  const found: Span[] = []
  for (const pattern of secrets) {
    for (const { 0: whole, 1: lead = '', index } of text.matchAll(pattern)) found.push({ start: index + lead.length, end: index + whole.length, kind: 'secret' })
  }
  for (const { 0: run, index } of text.matchAll(runs)) found.push(...numbersIn(run, index))
  return found.sort((a, b) => a.start - b.start || b.end - a.end)
}

/** Each keeps its first group and loses the rest. */
const secrets: readonly RegExp[] = [
  /()-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g,
  /()otpauth:\/\/\S+/gi,
  /(\bbearer\s+)[\w.~+/=-]{8,}/gi,
  /()\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /()\b(?:sk|pk|ghp|gho|xox[a-z])[-_][\w-]{16,}/g,
  /((?:密码|口令|验证码|密钥|令牌)\s*(?:是|为|:|=)\s*)[^\s，。,;；]+/g,
  /(\b(?:password|passwd|pwd|passcode|token|secret|api[ _-]?key|pin|otp)\b\s*(?:is|:|=)\s*)[^\s，。,;；]+/gi,
]

/** Digits with single spaces or hyphens between them, as far as they go. */
const runs = /\+?\d(?:[ -]?\d)*[Xx]?/g

/** The longest of these numbers has as many digits, so no more groups than that make one. */
const mostGroups = 19

/** The personal numbers in a run: any groups of it that stand side by side, since a date may stand right before one. */
function numbersIn(run: string, offset: number): readonly Span[] {
  const groups = [...run.matchAll(/[^ -]+/g)].map(({ 0: digits, index }) => ({ start: offset + index, end: offset + index + digits.length }))
  return groups.flatMap(({ start }, first) => groups.slice(first, first + mostGroups).flatMap(({ end }) => {
    const kind = kindOf(run.slice(start - offset, end - offset).replace(/[ -]/g, ''))
    return kind ? [{ start, end, kind }] : []
  }))
}

function kindOf(number: string): TakenKind | undefined {
  if (/^\d{6}(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx]$/.test(number)) return 'id-card'
  if (/^(?:\+?86)?1[3-9]\d{9}$/.test(number)) return 'phone'
  if (/^\d{13,19}$/.test(number) && luhn(number)) return 'bank-card'
  return undefined
}

/** The check digit of ISO/IEC 7812-1. */
function luhn(number: string): boolean {
  let sum = 0
  for (const [place, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
