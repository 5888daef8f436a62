import { finder } from '../../document/extract/find-elements.ts'
import { parsePage } from '../../document/extract/guarded-dom.ts'

/** Where an element may stand; the innermost is left open. Right inside a picture or a formula every name is one of theirs, and none is HTML's. */
const around = [
  '', '<table>', '<table><tbody>', '<table><thead>', '<table><tr>', '<table><tr><td>', '<table><colgroup>', '<table><caption>', '<select>', '<select><optgroup>',
  '<svg><foreignObject>', '<ruby>', '<dl>', '<ul>', '<head>', '<object>', '<button>', '<frameset>',
] as const
/** What may stand between the two where one stands in the other; a table brings what cannot stand in it before itself. */
const between = ['', '<table>', '<table><tr>', '<b>', '<a>', '</p>'] as const
const inside = [...between, '<div>', '<table><tr><td>', '<svg><foreignObject>', '<object>', '<button>'] as const

/** Elements whose content the parser rules over, and those that have none. Of others almost anything can be a child. */
const ruled = new Set([
  'html', 'head', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'colgroup', 'caption', 'p', 'select', 'option', 'optgroup', 'li', 'dt', 'dd', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'a', 'button', 'nobr',
])
const empty = new Set([
  'area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr', 'script', 'style', 'title', 'textarea', 'iframe', 'noembed', 'noframes', 'xmp', 'plaintext',
])

/** Whether a page can have `b` as a child of `a` (or anywhere in it): tried with the parser itself, since its rules have many exceptions. True where it is not known. */
export function canStandIn(a: string, b: string, how: 'child' | 'descendant'): boolean {
  if (!empty.has(a) && (how === 'descendant' || !ruled.has(a))) return true
  const selector = how === 'child' ? `${a} > ${b}` : `${a} ${b}`
  const find = finder(selector)
  for (const start of ['<!DOCTYPE html>', '']) {
    for (const context of around) {
      for (const middle of how === 'child' ? between : inside) if (find.first(parsePage(`${start}${context}<${a}>${middle}<${b}>`))) return true
    }
  }
  return false
}
