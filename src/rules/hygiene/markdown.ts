import { hostOf } from './link.ts'

/**
 * Markdown links and images in a text, reduced to their words: `[words] [link: host]`, `[image: words]`. A target is what
 * carries data out when something renders it, and what hides where a link goes; only its host stays in sight.
 */
export function markdownToText(text: string): string {
  if (!text.includes('](') && !text.includes(']:')) return text
  const out: string[] = []
  let at = 0
  let close = -1
  for (let joint = text.indexOf(']('); joint >= 0; joint = text.indexOf('](', joint + 2)) {
    if (close < joint) close = text.indexOf(')', joint)
    if (close < 0) break
    const target = text.slice(joint + 2, Math.min(close, joint + 2 + longestTarget))
    if (joint < at || !looksLikeTarget(target)) continue
    out.push(text.slice(at, joint + 1), ` [link${hostOf(target.replace(/^\s*[<‹]/, ''))}]`)
    at = close + 1
  }
  out.push(text.slice(at))
  return out.join('').replace(/!\[(?=[^\]\n]{0,300}\] \[link)/g, '[image: ').replace(definition, (_, label: string, target: string) => `${label} [link${hostOf(target)}]`)
}

/** Enough to see what it is; the rest of a longer one is dropped with it. */
const longestTarget = 2048
/** `array[i](x)` in a program is no link. */
const looksLikeTarget = (target: string): boolean => /[:/.#?<‹]/.test(target)

/** `[label]: https://…` at the start of a line. */
const definition = /^( {0,3}\[[^\]\n]{1,200}\]:)[ \t]{0,20}<?((?:[a-z][a-z0-9+.-]{1,30}:|\/\/)[^\s]{0,2048}[^\n]{0,300})/gim
