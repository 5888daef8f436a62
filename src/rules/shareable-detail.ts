import { type Json, type JsonObject, isList, isMap } from './json.ts'

/**
 * Details of audit rows that say nothing of the person: codes, ids of tools and plugins, digests, counts. Every other name, known or not,
 * is the person's own: accounts, conversations, connections, paths of requests, addresses.
 */
const open: ReadonlySet<string> = new Set([
  'tool', 'trust', 'contentHash', 'definition', 'principal', 'outcome', 'decision', 'reasons', 'args', 'result', 'tainted', 'rules', 'effect', 'ok', 'code', 'untrusted', 'private', 'grant',
  'to', 'method', 'host', 'status', 'bytes', 'ms', 'error', 'approval', 'card', 'state', 'answer', 'for', 'file', 'why',
  'event', 'version', 'profile', 'unknown', 'expired', 'seq', 'fault', 'step', 'service', 'secret', 'purpose', 'setting', 'set', 'locked', 'through', 'enabled',
  'scope', 'id', 'choice', 'backend', 'next', 'left', 'accepted', 'revoked', 'destination', 'client', 'by',
])
/** Words of the house's own: no sentence, no name of anybody, nothing that is not ASCII. */
const code = /^[A-Za-z0-9][\w.:/ -]{0,159}$/
/** What names a person, a connection or a conversation wherever it stands: a student number or any long number, an id that grants access. */
const telling = /(?<![0-9a-f])\d{6,}(?![0-9a-f])|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Ids of a call, a card, a grant: made by chance, and good for nothing but to find rows that belong together. */
const linking: ReadonlySet<string> = new Set(['approval', 'grant'])

/** A detail that can be given to others: what is not open stands as `hmac:…`, the same for the same value, so that rows can still be told apart. */
export function shareableDetail(detail: JsonObject, digestOf: (value: Json) => string): JsonObject {
  const hidden = (value: Json): Json => (value === null ? null : `hmac:${digestOf(value)}`)
  const part = (name: string, value: Json): Json => {
    if (value === null || typeof value === 'boolean') return value
    if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) < 1e12 ? value : hidden(value)
    if (isList(value)) return value.map((one) => part(name, one))
    if (isMap(value)) return hidden(value)
    return code.test(value) && (linking.has(name) || !telling.test(value)) ? value : hidden(value)
  }
  return Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, open.has(name) ? part(name, value) : hidden(value)]))
}
