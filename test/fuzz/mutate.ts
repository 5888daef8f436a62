import type { Random } from '../attack/fuzz/random.ts'

/** Longest text that comes out. */
const longest = 150_000
const odd = ['\0', '\u00a0', '\u3000', '\ufeff', '\ud83d', '\udc00', '😀', '\u202e', '<', '>', '"', "'", '\\', '&', '{', '}', '[', ']', '\n', '\t', ':', '-', '0', '9'.repeat(400), '*', '/']

/** A text with a few places changed: cut out, doubled, put elsewhere, or with something of `words` in it. */
export function mutate(text: string, words: readonly string[], random: Random): string {
  let made = text
  for (let times = random.chance(40) ? 0 : random.int(6); times >= 0; times--) made = change(made, words, random).slice(0, longest)
  return made
}

function change(text: string, words: readonly string[], random: Random): string {
  const at = random.int(text.length + 1)
  const end = Math.min(text.length, at + random.int(random.chance(20) ? 2_000 : 20))
  const [before, part, after] = [text.slice(0, at), text.slice(at, end), text.slice(end)]
  switch (random.int(6)) {
    case 0: return before + after
    case 1: return before + part.repeat(2 + random.int(random.chance(5) ? 3_000 : 4)) + after
    case 2: return before + random.pick(odd) + after
    case 3: return before + random.pick(words) + part + after
    case 4: { const to = random.int(after.length + 1); return before + after.slice(0, to) + part + after.slice(to) }
    default: return before + random.pick(words).repeat(random.chance(5) ? 1_000 : 1) + after
  }
}
