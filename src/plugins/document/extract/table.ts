import { HarnessError } from '../../../rules/errors/index.ts'
import type { Json } from '../../../rules/json.ts'
import { budgets } from '../budgets.ts'
import type { Column, Spec } from './extract-types.ts'
import { attribute, childrenOf, type Element, finder, isElement, type Node } from './find-elements.ts'
import { Missing } from './missing.ts'
import { nodeText } from './node-text.ts'

/** Spans beyond these are a browser's too (HTML standard, 4.9.11). */
const widest = 1_000

/**
 * Rows of a table as maps, by the names in its header row, whatever their order; cells that span columns or rows fill each
 * place they cover. A short row has nulls (bug-log 140). A row that is all one cell, or whose asked cells are (a pager, 未查询到数据), is
 * left out. `text` is the form of what a cell holds. Throws `Missing` when the table or a header is not there, `DOC_DOM_NODES_EXCEEDED` for spans over 100,000 places.
 */
export function readTable(root: Node, { select, text = 'line', columns }: Pick<Extract<Spec, { kind: 'table' }>, 'select' | 'text' | 'columns'>): Json {
  const table = tableAt(root, select)
  if (!table) throw new Missing(select)
  const grid = gridOf(table)
  const textOf = cellReader(text)
  const isHeader = (cell: Element | undefined, headers: readonly string[]) => cell !== undefined && headers.includes(bare(textOf(cell) ?? ''))
  const placeOf = (row: Row, { headers, nth = 1 }: Pick<Column, 'headers' | 'nth'>) => {
    let left = nth
    return row.findIndex((cell) => isHeader(cell, headers) && --left === 0)
  }
  const asked = Object.entries(columns).map(([name, { headers, nth = 1, optional }]) => ({ name, headers: headers.map(bare), nth, said: headers.join(' | '), optional }))
  const header = grid.findIndex((row) => asked.some((column) => placeOf(row, column) !== -1))
  const headerRow = grid[header] ?? []
  const places = asked.map(({ name, said, optional, ...column }) => {
    const place = placeOf(headerRow, column)
    if (place === -1 && !optional) throw new Missing(said)
    return { name, place }
  })
  const there = places.map(({ place }) => place).filter((place) => place !== -1)
  return grid.slice(header + 1).filter((row) => isDataRow(row, there)).map((row) => {
    // A document's own names, of which none is `__proto__`; a list of entries for each row would take longer than its texts.
    const read: Record<string, Json> = {}
    for (const { name, place } of places) read[name] = textOf(row[place])
    return read
  })
}

type Row = readonly (Element | undefined)[]

function tableAt(root: Node, select: string): Element | undefined {
  const found = finder(select).first(root)
  return found === undefined || found.tagName === 'table' ? found : finder('table').first(found)
}

/** The table's own rows, not those of tables inside it. */
function gridOf(table: Element): Row[] {
  const trs = elementsIn(table).flatMap((part) => (part.tagName === 'tr' ? [part] : sections.has(part.tagName) ? elementsIn(part).filter(({ tagName }) => tagName === 'tr') : []))
  const grid: (Element | undefined)[][] = trs.map(() => [])
  let filled = 0
  trs.forEach((tr, y) => {
    const row = grid[y] ?? []
    let x = 0
    for (const cell of tr.childNodes) {
      if ((cell.nodeName !== 'td' && cell.nodeName !== 'th') || !isElement(cell)) continue
      while (row[x] !== undefined) x++
      const wide = span(attribute(cell, 'colspan'))
      const rowspan = attribute(cell, 'rowspan')
      const tall = rowspan?.trim() === '0' ? trs.length - y : Math.min(span(rowspan), trs.length - y)
      filled += wide * tall
      if (filled > budgets.domNodes.limit) throw new HarnessError('DOC_DOM_NODES_EXCEEDED', { limit: budgets.domNodes.limit })
      if (wide === 1 && tall === 1) row[x] = cell
      else for (let dy = 0; dy < tall; dy++) for (let dx = 0; dx < wide; dx++) { const below = grid[y + dy]; if (below) below[x + dx] ??= cell }
      x += wide
    }
  })
  return grid
}

const sections = new Set(['thead', 'tbody', 'tfoot'])
const elementsIn = (node: Node): Element[] => childrenOf(node).filter(isElement)

function span(attribute: string | undefined): number {
  const n = Number.parseInt(attribute ?? '1', 10)
  return Number.isNaN(n) || n < 1 ? 1 : Math.min(n, widest)
}

/** A cell that spans stands in many places, and is read for the first of them. */
function cellReader(form: 'line' | 'lines'): (cell: Element | undefined) => string | null {
  const spanning = new Map<Element, string>()
  return (cell) => {
    if (!cell) return null
    if (cell.attrs.length === 0) return nodeText(cell, form)
    const text = spanning.get(cell) ?? nodeText(cell, form)
    spanning.set(cell, text)
    return text
  }
}

const bare = (text: string) => text.replace(/\s+/g, '')

/** Not one cell across all of it or all that is asked for, nor none. */
function isDataRow(row: Row, places: readonly number[]): boolean {
  const [first = -1] = places
  if (row.length > 1 && row.every((cell) => cell === row[0])) return false
  return places.length === 1 ? row[first] !== undefined : places.length === 0 || places.some((place) => row[place] !== row[first])
}
