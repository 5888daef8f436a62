import { isTraversal, parse, type Selector, SelectorType, stringify } from 'css-what'
import { brittleWords } from '../../../rules/words/lint.ts'
import { canStandIn } from './html-rules.ts'

/** A selector that can never match, with what to write where that is known. */
export interface Impossible { readonly found: string; readonly better: string | undefined }

/** Undefined for one that no page rules out, or that is not sound (which reading or running tells). */
export function impossibleIn(selector: string): Impossible | undefined {
  const ways = parsed(selector)
  for (const [index, way] of ways.entries()) {
    for (let at = 1; at < way.length; at++) {
      const how = way[at]?.type
      const [a, b] = [tagBefore(way, at), tagAfter(way, at)]
      if ((how !== SelectorType.Child && how !== SelectorType.Descendant) || a === undefined || b === undefined) continue
      if (canStandIn(a, b, how === SelectorType.Child ? 'child' : 'descendant')) continue
      const steps = how === SelectorType.Child ? missingBetween(a, b) : undefined
      const better = steps && ways.map((one, other) => (other === index ? [...one.slice(0, at), ...steps, ...one.slice(at)] : one))
      return { found: how === SelectorType.Child ? `${a} > ${b}` : `${a} ${b}`, better: better && stringify(better) }
    }
  }
  return undefined
}

/** Why a selector breaks with the next small change of a page; undefined where it does not. */
export function brittleIn(selector: string): keyof typeof brittleWords | undefined {
  for (const way of parsed(selector)) {
    const classes = way.flatMap((part) => (part.type === SelectorType.Attribute && part.name === 'class' ? [part.value] : []))
    if (classes.some(isGenerated)) return 'generated'
    if (way.some((part) => part.type === SelectorType.Pseudo && /^nth-(?!last-(?:child|of-type)$)|^nth-last/.test(part.name))) return 'position'
    const levels = way.filter(isTraversal).length + 1
    if (levels > 5) return 'long'
    if (levels >= 3 && way.every((part) => isTraversal(part) || part.type === SelectorType.Tag || part.type === SelectorType.Universal)) return 'tags'
  }
  return undefined
}

/** `css-1x2y3z`, `_3xKz9_1`, `Card_title__aB3xZ`. */
function isGenerated(name: string): boolean {
  const tail = name.split('__').at(-1) ?? ''
  return /^(?:css|sc|jss|emotion|chakra)-[A-Za-z0-9]{5,}$/.test(name) || (/^_[A-Za-z0-9]{5,}(?:_\d{1,4})?$/.test(name) && /\d/.test(name)) || (tail !== name && /^[\w-]{5,}$/.test(tail) && /[0-9A-Z]/.test(tail))
}

/** Expressions in it stand for a word. */
function parsed(selector: string): Selector[][] {
  try {
    return parse(selector.replace(/\$\{\{.*?\}\}/gs, 'x'))
  } catch {
    return []
  }
}

function tagBefore(way: readonly Selector[], at: number): string | undefined {
  for (let i = at - 1; i >= 0; i--) { const part = way[i]; if (!part || isTraversal(part)) return undefined; if (part.type === SelectorType.Tag) return part.name }
  return undefined
}

function tagAfter(way: readonly Selector[], at: number): string | undefined {
  const part = way[at + 1]
  return part?.type === SelectorType.Tag ? part.name : undefined
}

const child: Selector = { type: SelectorType.Child }
const anything: Selector = { type: SelectorType.Universal, namespace: null }
const row: Selector = { type: SelectorType.Tag, name: 'tr', namespace: null }

/** What a page has between two parts of a table, put before the `>` that stands there. */
function missingBetween(a: string, b: string): readonly Selector[] | undefined {
  const isCell = b === 'td' || b === 'th'
  if (a === 'table' && b === 'tr') return [child, anything]
  if (a === 'table' && isCell) return [child, anything, child, row]
  return (a === 'tbody' || a === 'thead' || a === 'tfoot') && isCell ? [child, row] : undefined
}
