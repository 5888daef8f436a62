import { defaultTreeAdapter as tree, serialize } from 'parse5'
import type { Element } from '../../document/extract/find-elements.ts'
import { parsePage } from '../../document/extract/guarded-dom.ts'
import { elementsOf, type Target } from './html-targets.ts'

export type Change = 'removed' | 'renamed'

/** The page with the elements at these places gone, or called otherwise: another tag, class and id; another attribute; another header. */
export function changePage(html: string, { kind, name }: Pick<Target, 'kind' | 'name'>, places: readonly number[], change: Change): string {
  const page = parsePage(html)
  const all = elementsOf(page)
  for (const element of places.flatMap((place) => all[place] ?? [])) {
    if (kind === 'header') retitle(element)
    else if (kind === 'attribute') loseAttribute(element, name, change)
    else if (change === 'removed') tree.detachNode(element)
    else rename(element)
  }
  return serialize(page)
}

function rename(element: Element): void {
  element.tagName = `x-${element.tagName}`
  for (const attr of element.attrs) if (attr.name === 'class' || attr.name === 'id') attr.value = attr.value.replace(/\S+/g, 'x-$&')
}

function loseAttribute(element: Element, name: string, change: Change): void {
  element.attrs = element.attrs.flatMap((attr) => (attr.name !== name ? [attr] : change === 'removed' ? [] : [{ ...attr, name: `x-${name}` }]))
}

function retitle(cell: Element): void {
  cell.childNodes = []
  tree.insertText(cell, 'x')
}
