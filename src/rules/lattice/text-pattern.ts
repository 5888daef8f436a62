import { z } from 'zod'

/**
 * A text of which the author wrote some: parts in order, each a literal, a hole that one of a few texts fills (an enum), or
 * a hole that anything fills.
 */
export const textPatternSchema = z.array(z.union([z.string(), z.strictObject({ oneOf: z.array(z.string()) }), z.strictObject({ free: z.literal(true) })])).readonly()
export type TextPattern = z.output<typeof textPatternSchema>
export type TextPart = TextPattern[number]

/** In a path a hole is at least one character and never a slash (`expression/encode`); elsewhere it is any text, also none. */
export type PatternPlace = 'path' | 'text'

/** Stands for what a free hole holds. No document can write it: controls are refused in all of its texts. */
export const anything = '\0'

/**
 * Whether every text that `narrow` can become is one that `wide` can become. `narrow` has no enum holes any more (they are
 * spelled out before). Exact: a hole of it that holds one character which `wide` writes nowhere can be met by nothing but a
 * free hole, and that one takes any other filling as well. In steps of at most parts times characters.
 */
export function patternCovers(wide: TextPattern, narrow: TextPattern, place: PatternPlace): boolean {
  const text = narrow.map((part) => (typeof part === 'string' ? part : anything)).join('')
  let ends = new Set([0])
  for (const part of wide) {
    ends = advance(part, text, ends, place)
    if (ends.size === 0) return false
  }
  return ends.has(text.length)
}

/** Where a part can end that begins at one of `starts`. */
function advance(part: TextPart, text: string, starts: ReadonlySet<number>, place: PatternPlace): Set<number> {
  const ends = new Set<number>()
  if (typeof part !== 'string' && 'free' in part) {
    let open = false
    for (let at = 0; at <= text.length; at++) {
      if (open) ends.add(at)
      if (starts.has(at)) {
        open = true
        if (place === 'text') ends.add(at)
      }
      if (place === 'path' && text[at] === '/') open = false
    }
    return ends
  }
  for (const literal of typeof part === 'string' ? [part] : part.oneOf) {
    for (const start of starts) if (text.startsWith(literal, start)) ends.add(start + literal.length)
  }
  return ends
}
