import { readFileSync } from 'node:fs'

/** A fault that another program had, as the bug log beside the repository tells it. */
export interface Row { readonly id: number; readonly fault: string; readonly area: string }

/** The rows of the log's text: tab-separated under a line of names. Throws where a name is gone or an id is no number. */
export function rowsOf(text: string): readonly Row[] {
  const [names = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '')
  const column = (name: string): number => {
    const at = names.split('\t').indexOf(name)
    if (at === -1) throw new Error(`the bug log has no column ${name}`)
    return at
  }
  const [id, fault, area] = [column('id'), column('fault'), column('area')]
  return lines.map((line) => {
    const cells = line.split('\t')
    const number = Number(cells[id])
    if (!Number.isInteger(number)) throw new Error(`no row of the bug log: ${line}`)
    return { id: number, fault: cells[fault] ?? '', area: (cells[area] ?? '').trim() }
  })
}

/**
 * The rows that a test file names in its titles, those of tables of cases included: `bug-log 7`, `bug-log 7, 9` and
 * `bug-log 7 and 9`. A comment is no title.
 */
export function rowsNamed(source: string): readonly number[] {
  const strings = withoutComments(source)
  return [...strings.matchAll(/bug-log (\d+(?:(?:, | and )\d+)*)/g)].flatMap(([, list = '']) => [...list.matchAll(/\d+/g)].map(([digits]) => Number(digits)))
}

/** Comments of whole lines and those behind code, which oxlint has begin after a blank. */
const withoutComments = (source: string): string =>
  source.split('\n').filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line)).map((line) => line.replace(/(?:^|\s)\/\/ .*$/, '')).join('\n')

/** By row, the files whose titles name it. */
export function testsByRow(files: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const named = new Map<number, string[]>()
  for (const file of files) {
    for (const id of new Set(rowsNamed(readFileSync(file, 'utf8')))) named.set(id, [...named.get(id) ?? [], file])
  }
  return named
}
