import type { AnyNode } from 'domhandler'
import { isTag, isText } from 'domhandler'

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
export function nodeText(root: AnyNode, form: 'line' | 'lines', skip: ReadonlySet<AnyNode> = new Set()): string {
  const out: string[] = []
  const visit = (node: AnyNode) => {
    if (skip.has(node)) return
    if (isText(node)) { out.push(node.data.replace(/\s+/g, ' ')); return }
    if (isTag(node) && node !== root && silent.has(node.name)) return
    const edge = isTag(node) ? (blocks.has(node.name) ? '\n' : cells.has(node.name) ? ' ' : '') : ''
    out.push(edge)
    // Depth is bounded by the parser's guard.
    if ('children' in node) for (const child of node.children) visit(child)
    out.push(edge)
  }
  visit(root)
  const lines = out.join('').split('\n').map((line) => line.replace(/ +/g, ' ').trim()).filter((line) => line !== '')
  return lines.join(form === 'line' ? ' ' : '\n')
}
