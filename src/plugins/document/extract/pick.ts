import type { Json } from '../../../rules/json.ts'
import { compileLinear, type LinearRegex } from '../regex/linear-regex.ts'
import type { Pick } from './extract-types.ts'
import { attribute, finder, isElement, type Node } from './find-elements.ts'
import { Missing } from './missing.ts'
import { nodeText } from './node-text.ts'

/**
 * Takes from a page what a pick asks for. Throws `Missing` for a required miss, `DOC_SELECTOR_INVALID`,
 * `DOC_PATTERN_INVALID`.
 */
export function pickFrom(root: Node, pick: Pick): Json {
  return prepare(pick)(root)
}

/** Selectors and patterns are compiled once, not once a row. */
function prepare(pick: Pick): (at: Node) => Json {
  const find = pick.select === undefined ? undefined : finder(pick.select)
  const take = taker(pick)
  const required = (value: Json): Json => {
    if (pick.required && (value === null || value === '')) throw new Missing(pick.select ?? (pick.take.kind === 'attr' ? `[${pick.take.name}]` : '.'))
    return value
  }
  if (pick.many) {
    return (at) => {
      const found = find ? find.all(at) : [at]
      if (pick.required && found.length === 0) throw new Missing(pick.select ?? '.')
      return found.map(take)
    }
  }
  return (at) => {
    const first = find ? find.first(at) : at
    if (pick.take.kind === 'exists') return first !== undefined
    return required(first === undefined ? null : take(first))
  }
}

function taker(pick: Pick): (node: Node) => Json {
  const regex = pick.match === undefined ? undefined : compileLinear(pick.match)
  const without = pick.without === undefined ? undefined : finder(pick.without)
  const { take } = pick
  switch (take.kind) {
    case 'exists': return () => true
    case 'attr': return (node) => cut((isElement(node) ? attribute(node, take.name) : undefined) ?? null, regex)
    case 'text': return (node) => cut(nodeText(node, take.form, without && new Set<Node>(without.all(node))), regex)
    case 'fields': {
      const fields = Object.entries(take.fields).map(([name, field]) => [name, prepare(field)] as const)
      return (node) => {
        // A document's own names, of which none is `__proto__`.
        const read: Record<string, Json> = {}
        for (const [name, of] of fields) read[name] = of(node)
        return read
      }
    }
  }
}

function cut(text: string | null, regex: LinearRegex | undefined): Json {
  if (text === null || !regex) return text
  const found = regex.first(text)
  return (found && (found.groups.length > 0 ? found.groups[0] : found.whole)) ?? null
}
