import { oneLine } from './one-line.ts'
import { plainDrawing } from './plain-drawing.ts'
import { widestOf, wrap } from './width.ts'

/**
 * A line as it is written to a stream, its line end included. On a terminal one that may be too wide goes on behind `⤷ `:
 * left to the terminal it would go on at the left edge, where a padded text looks like a row of the host's. Nothing in it
 * draws frames but a bar before all else, which says that what follows is not the host's.
 */
export function screenLine(text: string, { isTTY, columns }: { readonly isTTY?: boolean; readonly columns?: number }): string {
  const [, bar = '', rest = ''] = /^( *│ )?([^]*)$/.exec(oneLine(text)) ?? []
  const line = bar + plainDrawing(rest)
  const width = columns ?? 0
  if (!isTTY || width < narrowest || widestOf(line) <= width) return `${line}\n`
  return wrap(line, width - 3).map((part, at) => `${at === 0 ? '' : '⤷ '}${part}\n`).join('')
}
/** A terminal that says less than this many columns does not know its size. */
const narrowest = 20
