import type { SecretKind } from '../../host/keystore/keystore.ts'
import { isObject } from '../../rules/json.ts'

/**
 * What must be kept out of logs and results of a value of this kind: the whole, or each cookie value and token of a jar or
 * a session. Nothing for the audit chain's own key and seal, which are bytes, nor for what the person chose, which is a word, nor for the PIN's hash: no secrets.
 */
export function secretsInside(kind: SecretKind, text: string): readonly string[] {
  switch (kind) {
    case 'password': case 'otp-seed': case 'model-key': case 'device-id': return [text]
    // `name:password`, as it is sent; a name is no secret by itself.
    case 'proxy': return [text, text.slice(text.indexOf(':') + 1)]
    case 'iaaa-jar': case 'session':
      try { return valuesIn(JSON.parse(text)) } catch { return [text] }
    case 'audit-key': case 'audit-seal': case 'choice': case 'pin': return []
    default: return kind satisfies never
  }
}

const names: readonly string[] = ['value', 'token', 'device']

function valuesIn(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(valuesIn)
  if (!isObject(part)) return []
  return Object.entries(part).flatMap(([name, value]) => (typeof value === 'string' ? (names.includes(name) ? spellings(value) : []) : valuesIn(value)))
}

/**
 * A cookie's value as it is sent, and as a page reads it. Nothing for a short one, which is a flag such as `zh`, nor for a
 * student's number, which some services keep in a cookie and which is no secret to the student.
 */
export function spellings(value: string): readonly string[] {
  if (value.length < 8 || /^\d{10}$/.test(value)) return []
  try { return [...new Set([value, decodeURIComponent(value)])] } catch { return [value] }
}
