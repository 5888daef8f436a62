/**
 * How well a memory answers a query, 0 to 1: the share of the query's pairs of characters that the text holds.
 * Chinese has no spaces between words, so pairs of characters stand in for words; a single character counts as itself.
 */
export function match(text: string, query: string): number {
  const wanted = pairs(query)
  if (wanted.size === 0) return 0
  const there = fold(text)
  let found = 0
  for (const pair of wanted) if (there.includes(pair)) found++
  return found / wanted.size
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

function pairs(query: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const word of fold(query).split(/[\s\p{P}]+/u)) {
    const points = [...word]
    if (points.length === 1) found.add(word)
    for (let at = 0; at + 1 < points.length; at++) found.add(`${points[at]}${points[at + 1]}`)
  }
  return found
}
