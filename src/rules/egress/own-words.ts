import { bits } from './bits.ts'
import { isBoundary, type Range } from './private-values.ts'

/** What the person typed in this turn, and which of it is free to go (policy §3, R7). */
export interface OwnWords {
  readonly text: string
  /** Stretches that say a known private value; `everywhere` where that is unknown. */
  readonly private: readonly Range[] | 'everywhere'
  /** Stretches that went to the destination in this turn already. */
  readonly used: readonly Range[]
}

/** For a turn that nobody typed. */
export const noWords: OwnWords = Object.freeze({ text: '', private: Object.freeze([]), used: Object.freeze([]) })

/**
 * What a text costs that is made of whole words of the person's, exactly as they wrote them, and which stretches of theirs
 * it takes; undefined where it is not, or where a private value is in it. What the person said is free once a turn. Going
 * on at another place, and saying the same again, are choices of the model's (ten words said once spell any number), and cost
 * one of the places there are.
 */
export function ownWordsCost(text: string, words: OwnWords, used: readonly Range[]): { readonly bits: number; readonly used: readonly Range[] } | undefined {
  if (text === '' || words.private === 'everywhere' || text.length > 4 * words.text.length) return undefined
  const taken: Range[] = []
  for (let at = 0; at < text.length;) {
    // One space between two stretches is what joins them.
    const start = at > 0 && text[at] === ' ' && !isNext(text, at, words.text, taken.at(-1)) ? at + 1 : at
    const run = longestRun(text, start, words, [...used, ...taken])
    if (!run) return undefined
    taken.push(run)
    at = start + (run.end - run.start)
  }
  const again = taken.filter((run, at) => overlaps(run, [...used, ...taken.slice(0, at)])).length
  return { bits: (taken.length - 1 + again) * jumpCost(words.text), used: taken }
}

/** Whether the text goes on as the person's words do after the last stretch. */
const isNext = (text: string, at: number, words: string, last: Range | undefined): boolean =>
  last !== undefined && words[last.end] === text[at] && words[last.end + 1] === text[at + 1]

/** The longest stretch of the person's words that stands here, whole words of it, none of it private; of equal ones, one not used yet. */
function longestRun(text: string, at: number, { text: words, private: ranges }: OwnWords, used: readonly Range[]): Range | undefined {
  let best: Range | undefined
  const first = text[at]
  if (first === undefined || ranges === 'everywhere') return undefined
  for (let start = words.indexOf(first); start !== -1; start = words.indexOf(first, start + 1)) {
    if (!isBoundary(words, start) || !isBoundary(text, at)) continue
    const run = runFrom(text, at, words, start)
    if (!run || overlaps(run, ranges)) continue
    const longer = !best || run.end - run.start > best.end - best.start
    const fresher = best !== undefined && run.end - run.start === best.end - best.start && overlaps(best, used) && !overlaps(run, used)
    if (longer || fresher) best = run
  }
  return best
}

function runFrom(text: string, at: number, words: string, start: number): Range | undefined {
  let end: number | undefined
  for (let length = 1; start + length <= words.length && at + length <= text.length; length++) {
    if (words[start + length - 1] !== text[at + length - 1]) break
    if (!/\s/.test(words.charAt(start + length - 1)) && isBoundary(words, start + length) && isBoundary(text, at + length)) end = start + length
  }
  return end !== undefined && /^\S/.test(text.slice(at, at + 1)) && hasWord.test(words.slice(start, end)) ? { start, end } : undefined
}
const hasWord = /[\p{L}\p{N}]/u

const overlaps = (range: Range, others: readonly Range[]): boolean => others.some(({ start, end }) => range.start < end && start < range.end)

/** That there is another stretch, and at which of the person's words it begins. */
const jumpCost = (words: string): number => bits.either + bits.oneOf([...words.matchAll(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}_])+/gu)].length)
