import { HarnessError } from '../../../rules/errors/index.ts'
import { isMap, type Json } from '../../../rules/json.ts'
import { budgets } from '../budgets.ts'

/** A step down: by name, by index (negative from the end), by slice, or to every child. */
type Selector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly from: number | undefined; readonly to: number | undefined; readonly by: number }
  | { readonly kind: 'each' }
/** Selectors of one segment; `deep` is `..`, the node and all below it. */
interface Segment { readonly deep: boolean; readonly selectors: readonly Selector[] }

/**
 * The values at a path, in order: RFC 9535 without filters and functions. Own properties only, so `$.__proto__` is a
 * miss (bug-log 160). Throws `DOC_PATH_INVALID`, or `DOC_DOM_NODES_EXCEEDED` when over 100,000 values are met on the way.
 */
export function valuesAt(root: Json, path: string): readonly Json[] {
  let left: number = budgets.domNodes.limit
  const meet = (count: number) => {
    left -= count
    if (left < 0) throw new HarnessError('DOC_DOM_NODES_EXCEEDED', { limit: budgets.domNodes.limit })
  }
  let nodes: readonly Json[] = [root]
  for (const { deep, selectors } of parsePath(path)) {
    const from = deep ? nodes.flatMap((node) => below(node, meet)) : nodes
    nodes = from.flatMap((node) => selectors.flatMap((selector) => {
      const found = step(node, selector)
      meet(found.length)
      return found
    }))
  }
  return nodes
}

function step(node: Json, selector: Selector): readonly Json[] {
  if (Array.isArray(node)) {
    const items: readonly Json[] = node
    switch (selector.kind) {
      case 'name': return []
      case 'index': return items.slice(selector.index, selector.index === -1 ? undefined : selector.index + 1)
      case 'slice': return sliced(items, selector)
      case 'each': return items
    }
  }
  if (!isMap(node)) return []
  if (selector.kind === 'each') return Object.values(node)
  return selector.kind === 'name' && Object.hasOwn(node, selector.name) ? [node[selector.name] ?? null] : []
}

/** The node and its descendants, itself first, each before its children. */
function below(node: Json, meet: (count: number) => void, found: Json[] = []): readonly Json[] {
  meet(1)
  found.push(node)
  // Depth is bounded where JSON comes in.
  if (typeof node === 'object' && node !== null) for (const child of Object.values<Json>(node)) below(child, meet, found)
  return found
}

/** RFC 9535, 2.3.4.2.2. */
function sliced(items: readonly Json[], { from, to, by }: { readonly from: number | undefined; readonly to: number | undefined; readonly by: number }): readonly Json[] {
  const { length } = items
  const at = (n: number) => (n < 0 ? length + n : n)
  const out: Json[] = []
  if (by > 0) for (let i = Math.max(0, at(from ?? 0)); i < Math.min(length, at(to ?? length)); i += by) out.push(items[i] ?? null)
  if (by < 0) for (let i = Math.min(length - 1, at(from ?? length - 1)); i > Math.max(-1, at(to ?? -length - 1)); i += by) out.push(items[i] ?? null)
  return out
}

/** Throws `DOC_PATH_INVALID` for what is not in the subset. */
export function parsePath(path: string): readonly Segment[] {
  const segments: Segment[] = []
  const bad = () => new HarnessError('DOC_PATH_INVALID', { path: path.slice(0, 80) })
  if (!path.startsWith('$') || path.length > 1_000) throw bad()
  let at = 1
  while (at < path.length) {
    at += /^[ \t\r\n]*/.exec(path.slice(at))?.[0].length ?? 0
    const deep = path.startsWith('..', at)
    const name = /^\.\.?([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|\*)/.exec(path.slice(at))
    if (name?.[1] !== undefined) {
      segments.push({ deep, selectors: [name[1] === '*' ? { kind: 'each' } : { kind: 'name', name: name[1] }] })
      at += name[0].length
      continue
    }
    const open = deep ? at + 2 : at
    if (path[open] !== '[') throw bad()
    const bracket = readBracket(path, open + 1)
    if (!bracket) throw bad()
    segments.push({ deep, selectors: bracket.selectors })
    at = bracket.end
  }
  return segments
}

const token = /^\s*(?:(\*)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?(?:0|[1-9]\d{0,15}))?(\s*:\s*(-?(?:0|[1-9]\d{0,15}))?(?:\s*:\s*(-?(?:0|[1-9]\d{0,15}))?)?)?)\s*([,\]])/

function readBracket(path: string, from: number): { readonly selectors: readonly Selector[]; readonly end: number } | undefined {
  const selectors: Selector[] = []
  for (let at = from; ;) {
    const match = token.exec(path.slice(at))
    const selector = match && selectorOf(match)
    if (!match || !selector) return undefined
    selectors.push(selector)
    at += match[0].length
    if (match[8] === ']') return { selectors, end: at }
  }
}

function selectorOf(match: RegExpExecArray): Selector | undefined {
  const [, star, single, double, first, colon, to, by] = match
  const whole = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits))
  // RFC 9535, 2.1: the whole numbers that JSON keeps exactly.
  if ([first, to, by].some((digits) => digits === '-0' || !Number.isSafeInteger(whole(digits) ?? 0))) return undefined
  if (star) return { kind: 'each' }
  if (single !== undefined) return nameOf(`"${single.replaceAll("\\'", "'").replaceAll('"', '\\"')}"`)
  if (double !== undefined) return nameOf(`"${double}"`)
  if (colon !== undefined) return { kind: 'slice', from: whole(first), to: whole(to), by: whole(by) ?? 1 }
  const index = whole(first)
  return index === undefined ? undefined : { kind: 'index', index }
}

function nameOf(quoted: string): Selector | undefined {
  try {
    const name: unknown = JSON.parse(quoted)
    return typeof name === 'string' && !/\p{Surrogate}/u.test(name) ? { kind: 'name', name } : undefined
  } catch {
    return undefined
  }
}
