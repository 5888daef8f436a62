import type { Json } from '../json.ts'

/**
 * What one choice of the model costs, in bits (policy §3, R7): log2 of how many things it could have chosen. A choice of
 * which nobody knows the number costs all it is written with. Never negative, never `NaN`.
 */
export const bits = {
  /** The schema or the person left nothing to choose: a constant, a default, the person's own words. */
  none: 0,
  /** A boolean; an optional argument that is there or not. */
  either: 1,
  /** One of `count` members, alternatives, or tools and none of them. */
  oneOf: (count: number): number => (count > 1 ? Math.log2(count) : 0),
  /** A whole number from `least` to `most`, or a length between them. */
  between: (least: number, most: number): number => bits.oneOf(most - least + 1),
  /** A length that nothing bounds: what it takes to tell it and where it ends (Elias's gamma code of `length` + 1). */
  length: (length: number): number => 2 * Math.floor(Math.log2(length + 1)) + 1,
  /** Text that the model wrote: each byte, and how many there are. */
  text: (text: string): number => bytesCost(new TextEncoder().encode(text).length),
  /** A value of which the schema tells nothing: each byte of its JSON. */
  value: (value: Json): number => bytesCost(new TextEncoder().encode(JSON.stringify(value)).length),
} as const

const bytesCost = (bytes: number): number => 8 * bytes + bits.length(bytes)
