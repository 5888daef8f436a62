import * as fc from 'fast-check'

/** What opens, closes, quotes or escapes something somewhere in the rules: texts of these make a pass look ahead or back. */
const parts = [
  '<', '>', '"', "'", '=', '="', "='", '<a ', '<b', '</', '<!--', '-->', '<script', '</script>', '<img ', '](', ')', '![', ']:', '[a]: http://x', '\n', ' ', '\t', 'a', '1', '.', ',', ':', ';', '@', '/', '-', '_',
  '{', '\\', '\\"', '\\u0023', '#', '%23', '%25', '&', '&#35;', '&#x', '&num;', 'http://', 'x://', 'k=', 'token', 'token=', 'token: ', 'cookie: a=', 'authorization: ', 'bearer ', '"jwt":"', 'eyJaaaaa.', 'sk-', '-----BEGIN ', 'PRIVATE KEY-----', 'otpauth://',
  '\u200b', '\u0301', '\ufdfa', '\x1b[', '\x1b]', '\u0090', '👨\u200d', '🏴', '\u{e0067}', '中', '，', '１', '12345 ', '#12345', 'a1-',
]
/** A beginning, then a few parts over and over. */
const shapes = fc.tuple(fc.array(fc.constantFrom(...parts), { maxLength: 2 }), fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 4 }))
  .map(([before, unit]) => ({ before: before.join(''), unit: unit.join('') }))

/** A text of `before` and as many `unit` as make about `length` UTF-16 units. */
export const repeated = ({ before, unit }: { readonly before: string; readonly unit: string }, length: number): string => before + unit.repeat(Math.ceil(length / unit.length))

/**
 * Texts of 80,000 characters for which `pass` takes more than six times as long as for sixteen of 5,000: none, where it is
 * linear, and all where it is quadratic (sixteen times). The same ones each time; whatever is under 100 ms is never told,
 * and what a busy machine delayed is tried again.
 */
export function slowTexts(pass: (text: string) => unknown, known: readonly { readonly before: string; readonly unit: string }[] = []): readonly string[] {
  return [...known, ...fc.sample(shapes, { numRuns: 24, seed: 7 })].filter((shape) => {
    const took = (length: number, times: number): number => {
      const texts = Array.from({ length: times }, () => repeated(shape, length))
      const started = performance.now()
      texts.forEach((text) => pass(text))
      return performance.now() - started
    }
    for (let attempt = 0; attempt < 4; attempt++) {
      const long = took(80_000, 1)
      if (long < 100 || long < 6 * took(5_000, 16)) return false
    }
    return true
  }).map(({ before, unit }) => `${before} (${unit})…`)
}
