import { describe, expect, it } from 'vitest'
import { HarnessError } from '../../src/rules/errors/index.ts'
import { say } from '../../src/rules/words/say.ts'
import { readSince } from '../../src/terminal/cli/read-since.ts'
import { readUntil } from '../../src/terminal/cli/read-until.ts'

const now = Date.parse('2026-06-01T00:00:00Z')
const read = (text: string) => readUntil(text, '--expires', now, { say: (words, params) => say(words, 'en', params) })

it.each([
  ['90m', '2026-06-01T01:30:00Z'], ['12h', '2026-06-01T12:00:00Z'], ['7d', '2026-06-08T00:00:00Z'], ['2026-12-31T18:00+08:00', '2026-12-31T10:00:00Z'], ['2026-06-01T00:00:01.5Z', '2026-06-01T00:00:01.500Z'],
])('%s is %s', (text, at) => { expect(read(text)).toBe(Date.parse(at)) })

it.each(['', 'tomorrow', '7', '0m', '7w', '-1d', '400d', '99999d', '2026-12-31', '2026-12-31T18:00', '2026-05-31T00:00Z', '2030-01-01T00:00Z', '2026-13-01T00:00Z'])('%j is none', (text) => {
  expect(() => read(text)).toThrow(HarnessError)
})

it.each(['2026-06-31T00:00Z', '2026-11-31T08:00+08:00', '2027-02-29T00:00:00Z'])('%s is none: its month has no such day', (text) => {
  expect(() => read(text)).toThrow(HarnessError)
})

describe('since', () => {
  const since = (text: string) => readSince(text, '--since', now, { say: (words, params) => say(words, 'en', params) })

  it.each([
    ['90m', Date.parse('2026-05-31T22:30:00Z')], ['7d', Date.parse('2026-05-25T00:00:00Z')], ['2026-05-01', Date.parse('2026-05-01T00:00')], ['2026-05-01T08:00+08:00', Date.parse('2026-05-01T00:00Z')], ['2024-02-29T00:00Z', Date.parse('2024-02-29T00:00Z')],
  ])('%s is a moment', (text, at) => { expect(since(text)).toBe(at) })

  it.each(['', '7', '7w', '2026-02-30', '2026-02-29T00:00Z', '2026-04-31T08:00+08:00', '2026-13-01', '2026-00-10', '2026-05-00', '2026-05-01T08:00', '2026-06-02', '1969-01-01'])('%j is none', (text) => {
    expect(() => since(text)).toThrow(HarnessError)
  })
})
