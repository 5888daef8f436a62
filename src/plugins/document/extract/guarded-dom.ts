import { defaultTreeAdapter as adapter, type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, html as namespaces, Parser, type ParserOptions } from 'parse5'
import { HarnessError } from '../../../rules/errors/index.ts'
import { budgets } from '../budgets.ts'

type ParentNode = DefaultTreeAdapterTypes.ParentNode

/**
 * Parses a page as a browser would, and stops at 100,000 nodes (attributes counted) or 512 levels with
 * `DOC_DOM_NODES_EXCEEDED` or `DOC_DOM_DEPTH_EXCEEDED`: 100,000 nested divs end in milliseconds.
 */
export function parsePage(html: string): DefaultTreeAdapterTypes.Document {
  return DepthParser.parse(html, guardedOptions())
}

/** A fragment as it would stand inside a `div`. */
export function parsePart(html: string): DefaultTreeAdapterTypes.DocumentFragment {
  const context = adapter.createElement('div', namespaces.NS.HTML, [])
  const parser = DepthParser.getFragmentParser<DefaultTreeAdapterMap>(context, guardedOptions())
  parser.tokenizer.write(html, true)
  return parser.getFragment()
}

class DepthParser extends Parser<DefaultTreeAdapterMap> {
  override onItemPush(node: ParentNode, tid: number, isTop: boolean): void {
    if (this.openElements.stackTop >= budgets.domDepth.limit) throw new HarnessError('DOC_DOM_DEPTH_EXCEEDED', { limit: budgets.domDepth.limit })
    super.onItemPush(node, tid, isTop)
  }
}

/** parse5's own tree, which it builds fastest, counted as it grows. */
function guardedOptions(): ParserOptions<DefaultTreeAdapterMap> {
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
      // A second `body` brings its attributes to the first.
      adoptAttributes(element, attributes) { count(attributes.length); adapter.adoptAttributes(element, attributes) },
      createCommentNode(data) { count(1); return adapter.createCommentNode(data) },
      // The tokenizer gives words and the spaces between them one by one: what comes after a text becomes part of it.
      insertText(parent, text) {
        const last = parent.childNodes[parent.childNodes.length - 1]
        if (last?.nodeName === '#text' && 'value' in last) last.value += text
        else { count(1); adapter.appendChild(parent, adapter.createTextNode(text)) }
      },
      insertTextBefore(parent, text, before) {
        const last = parent.childNodes[parent.childNodes.indexOf(before) - 1]
        if (last?.nodeName === '#text' && 'value' in last) last.value += text
        else { count(1); adapter.insertBefore(parent, adapter.createTextNode(text), before) }
      },
    },
  }
}
