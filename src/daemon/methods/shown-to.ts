import type { Json, JsonObject } from '../../rules/json.ts'
import { covers } from '../protocol/capability.ts'
import type { Peer } from '../server/peer.ts'

/** Fields that name a conversation or a connection, in the audit chain and in grants. */
const naming: readonly string[] = ['conversation', 'client', 'by', 'answeredBy']
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A record as this connection may read it: below `approve`, ids of conversations and of other connections are withheld. Words such as `start` stay. */
export function shownTo(peer: Pick<Peer, 'id' | 'capability'>, record: JsonObject): JsonObject {
  if (covers(peer.capability, 'approve')) return record
  const part = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(part)
    return typeof value === 'object' && value !== null ? inside(value as JsonObject) : value
  }
  const inside = (object: JsonObject): JsonObject => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, hides(key, value) ? '[withheld]' : part(value)]))
  const hides = (key: string, value: Json): boolean => naming.includes(key) && typeof value === 'string' && uuid.test(value) && value !== peer.id
  return inside(record)
}
