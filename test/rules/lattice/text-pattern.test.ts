import { array, assert, constant, constantFrom, oneof, property, subarray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { patternCovers, type TextPart, type TextPattern } from '../../../src/rules/lattice/text-pattern.ts'

const free: TextPart = { free: true }
const letter = constantFrom<TextPart>('a', 'x', '/', '')
const anyWide = array(oneof(letter, constant<TextPart>('ax'), constant(free), subarray(['a', 'x', 'xa'], { minLength: 1 }).map((texts): TextPart => ({ oneOf: texts }))), { maxLength: 4 })
const anyNarrow = array(oneof(letter, constant(free)), { maxLength: 3 })

/** Every text of up to five characters; `d` stands in no pattern. */
const universe = [...texts(5)]
function* texts(most: number): Iterable<string> {
  yield ''
  if (most > 0) for (const rest of texts(most - 1)) for (const first of ['a', 'x', 'd', '/']) yield first + rest
}
const unique = [...new Set(universe)]
const regexOf = (pattern: TextPattern, hole: string): RegExp =>
  new RegExp(`^${pattern.map((part) => (typeof part === 'string' ? part : 'free' in part ? hole : `(?:${part.oneOf.join('|')})`)).join('')}$`)

describe.each([['path', '[^/]+'], ['text', '[^]*']] as const)('in a %s', (place, hole) => {
  it('a pattern covers another exactly when it matches every text that the other does', () => {
    let covered = 0
    assert(property(anyWide, anyNarrow, (wide, narrow) => {
      const [outer, inner] = [regexOf(wide, hole), regexOf(narrow, hole)]
      const expected = unique.every((text) => !inner.test(text) || outer.test(text))
      expect(patternCovers(wide, narrow, place)).toBe(expected)
      if (expected) covered++
    }), { numRuns: 3_000 })
    expect(covered).toBeGreaterThan(100)
  })
})

it.each<[string, TextPattern, TextPattern, boolean]>([
  ['a hole in a path is not nothing', ['/item/x', free], ['/item/x'], false],
  ['nor does it hold a slash', ['/item/', free], ['/item/a/b'], false],
  ['two holes are at least two characters', [free, free], [free], false],
  ['a hole covers a hole behind a letter', ['/', free], ['/x', free], true],
  ['and not the other way round', ['/x', free], ['/', free], false],
])('%s', (_, wide, narrow, expected) => expect(patternCovers(wide, narrow, 'path')).toBe(expected))
