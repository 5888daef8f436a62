import { type Line, textOf } from './line.ts'
import { oneLine } from './one-line.ts'
import { plainDrawing } from './plain-drawing.ts'
import { type TableRow, startsOf } from './table.ts'
import { widestOf, wrap } from './width.ts'

/**
 * A line as it is written to a stream, its line end included. On a terminal one that may be too wide goes on below: left
 * to the terminal it would go on at the left edge, where a padded text looks like a row of the host's. A row goes on under
 * its last cell, or behind `⤷ ` under an earlier one where that leaves too little; a text behind `⤷ ` below its own
 * beginning. Nothing in it draws frames but a bar before all else, which says that what follows is not the host's, and
 * stands before what goes on too.
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
  const indent = bar || ' '.repeat(Math.min(Math.floor(width / 4), line.length - line.trimStart().length))
  return broken(line, width, indent + mark)
}

/** Stands before what goes on where its place does not tell. */
const mark = '⤷ '

function rowLines(row: TableRow, width: number | undefined): string[] {
  const text = textOf(row)
  if (width === undefined || widestOf(text) <= width) return [text]
  const starts = startsOf(row)
  const before = row.cells.slice(0, -1).join('')
  const under = starts.at(-1) ?? 0
  if (under > 0 && width - widestOf(before) >= enough) {
    const [first = '', ...more] = wrap(row.cells.at(-1) ?? '', width - widestOf(before)).filter((part) => part.trim() !== '')
    return [(before + first).trimEnd(), ...more.map((part) => ' '.repeat(under) + part.trim())]
  }
  const hang = starts.findLast((start) => start > 0 && width - start - widestOf(mark) >= enough) ?? text.length - text.trimStart().length + 2
  return broken(text, width, ' '.repeat(Math.min(hang, width / 2)) + mark)
}
/** Columns that a cell needs to be read when it goes on below itself. */
const enough = 20

/** The text in parts, each but the first behind `before`; the spaces at which it is broken are left out. */
function broken(text: string, width: number, before: string): string[] {
  const indent = text.slice(0, Math.min(text.length - text.trimStart().length, Math.floor(width / 2)))
  const [first = ''] = wrap(text.slice(indent.length), width - indent.length)
  const rest = text.slice(indent.length + first.length).trimStart()
  const more = rest === '' ? [] : wrap(rest, width - widestOf(before)).map((part) => part.trim()).filter((part) => part !== '')
  return [(indent + first).trimEnd(), ...more.map((part) => before + part)]
}
