import type { Json } from '../../rules/json.ts'
import { cleanCharacters } from '../../rules/hygiene/characters.ts'
import { oneLine } from './one-line.ts'
import { columns } from './width.ts'

/**
 * A result for people: a list of flat objects as columns, anything else indented. Nothing is left out. A text of several
 * lines goes on behind a bar, so that none of its lines looks like a row or a name of the host's.
 */
export function showJson(data: Json): string[] {
  return typeof data === 'string' ? cleanCharacters(data).split('\n') : part(data, '')
}

function part(data: Json, indent: string): string[] {
  if (!isTree(data)) return hanging('', leaf(data), indent)
  if (isList(data)) {
    if (data.length === 0) return [`${indent}[]`]
    if (data.every(isFlat)) return table(data).map((line) => indent + line)
    return data.flatMap((item, at) => [`${indent}${at + 1}.`, ...part(item, `${indent}  `)])
  }
  return Object.entries(data).flatMap(([name, value]) =>
    (isTree(value) ? [`${indent}${oneLine(name)}:`, ...part(value, `${indent}  `)] : hanging(`${oneLine(name)}: `, leaf(value), indent)))
}

function table(rows: readonly Json[]): string[] {
  const names = [...new Set(rows.flatMap((row) => (isTree(row) && !isList(row) ? Object.keys(row) : [])))]
  if (names.length === 0) return rows.map((row) => oneLine(leaf(row)))
  const cells = rows.map((row) => names.map((name) => (isTree(row) && !isList(row) && Object.hasOwn(row, name) ? leaf(row[name] ?? null) : '')))
  // Long texts make a table unreadable: then each record stands by itself.
  if (cells.some((row) => row.some((cell) => cell.length > 40 || cleanCharacters(cell).includes('\n')))) {
    return rows.flatMap((row) => [...part(row, '  '), ''])
  }
  return columns([names, ...cells])
}

function hanging(head: string, text: string, indent: string): string[] {
  const [first = '', ...more] = cleanCharacters(text).split('\n').map(oneLine)
  return [`${indent}${head}${first}`, ...more.map((line) => `${indent}  │ ${line}`)]
}

const leaf = (value: Json): string => (typeof value === 'string' ? value : value === null ? '-' : JSON.stringify(value))
type Tree = readonly Json[] | { readonly [key: string]: Json }
const isTree = (value: Json): value is Tree => typeof value === 'object' && value !== null
const isList = (value: Tree): value is readonly Json[] => Array.isArray(value)
const isFlat = (value: Json): boolean => !isTree(value) || (!isList(value) && Object.values(value).every((inside) => !isTree(inside)))
