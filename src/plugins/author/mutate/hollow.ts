import { isList, isMap, type Json } from '../../../rules/json.ts'

/**
 * Where an answer says nothing that the whole page's answer said: an empty list, a text or a field that is not there, where all
 * of its kind were. Undefined where it only says something else, such as one row fewer.
 */
export function hollowAt(whole: Json, answer: Json): string | undefined {
  const [before, after] = [filled(whole), filled(answer)]
  return [...before].find(([at, { full, of }]) => {
    const now = after.get(at) ?? { full: 0, of: 0 }
    if (full === 0) return false
    // A list that is empty has no items to lack anything: that is told of the list.
    if (now.of === 0) return !before.has(parent(at)) || (after.get(parent(at))?.full ?? 0) > 0
    return full === of ? now.full < now.of : now.full === 0
  })?.[0]
}

interface Count { full: number; of: number }

/** How many values of each place are there and say something. `of` counts what they stand in. */
function filled(json: Json): ReadonlyMap<string, Count> {
  const counts = new Map<string, Count>()
  const at = (place: string): Count => { const count = counts.get(place) ?? { full: 0, of: 0 }; counts.set(place, count); return count }
  const visit = (value: Json, place: string): void => {
    if (says(value)) at(place).full += 1
    if (isList(value)) for (const item of value) { at(`${place}[]`).of += 1; visit(item, `${place}[]`) }
    else if (isMap(value)) for (const [key, part] of Object.entries(value)) visit(part, `${place}.${key}`)
  }
  at('$').of = 1
  visit(json, '$')
  // A key may be absent: its place is in as many values as there are maps around it.
  for (const [place, count] of counts) if (count.of === 0) count.of = counts.get(parent(place))?.full ?? 0
  return counts
}

const parent = (place: string): string => (place.endsWith('[]') ? place.slice(0, -2) : place.replace(/\.[^.]*$/, ''))

function says(value: Json): boolean {
  if (value === null || value === '') return false
  if (isList(value)) return value.length > 0
  return !isMap(value) || Object.keys(value).length > 0
}
