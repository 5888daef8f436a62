import { childrenOf, isElement, type Node } from './find-elements.ts'

const silent = new Set(['script', 'style', 'template', 'noscript', 'head', 'iframe', 'object', 'svg', 'math'])
const blocks = new Set([
  'address', 'article', 'aside', 'blockquote', 'br', 'caption', 'center', 'dd', 'details', 'dialog', 'div', 'dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer',
  'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'legend', 'li', 'main', 'nav', 'ol', 'option', 'p', 'pre', 'section', 'summary', 'table', 'tbody', 'tfoot', 'thead', 'tr', 'ul',
])
const cells = new Set(['td', 'th'])

/**
 * What a reader sees of an element: scripts and styles gone, white space (no-break too) run together. `line` gives one
 * line; `lines` one a block. `skip` are left out with all that is in them.
 */
export function nodeText(root: Node, form: 'line' | 'lines', skip?: ReadonlySet<Node>): string {
  const [only, second] = childrenOf(root)
  // Nearly every cell of a table is one text.
  if (only && 'value' in only && !second && !skip) return squeeze(only.value)
  let out = ''
  const visit = (node: Node): void => {
    if (skip?.has(node)) return
    if ('value' in node) { out += node.value.replace(/\s+/g, ' '); return }
    if (isElement(node) && node !== root && silent.has(node.tagName)) return
    const edge = isElement(node) ? (blocks.has(node.tagName) ? '\n' : cells.has(node.tagName) ? ' ' : '') : ''
    out += edge
    // Depth is bounded by the parser's guard.
    for (const child of childrenOf(node)) visit(child)
    out += edge
  }
  visit(root)
  const lines = out.split('\n').map(squeeze).filter((line) => line !== '')
  return lines.join(form === 'line' ? ' ' : '\n')
}

/** Most texts have nothing to squeeze, which is sooner seen than done. */
const squeeze = (text: string): string => (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()
