/**
 * A stretch of text that a link cannot leave: up to a space, a control, or punctuation of Chinese text. `next` is what ends
 * it, '' at the end of the text; `whole` is false where a stretch too long to wait for was cut.
 */
export interface Run { readonly text: string; readonly next: string; readonly whole: boolean }

/** No run is longer. */
export const longestRun = 8192

/**
 * The first run of what is held; undefined while more text could lengthen it. It depends on the text alone, not on the
 * pieces that it came in.
 * @param ended no more text comes.
 */
export function firstRun(held: string, ended: boolean): Run | undefined {
  const at = held.search(breaker)
  // A full stop between letters of a host is a dot, and only what follows tells.
  const undecided = at < 0 || (at === held.length - 1 && isFullStop.test(held.charAt(at)))
  const end = at < 0 ? held.length : at
  if (end > longestRun && (!undecided || ended || end > longestRun + 1)) return { text: held.slice(0, cutAt(held)), next: '', whole: false }
  if (undecided && !ended) return undefined
  return { text: held.slice(0, end), next: held.slice(end, end + 1), whole: true }
}

const letter = String.raw`[A-Za-z0-9\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]`
/** Browsers take `。` for a dot in a host. */
const breaker = new RegExp(String.raw`[\p{Z}\p{Cc}，、；：！？（）【】〔〕「」『』《》〈〉…—“”‘’«»·～｜]|(?<!${letter})[。｡]|[。｡](?!${letter})`, 'u')
const isFullStop = /[。｡]/

/** Not inside a pair of surrogates. */
const cutAt = (text: string): number => ((text.codePointAt(longestRun - 1) ?? 0) > 0xffff ? longestRun - 1 : longestRun)
