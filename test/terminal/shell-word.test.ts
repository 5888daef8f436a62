import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { shellWord } from '../../src/terminal/cli/shell-word.ts'

it.each([
  ['理教', '理教'], ['2026-09-01', '2026-09-01'], ['https://a.example.org/p/PLUGIN.md', 'https://a.example.org/p/PLUGIN.md'], ['', "''"], ['a b', "'a b'"], ["it's", String.raw`'it'\''s'`],
  ['https://a.example.org/$(id)/PLUGIN.md', "'https://a.example.org/$(id)/PLUGIN.md'"], ['https://a.example.org/PLUGIN.md?a;id', "'https://a.example.org/PLUGIN.md?a;id'"], ['~', "'~'"], ['a\nb', "'a\nb'"], ['`id`', "'`id`'"],
])('%j is %s', (value, word) => { expect(shellWord(value)).toBe(word) })

it('whatever it is, a shell that follows POSIX 2.2.2 takes it as it was', () => {
  // Between single quotes each character is itself; `\'` outside of them is one quote.
  const read = (word: string): string => word.replace(/'([^']*)'|\\'/g, (whole, inside: string | undefined) => inside ?? (whole === "\\'" ? "'" : ''))
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom("'", '$(x)', ';', '\\', ''), (text, more) => {
    const word = shellWord(text + more)
    expect(read(word)).toBe(text + more)
    expect(word.replace(/'[^']*'|\\'/g, '')).toMatch(/^[\p{L}\p{N}_.,:/@%+=-]*$/u)
  }))
})
