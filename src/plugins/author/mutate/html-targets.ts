import type { Pick, Spec } from '../../document/extract/extract-types.ts'
import { childrenOf, type Element, finder, isElement, type Node } from '../../document/extract/find-elements.ts'
import { parsePage } from '../../document/extract/guarded-dom.ts'
import { nodeText } from '../../document/extract/node-text.ts'

/** What of a page an extraction went by: the elements of one selector, an attribute it took, or a header of a table. */
export interface Target {
  /** As its author wrote it. */
  readonly name: string
  readonly kind: 'selector' | 'attribute' | 'header'
  /** Rows of which there must be one: a page with one fewer is another page, whatever the tool leaves out of what is left. */
  readonly rows: boolean
  /** Places of its elements among all elements of the page, in document order. */
  readonly places: readonly number[]
}

/** The targets of the specs that read this page. `exists` and `without` ask whether something is there, so they are no targets. */
export function htmlTargets(html: string, specs: readonly Spec[]): readonly Target[] {
  const page = parsePage(html)
  const places = new Map(elementsOf(page).map((element, place) => [element, place]))
  const found = new Map<string, Target & { readonly places: number[] }>()
  const add = (at: string, kind: Target['kind'], name: string, elements: readonly Element[], rows = false) => {
    const key = `${kind} ${at} ${name}`
    const target = found.get(key) ?? { name, kind, rows, places: [] }
    found.set(key, target)
    for (const element of elements) { const place = places.get(element); if (place !== undefined && !target.places.includes(place)) target.places.push(place) }
  }
  const visit = (pick: Pick, at: Node, way: string, rows: boolean): void => {
    const all = pick.select === undefined ? [at] : finder(pick.select).all(at)
    if (pick.take.kind === 'exists') return
    if (pick.select !== undefined) add(way, 'selector', pick.select, all.filter(isElement), rows)
    const used = pick.many ? all : all.slice(0, 1)
    if (pick.take.kind === 'attr') add(way, 'attribute', pick.take.name, used.filter(isElement))
    if (pick.take.kind !== 'fields') return
    for (const node of used) for (const [name, field] of Object.entries(pick.take.fields)) visit(field, node, `${way}.${name}`, false)
  }
  specs.forEach((spec, index) => {
    if (spec.kind === 'css') visit(spec.pick, page, String(index), spec.pick.many && spec.pick.required)
    if (spec.kind !== 'table') return
    const tables = finder(spec.select).all(page)
    add(String(index), 'selector', spec.select, tables)
    const cells = tables.flatMap((table) => finder('th, td').all(table))
    for (const column of Object.values(spec.columns)) {
      if (!column.optional) add(String(index), 'header', column.headers.join(' | '), cells.filter((cell) => column.headers.some((header) => bare(header) === bare(nodeText(cell, 'line')))).slice(0, 1))
    }
  })
  return [...found.values()].filter((target) => target.places.length > 0)
}

const bare = (text: string): string => text.replace(/\s+/g, '')

/** Every element of a page, in document order. */
export function elementsOf(page: Node): readonly Element[] {
  const all: Element[] = []
  const visit = (node: Node): void => {
    if (isElement(node)) all.push(node)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(page)
  return all
}
