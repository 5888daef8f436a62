import { selectAll, selectOne } from 'css-select'
import type { AnyNode, Element } from 'domhandler'
import { HarnessError } from '../../../rules/errors/index.ts'
import type { Json } from '../../../rules/json.ts'
import { budgets } from '../budgets.ts'
import type { Column } from './extract-types.ts'
import { Missing } from './missing.ts'
import { nodeText } from './node-text.ts'

/** Spans beyond these are a browser's too (HTML standard, 4.9.11). */
const widest = 1_000

/**
 * Rows of a table as maps, by the names in its header row; cells that span columns or rows fill each place they cover.
 * A short row has nulls (bug-log 140). A row whose asked cells are all one cell (a pager, 未查询到数据) is left out.
 * Throws `Missing` when the table or a header is not there, `DOC_ITEMS_EXCEEDED` for over 1,000 rows.
 */
export function readTable(root: AnyNode, select: string, columns: Readonly<Record<string, Column>>): Json {
  const table = tableAt(root, select)
  if (!table) throw new Missing(select)
  const grid = gridOf(table)
  const asked = Object.entries(columns)
  const header = grid.findIndex((row) => asked.some(([, column]) => placeOf(row, column) !== -1))
  const headerRow = grid[header] ?? []
  const places = asked.map(([name, column]) => {
    const place = placeOf(headerRow, column)
    if (place === -1 && !column.optional) throw new Missing(column.headers.join(' | '))
    return { name, place }
  })
  const rows = grid.slice(header + 1).filter((row) => isDataRow(row, places.map(({ place }) => place)))
  if (rows.length > budgets.items.limit) throw new HarnessError('DOC_ITEMS_EXCEEDED', { step: select, limit: budgets.items.limit })
  return rows.map((row) => Object.fromEntries(places.map(({ name, place }) => [name, row[place]?.text ?? null])))
}

interface Cell { readonly text: string; readonly element: Element }
type Row = readonly (Cell | undefined)[]

function tableAt(root: AnyNode, select: string): Element | undefined {
  try {
    const found = selectOne<AnyNode, Element>(select, root)
    return found === null || found.name === 'table' ? found ?? undefined : selectOne<AnyNode, Element>('table', found) ?? undefined
  } catch (cause) {
    throw new HarnessError('DOC_SELECTOR_INVALID', { selector: select.slice(0, 80) }, { cause })
  }
}

/** The table's own rows, not those of tables inside it. */
function gridOf(table: Element): Row[] {
  const trs = selectAll<AnyNode, Element>(':scope > tr, :scope > thead > tr, :scope > tbody > tr, :scope > tfoot > tr', table)
  const grid: (Cell | undefined)[][] = trs.map(() => [])
  let filled = 0
  trs.forEach((tr, y) => {
    let x = 0
    for (const element of tr.children) {
      if (!('name' in element) || (element.name !== 'td' && element.name !== 'th') || !('attribs' in element)) continue
      while (grid[y]?.[x] !== undefined) x++
      const wide = span(element.attribs.colspan)
      const tall = element.attribs.rowspan?.trim() === '0' ? trs.length - y : Math.min(span(element.attribs.rowspan), trs.length - y)
      filled += wide * tall
      if (filled > budgets.domNodes.limit) throw new HarnessError('DOC_DOM_NODES_EXCEEDED', { limit: budgets.domNodes.limit })
      const cell = { text: nodeText(element, 'line'), element }
      for (let dy = 0; dy < tall; dy++) for (let dx = 0; dx < wide; dx++) { const row = grid[y + dy]; if (row) row[x + dx] ??= cell }
      x += wide
    }
  })
  return grid
}

function span(attribute: string | undefined): number {
  const n = Number.parseInt(attribute ?? '1', 10)
  return Number.isNaN(n) || n < 1 ? 1 : Math.min(n, widest)
}

const bare = (text: string) => text.replace(/\s+/g, '')
const placeOf = (row: Row, column: Column): number => row.findIndex((cell) => cell !== undefined && column.headers.some((name) => bare(name) === bare(cell.text)))

function isDataRow(row: Row, places: readonly number[]): boolean {
  const there = places.filter((place) => place !== -1)
  const elements = new Set(there.map((place) => row[place]?.element))
  return elements.size !== 1 || (!elements.has(undefined) && there.length === 1)
}
