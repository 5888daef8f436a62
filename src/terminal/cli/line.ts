import type { TableRow } from './table.ts'

/** What a command says in one line of its own. */
export type Line = string | TableRow

/** A line where no terminal breaks it. */
export const textOf = (line: Line): string => (typeof line === 'string' ? line : line.cells.join('').trimEnd())

/** The same line, further in. */
export function indented(line: Line, indent: string): Line {
  if (typeof line === 'string') return indent + line
  const [first = '', ...others] = line.cells
  return { cells: [indent + first, ...others] }
}
