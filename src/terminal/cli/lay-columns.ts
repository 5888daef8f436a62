/** Rows as aligned columns, two spaces between; the last column is as long as it is. */
export const layColumns = (rows: readonly (readonly string[])[], widthOf: (text: string) => number): string[] =>
  padCells(rows, widthOf).map((row) => row.join('').trimEnd())

/** Each row's cells, all but its last padded to their column and the two spaces behind it. */
export function padCells(rows: readonly (readonly string[])[], widthOf: (text: string) => number): string[][] {
  const widths: number[] = []
  for (const row of rows) row.slice(0, -1).forEach((cell, at) => { widths[at] = Math.max(widths[at] ?? 0, widthOf(cell)) })
  const pad = (cell: string, width = 0): string => cell + ' '.repeat(Math.max(0, width - widthOf(cell)) + 2)
  return rows.map((row) => row.map((cell, at) => (at < row.length - 1 ? pad(cell, widths[at]) : cell)))
}
