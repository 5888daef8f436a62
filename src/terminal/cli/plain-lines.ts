import { layColumns } from './lay-columns.ts'

/**
 * Rows as `table` and `screenLine` would write them, where there is nothing for these to care about; undefined where there
 * may be. So it needs no Unicode tables, which take longer to load than a whole `pkuh status`.
 */
export function plainLines(rows: readonly (readonly string[])[], { isTTY, columns = 0 }: { readonly isTTY?: boolean; readonly columns?: number }): string | undefined {
  if (!rows.flat().every(isPlain)) return undefined
  const lines = layColumns(rows, plainWidth)
  return isTTY && lines.some((line) => plainWidth(line) > columns) ? undefined : lines.map((line) => `${line}\n`).join('')
}

/** Printable ASCII, Han, kana and full-width forms: nothing hides among them, and every terminal agrees on their width. */
export const isPlain = (text: string): boolean => plain.test(text)
const plain = /^[\x20-\x7e\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uff01-\uff5e]*$/

function plainWidth(text: string): number {
  let width = text.length
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7e) width++
  return width
}
