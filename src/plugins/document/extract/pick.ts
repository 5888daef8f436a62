import { compile, selectAll } from 'css-select'
import type { AnyNode, Element } from 'domhandler'
import { HarnessError } from '../../../rules/errors/index.ts'
import type { Json } from '../../../rules/json.ts'
import { budgets } from '../budgets.ts'
import { compileLinear, type LinearRegex } from '../regex/linear-regex.ts'
import type { Pick } from './extract-types.ts'
import { Missing } from './missing.ts'
import { nodeText } from './node-text.ts'

/**
 * Takes from a page what a pick asks for. Throws `Missing` for a required miss, `DOC_SELECTOR_INVALID`,
 * `DOC_PATTERN_INVALID`, `DOC_ITEMS_EXCEEDED` for over 1,000 matches.
 */
export function pickFrom(root: AnyNode, pick: Pick): Json {
  return prepare(pick)(root)
}

/** Selectors and patterns are compiled once, not once a row. */
function prepare(pick: Pick): (at: AnyNode) => Json {
  const find = pick.select === undefined ? undefined : finder(pick.select)
  const take = taker(pick)
  const required = (value: Json): Json => {
    if (pick.required && (value === null || value === '')) throw new Missing(pick.select ?? (pick.take.kind === 'attr' ? `[${pick.take.name}]` : '.'))
    return value
  }
  return (at) => {
    const found = find ? find(at) : [at]
    if (pick.many) {
      if (found.length > budgets.items.limit) throw new HarnessError('DOC_ITEMS_EXCEEDED', { step: pick.select ?? '.', limit: budgets.items.limit })
      if (pick.required && found.length === 0) throw new Missing(pick.select ?? '.')
      return found.map(take)
    }
    const [first] = found
    if (pick.take.kind === 'exists') return first !== undefined
    return required(first === undefined ? null : take(first))
  }
}

function taker(pick: Pick): (node: AnyNode) => Json {
  const regex = pick.match === undefined ? undefined : compileLinear(pick.match)
  const without = pick.without === undefined ? undefined : finder(pick.without)
  const { take } = pick
  switch (take.kind) {
    case 'exists': return () => true
    case 'attr': return (node) => cut(attribute(node, take.name), regex)
    case 'text': return (node) => cut(nodeText(node, take.form, without && new Set<AnyNode>(without(node))), regex)
    case 'fields': {
      const fields = Object.entries(take.fields).map(([name, field]) => [name, prepare(field)] as const)
      return (node) => Object.fromEntries(fields.map(([name, read]) => [name, read(node)]))
    }
  }
}

function finder(selector: string): (at: AnyNode) => Element[] {
  let query
  try {
    query = compile<AnyNode, Element>(selector)
  } catch (cause) {
    throw new HarnessError('DOC_SELECTOR_INVALID', { selector: selector.slice(0, 80) }, { cause })
  }
  const compiled = query
  return (at) => selectAll<AnyNode, Element>(compiled, at)
}

const attribute = (node: AnyNode, name: string): string | null =>
  'attribs' in node && Object.hasOwn(node.attribs, name) ? node.attribs[name] ?? null : null

function cut(text: string | null, regex: LinearRegex | undefined): Json {
  if (text === null || !regex) return text
  const found = regex.first(text)
  return (found && (found.groups.length > 0 ? found.groups[0] : found.whole)) ?? null
}
