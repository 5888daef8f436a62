import { breakText } from './break-text.ts'
import { type Line, textOf } from './line.ts'
import { oneLine } from './one-line.ts'
import { plainDrawing } from './plain-drawing.ts'
import { type TableRow, startsOf } from './table.ts'
import { widestOf } from './width.ts'

/**
 * A line as it is written to a stream, its line end included. On a terminal one that may be too wide goes on below, behind
 * `⤷ `: left to the terminal it would go on at the left edge, where a padded text looks like a row of the host's. A row goes
 * on under its last cell, or under an earlier one where that leaves too little; a text below its own beginning. Nothing in
 * it draws frames but a bar before all else, which says that what follows is not the host's, and stands before what goes
 * on too.
 */
export function screenLine(line: Line, { isTTY, columns }: { readonly isTTY?: boolean; readonly columns?: number }): string {
  // A terminal that says less than this many columns does not know its size.
  const width = isTTY && columns !== undefined && columns >= narrowest ? columns : undefined
  const lines = typeof line === 'string' ? textLines(oneLine(line), width) : rowLines({ cells: line.cells.map(plainDrawing) }, width)
  return lines.map((part) => `${part}\n`).join('')
}
const narrowest = 20

function textLines(text: string, width: number | undefined): string[] {
  const [, bar = '', rest = ''] = /^( *│ )?([^]*)$/.exec(text) ?? []
  const line = bar + plainDrawing(rest)
  if (width === undefined || widestOf(line) <= width) return [line]
  if (widestOf(bar) > width / 2) return broken(line, width, mark)
  const indent = bar || ' '.repeat(Math.min(Math.floor(width / 4), line.length - withoutIndent(line).length))
  return broken(line, width, indent + mark)
}

/** Stands before what goes on: its place alone would not tell it from a row whose first cells are empty. */
const mark = '⤷ '

function rowLines(row: TableRow, width: number | undefined): string[] {
  const text = textOf(row)
  if (width === undefined || widestOf(text) <= width) return [text]
  const starts = startsOf(row)
  const before = row.cells.slice(0, -1).join('')
  const under = starts.at(-1) ?? 0
  // In the space between the columns, so that what goes on stands under the cell.
  const below = ' '.repeat(Math.max(2, under - 2)) + mark
  const room = width - Math.max(widestOf(before), widestOf(below))
  if (under > 0 && room >= Math.max(enough / 2, Math.min(enough, width / 3))) {
    const [first = '', ...more] = breakText(withoutIndent(row.cells.at(-1) ?? ''), room)
    return [(before + first).trimEnd(), ...more.map((part) => below + part)]
  }
  const hang = starts.findLast((start) => start > 0 && width - start - widestOf(mark) >= enough) ?? text.length - withoutIndent(text).length + 2
  return cellLines(row, width, ' '.repeat(Math.min(hang, width / 2)) + mark)
}
/** Columns that a text needs to be read when it goes on below itself. */
const enough = 20

/** The cells one after another, each whole where it fits on a line; each line but the first behind `before`. */
function cellLines({ cells: [first = '', ...others] }: TableRow, width: number, before: string): string[] {
  const lines = broken(first.trimEnd(), width, before)
  let pad = first.length - first.trimEnd().length
  for (const cell of others) {
    const text = cell.trim()
    const line = `${lines.at(-1) ?? ''}${' '.repeat(pad)}${text}`
    pad = cell.length - cell.trimEnd().length + (text === '' ? pad : 0)
    if (text === '') continue
    if (widestOf(line) <= width) lines[lines.length - 1] = line
    else lines.push(...breakText(text, width - widestOf(before)).map((part) => before + part))
  }
  return lines
}

/** The text in parts, each but the first behind `before`. */
function broken(text: string, width: number, before: string): string[] {
  const body = withoutIndent(text)
  const indent = ' '.repeat(Math.min(text.length - body.length, Math.floor(width / 2)))
  const [first = '', ...more] = breakText(body, width - widestOf(before), width - indent.length)
  return [first === '' ? '' : indent + first, ...more.map((part) => before + part)]
}

/** Only the plain space is one of the host's; any other is text. */
const withoutIndent = (text: string): string => text.replace(/^ +/, '')
