import { type Json, isList } from '../../rules/json.ts'

/**
 * Whether a result holds text in which somebody could say something: more than an id, a number or a moment, as a value or
 * as a name. What holds none needs no word of whose it is; its labels are the monitor's and stay.
 */
export function holdsWords(data: Json): boolean {
  if (typeof data === 'string') return !token.test(data)
  if (typeof data !== 'object' || data === null) return false
  if (isList(data)) return data.some(holdsWords)
  return Object.entries(data).some(([name, value]) => holdsWords(name) || holdsWords(value))
}
const token = /^[\w.:+-]{0,64}$/
