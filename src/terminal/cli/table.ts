import { padCells } from './lay-columns.ts'
import { oneLine } from './one-line.ts'
import { widthOf } from './width.ts'

/**
 * A row of a table: one line of its cells, and where these begin, so that a line too wide for the terminal goes on under
 * them. Only the row itself begins at the left edge, whatever its cells hold.
 */
export interface TableRow {
  /** The cells, all but the last padded to their columns. */
  readonly cells: readonly string[]
}

/** Rows as aligned columns; a row is one line whatever its cells hold. */
export const table = (rows: readonly (readonly string[])[]): TableRow[] =>
  padCells(rows.map((row) => row.map(oneLine)), widthOf).map((cells) => ({ cells }))

/** Where each cell begins, in columns. */
export function startsOf({ cells }: TableRow): number[] {
  let at = 0
  return cells.map((cell) => { const start = at; at += widthOf(cell); return start })
}
