import { isList, type Json } from '../../rules/json.ts'
import { cleanCharacters } from '../../rules/hygiene/characters.ts'
import { type Line, indented } from './line.ts'
import { oneLine } from './one-line.ts'
import { table } from './table.ts'

/**
 * A result for people: a list of flat objects as columns, anything else indented. Nothing is left out. A text of several
 * lines goes on behind a bar, so that none of its lines looks like a row or a name of the host's.
 * @param none the person's word for a list or an object that holds nothing
 */
export function showJson(data: Json, none = '-'): Line[] {
  return typeof data === 'string' ? cleanCharacters(data).split('\n') : part(data, '', none)
}

function part(data: Json, indent: string, none: string): Line[] {
  if (!isTree(data)) return hanging('', leaf(data), indent)
  if (isEmpty(data)) return [`${indent}${none}`]
  if (isList(data)) {
    if (data.every(isFlat)) return list(data, indent, none)
    return data.flatMap((item, at) => [`${indent}${at + 1}.`, ...part(item, `${indent}  `, none)])
  }
  return Object.entries(data).flatMap(([name, value]) => {
    if (!isTree(value)) return hanging(`${oneLine(name)}: `, leaf(value), indent)
    return isEmpty(value) ? [`${indent}${oneLine(name)}: ${none}`] : [`${indent}${oneLine(name)}:`, ...part(value, `${indent}  `, none)]
  })
}

function list(rows: readonly Json[], indent: string, none: string): Line[] {
  const names = [...new Set(rows.flatMap((row) => (isTree(row) && !isList(row) ? Object.keys(row) : [])))]
  if (names.length === 0) return rows.map((row) => indent + (isTree(row) ? none : oneLine(leaf(row))))
  const cells = rows.map((row) => names.map((name) => (isTree(row) && !isList(row) && Object.hasOwn(row, name) ? leaf(row[name] ?? null) : '')))
  // Long texts make a table unreadable: then each record stands by itself.
  if (cells.some((row) => row.some((cell) => cell.length > 40 || cleanCharacters(cell).includes('\n')))) {
    return rows.flatMap((row) => [...part(row, `${indent}  `, none), ''])
  }
  return table([names, ...cells]).map((row) => indented(row, indent))
}

function hanging(head: string, text: string, indent: string): string[] {
  const [first = '', ...more] = cleanCharacters(text).split('\n').map(oneLine)
  return [`${indent}${head}${first}`, ...more.map((line) => `${indent}  │ ${line}`)]
}

const leaf = (value: Json): string => (typeof value === 'string' ? value : value === null ? '-' : JSON.stringify(value))
type Tree = readonly Json[] | { readonly [key: string]: Json }
const isTree = (value: Json): value is Tree => typeof value === 'object' && value !== null
const isEmpty = (value: Tree): boolean => Object.keys(value).length === 0
const isFlat = (value: Json): boolean => !isTree(value) || (!isList(value) && Object.values(value).every((inside) => !isTree(inside)))
