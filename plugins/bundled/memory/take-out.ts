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
  const replace = (kind: TakenKind) => { taken[kind] = (taken[kind] ?? 0) + 1; return `[${kind}]` }
  let left = text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
  for (const pattern of secrets) left = left.replace(pattern, (_, lead: string) => `${lead}${replace('secret')}`)
  left = left.replace(numbers, (number) => {
    const kind = kindOf(number.replace(/[\s-]/g, ''))
    return kind ? replace(kind) : number
  })
  return { text: Object.keys(taken).length ? left : text, taken }
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

/** A run of digits that may hold single spaces or hyphens, not part of a longer word. */
const numbers = /(?<![\w.])\+?\d(?:[ -]?\d){9,21}[Xx]?(?!\w)/g

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
