import { compile, type Options, selectAll, selectOne } from 'css-select'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { HarnessError } from '../../../rules/errors/index.ts'

export type Node = DefaultTreeAdapterTypes.Node
export type Element = DefaultTreeAdapterTypes.Element

/** Elements below a node, in the order of the page. */
export interface Finder { all(at: Node): readonly Element[]; first(at: Node): Element | undefined }

/**
 * Finds the elements that a selector matches; compiled once for many nodes.
 * `:scope`, and a combinator that comes first, mean the node (the root element, for a page). Throws `DOC_SELECTOR_INVALID`.
 */
export function finder(selector: string): Finder {
  // What is remembered of one node's `:scope` would be wrong for the next.
  const options: Options<Node, Element> = { adapter: parse5Tree(), ...(/:scope|(^|[,(])\s*[>+~]/.test(selector) ? { cacheResults: false } : {}) }
  const scope: Node[] = [{ nodeName: '#document-fragment', childNodes: [] }]
  let query: (element: Element) => boolean
  try {
    query = compile<Node, Element>(selector, options, scope)
  } catch (cause) {
    throw new HarnessError('DOC_SELECTOR_INVALID', { selector: selector.slice(0, 80) }, { cause })
  }
  const from = (at: Node) => { scope[0] = isElement(at) ? at : childrenOf(at).find(isElement) ?? at; return at }
  return {
    all: (at) => selectAll<Node, Element>(query, from(at), options),
    first: (at) => selectOne<Node, Element>(query, from(at), options) ?? undefined,
  }
}

export const isElement = (node: Node): node is Element => 'tagName' in node
export const childrenOf = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : [])
export const attribute = (element: Element, name: string): string | undefined => element.attrs.find((attr) => attr.name === name)?.value

/** How css-select walks parse5's tree. */
function parse5Tree(): NonNullable<Options<Node, Element>['adapter']> {
  const before = new WeakMap<Node, ReadonlyMap<Node, Element | null>>()
  const parentOf = (node: Node) => ('parentNode' in node ? node.parentNode : null)
  const textOf = (node: Node): string => ('value' in node ? node.value : childrenOf(node).map(textOf).join(''))
  return {
    isTag: isElement,
    getName: ({ tagName }) => tagName,
    getParent: parentOf,
    getChildren: childrenOf,
    getSiblings(node) { const parent = parentOf(node); return parent ? parent.childNodes : [node] },
    getAttributeValue: attribute,
    hasAttrib: (element, name) => attribute(element, name) !== undefined,
    getText: textOf,
    /** Of thousands of siblings each is asked for the one before it, so a parent's are looked through once. */
    prevElementSibling(node) {
      const parent = parentOf(node)
      if (!parent) return null
      let known = before.get(parent)
      if (!known) before.set(parent, known = precedents(parent.childNodes))
      return known.get(node) ?? null
    },
    removeSubsets(nodes) {
      const all = new Set(nodes)
      return [...all].filter((node) => {
        for (let up = parentOf(node); up; up = parentOf(up)) if (all.has(up)) return false
        return true
      })
    },
  }
}

function precedents(siblings: readonly Node[]): ReadonlyMap<Node, Element | null> {
  let last: Element | null = null
  return new Map(siblings.map((node) => {
    const entry = [node, last] as const
    if (isElement(node)) last = node
    return entry
  }))
}
