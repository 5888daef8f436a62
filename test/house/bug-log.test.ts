import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { itWithShared } from '../rules/shared-data.ts'
import { rowsNamed, rowsOf, testsByRow } from './bug-log.ts'

/** The areas of the way to the campus (signing in, services, keystore, the door out), those of what is asked, shown and set, those of what a document reads, and those of what outside text may do. */
const areas = /^(?:pku-\w+|sso|redirect|cookies|ssrf|totp|keychain|encoding|dates|html|jsonpath|yaml|regex|limits|secrets|concurrency|approval|approval-display|config|scheduled|injection|taint|memory|false-positive|exfil|unicode|widening)$/

/** Rows whose part of the product is not there yet, by the issue that brings it; a row leaves when a test names it. None today. */
const later: ReadonlyMap<number, number> = new Map([])

itWithShared('../cases/bug-log.tsv', 'every fault that others had on the way to the campus has a test that names it', (text) => {
  const files = readdirSync('test', { recursive: true }).map((name) => `test/${String(name)}`)
    .filter((name) => name.endsWith('.test.ts') && name !== 'test/house/bug-log.test.ts').toSorted()
  const tests = testsByRow(files)
  const rows = rowsOf(text).filter(({ area }) => areas.test(area))
  console.log(rows.map(({ id, area }) => {
    const issue = later.get(id)
    return `${id} ${area}: ${tests.get(id)?.join(', ') ?? (issue === undefined ? 'none' : `with issue ${issue}`)}`
  }).join('\n'))
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.filter(({ id }) => !tests.has(id) && !later.has(id)).map(({ id, area, fault }) => `${id} ${area}: ${fault}`)).toEqual([])
  expect([...later.keys()].filter((id) => tests.has(id)), 'their tests are there').toEqual([])
  expect([...tests.keys()].filter((id) => !rowsOf(text).some((row) => row.id === id)), 'the log has no such row').toEqual([])
})

it('a row is named by a title or a case of a table, alone or with others, and not by a comment', () => {
  const source = [
    "it('bug-log 1: x', () => {}) // bug-log 2",
    '// bug-log 3', ' * bug-log 4', "  ['bug-log 5, 6: x', 1],", "it('x (bug-log 7 and 8)', () => {})", "it('https://a.test/ bug-log 9', () => {})",
  ].join('\n')
  expect(rowsNamed(source)).toEqual([1, 5, 6, 7, 8, 9])
})
