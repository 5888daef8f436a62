import { fold } from './fold.ts'

/**
 * What a text looks like: two that a person can take for each other have one skeleton (UTS #39, Unicode's confusables).
 * Case, width, marks and what is invisible do not count either. The table is large, so it is loaded at the first use.
 */
export async function skeleton(text: string): Promise<string> {
  const { default: replaceConfusables } = await import('unhomoglyph')
  // Folding may bring forth what has a look-alike, as the table may bring forth capitals: `1` looks like `l`, and so does `I`.
  const once = (given: string): string => fold(replaceConfusables(given.normalize('NFD'))).text
  return once(once(text))
}
