import type { Json } from '../../rules/json.ts'

/**
 * Whether a value has more than `limit` bytes as JSON, told without making the JSON: a value may hold one part many times over, and
 * then a few megabytes in memory are gigabytes when written. Counts no more than it needs.
 */
export function isLarger(value: Json, limit: number): boolean {
  let left = limit
  const open: Json[] = [value]
  for (let item = open.pop(); item !== undefined && left >= 0; item = open.pop()) {
    left -= 1
    if (typeof item === 'string') left -= 1 + Buffer.byteLength(item)
    else if (typeof item !== 'object' || item === null) left -= String(item).length
    else {
      const parts = Array.isArray(item) ? item : Object.values<Json>(item)
      if (!Array.isArray(item)) for (const key of Object.keys(item)) left -= 3 + Buffer.byteLength(key)
      left -= 1
      for (const part of parts) open.push(part)
    }
  }
  return left < 0
}
