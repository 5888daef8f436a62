import type { Document, ParentNode } from 'domhandler'
import { html as namespaces, Parser, type ParserOptions } from 'parse5'
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter'
import { HarnessError } from '../../../rules/errors/index.ts'
import { budgets } from '../budgets.ts'

/**
 * Parses a page as a browser would, and stops at 100,000 nodes (attributes counted) or 512 levels with
 * `DOC_DOM_NODES_EXCEEDED` or `DOC_DOM_DEPTH_EXCEEDED`: 100,000 nested divs end in milliseconds.
 */
export function parsePage(html: string): Document {
  return DepthParser.parse<Htmlparser2TreeAdapterMap>(html, guardedOptions())
}

/** A fragment as it would stand inside a `div`. */
export function parsePart(html: string): Document {
  const options = guardedOptions()
  const context = adapter.createElement('div', namespaces.NS.HTML, [])
  const parser = DepthParser.getFragmentParser<Htmlparser2TreeAdapterMap>(context, options)
  parser.tokenizer.write(html, true)
  const fragment = parser.getFragment()
  if (!('children' in fragment)) throw new HarnessError('DOC_EXTRACT_FAILED')
  return fragment
}

class DepthParser extends Parser<Htmlparser2TreeAdapterMap> {
  override onItemPush(node: ParentNode, tid: number, isTop: boolean): void {
    if (this.openElements.stackTop >= budgets.domDepth.limit) throw new HarnessError('DOC_DOM_DEPTH_EXCEEDED', { limit: budgets.domDepth.limit })
    super.onItemPush(node, tid, isTop)
  }
}

function guardedOptions(): ParserOptions<Htmlparser2TreeAdapterMap> {
  let nodes = 0
  const count = (more: number) => {
    nodes += more
    if (nodes > budgets.domNodes.limit) throw new HarnessError('DOC_DOM_NODES_EXCEEDED', { limit: budgets.domNodes.limit })
  }
  return {
    scriptingEnabled: false,
    treeAdapter: {
      ...adapter,
      createElement(name, namespace, attributes) { count(1 + attributes.length); return adapter.createElement(name, namespace, attributes) },
      createCommentNode(data) { count(1); return adapter.createCommentNode(data) },
      createTextNode(data) { count(1); return adapter.createTextNode(data) },
      insertText(parent, text) { count(1); adapter.insertText(parent, text) },
      insertTextBefore(parent, text, before) { count(1); adapter.insertTextBefore(parent, text, before) },
    },
  }
}
