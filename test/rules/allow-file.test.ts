import { describe, expect, it } from 'vitest'
import { allowFileDigest, allowGrantId, allowRow, allowRowSchema, parseAllowFile } from '../../src/rules/allow-file.ts'
import { explain, HarnessError } from '../../src/rules/errors/index.ts'

const entry = { tool: 'notes.do', args: { text: 'hi' }, uses: 2, expires: '2026-03-03T08:00:00+08:00' }
const text = (...allow: readonly unknown[]) => JSON.stringify({ version: 1, allow })
const fail = (): never => { throw new Error('no entry') }
const failure = (file: string) => {
  try {
    parseAllowFile(file)
  } catch (error) {
    const { code, message } = explain(error, 'en')
    return error instanceof HarnessError ? `${code}: ${message}` : 'another error'
  }
  return 'read'
}

describe('reading an allow-file', () => {
  it.each<[string, string, string]>([
    ['{', 'ALLOW_FILE_NOT_JSON', ''],
    ['[]', 'ALLOW_FILE_INVALID', 'at $: it wants an object'],
    ['{"version":2,"allow":[]}', 'ALLOW_FILE_INVALID', 'at $.version: it wants the number 1'],
    [text(), 'ALLOW_FILE_INVALID', 'at $.allow: it wants 1 to 200 entries'],
    [text({ ...entry, tool: '*' }), 'ALLOW_FILE_INVALID', 'at $.allow.0.tool: it wants a tool id'],
    [text(entry, { ...entry, uses: 0 }), 'ALLOW_FILE_INVALID', 'at $.allow.1.uses: it wants a whole number from 1'],
    [text({ ...entry, expires: 'tomorrow' }), 'ALLOW_FILE_INVALID', 'at $.allow.0.expires: it wants a time with a zone'],
    [text({ ...entry, expires: '2026-03-03T08:00:00' }), 'ALLOW_FILE_INVALID', 'at $.allow.0.expires'],
    [text({ ...entry, contentHash: 'abc' }), 'ALLOW_FILE_INVALID', 'at $.allow.0.contentHash: it wants a SHA-256'],
    [text({ ...entry, user: true }), 'ALLOW_FILE_INVALID', 'at $.allow.0: it wants no unknown field'],
    [text({ ...entry, args: ['hi'] }), 'ALLOW_FILE_INVALID', 'at $.allow.0.args: it wants an object of argument names'],
  ])('%s is refused with its place', (file, code, place) => {
    expect(failure(file)).toContain(code)
    expect(failure(file)).toContain(place)
  })

  it.each<[string, string, string]>([
    ['{\n"version": 1,\n"allow": [\n}', 'ALLOW_FILE_NOT_JSON', 'at line 4'],
    [JSON.stringify({ version: 1, allow: [entry, { ...entry, uses: 0 }] }, undefined, 2), 'ALLOW_FILE_INVALID', 'Line 17 of the allow-file is wrong at $.allow.1.uses'],
    [JSON.stringify({ version: 1, allow: [{ ...entry, user: true }] }, undefined, 2), 'ALLOW_FILE_INVALID', 'Line 11 of'],
    ['{"version":1,"allow":[{"tool":"notes.do","uses":2,\n"uses":2000,"expires":"2026-03-03T08:00:00+08:00"}]}', 'ALLOW_FILE_INVALID', 'Line 2 of the allow-file is wrong at $.allow.0.uses: it wants each name once'],
    [text({ ...entry, schema: { floor: { type: 'integer', pattern: 'x' } } }), 'ALLOW_FILE_INVALID', 'at $.allow.0.schema.floor: it wants argument names and their bounds'],
    [text({ ...entry, schema: { text: { type: 'string' } } }), 'ALLOW_FILE_INVALID', 'at $.allow.0.schema: it wants argument names and their bounds'],
    [JSON.stringify({ version: 1, allow: [entry], consents: [{ plugin: 'board', to: 'x' }] }), 'ALLOW_FILE_INVALID', 'at $.consents.0'],
  ])('%j is refused with its line', (file, code, place) => {
    expect(failure(file)).toContain(code)
    expect(failure(file)).toContain(place)
  })

  it('with bounds keeps them in its row, and in its digest', () => {
    const bounded = { ...entry, schema: { floor: { type: 'integer', maximum: 3 } } }
    const file = parseAllowFile(text(bounded))
    expect(allowRowSchema.parse(allowRow(allowFileDigest(file), file.allow[0] ?? fail()))).toMatchObject({ schema: bounded.schema })
    expect(allowFileDigest(file)).not.toBe(allowFileDigest(parseAllowFile(text({ ...bounded, schema: { floor: { type: 'integer', maximum: 4 } } }))))
  })

  it('tells nothing of what it found there', () => {
    expect(failure(text({ ...entry, uses: 'hunter2' }))).not.toContain('hunter2')
  })

  it('has one digest a meaning: spaces and the order of keys do not count, a value does', () => {
    const file = parseAllowFile(text(entry))
    const { tool, ...rest } = entry
    expect(allowFileDigest(parseAllowFile(JSON.stringify({ allow: [{ ...rest, tool }], version: 1 }, null, 2)))).toBe(allowFileDigest(file))
    expect(allowFileDigest(parseAllowFile(text({ ...entry, uses: 3 })))).not.toBe(allowFileDigest(file))
  })
})

it('an entry’s id is the same each time, its own, and another where the file means something else', () => {
  const file = parseAllowFile(text(entry, { ...entry, uses: 5 }))
  expect(allowGrantId(allowFileDigest(file), 0)).toBe(allowGrantId(allowFileDigest(parseAllowFile(text(entry, { ...entry, uses: 5 }))), 0))
  expect(new Set([allowGrantId(allowFileDigest(file), 0), allowGrantId(allowFileDigest(file), 1), allowGrantId(allowFileDigest(parseAllowFile(text(entry))), 0)]).size).toBe(3)
})

it('an entry that says no more has any arguments and an untainted ceiling', () => {
  const { tool, uses, expires } = entry
  expect(parseAllowFile(text({ tool, uses, expires })).allow[0]).toEqual({ tool, uses, expires, args: {}, ceiling: 'untainted' })
})

it('an entry’s id holds the whole digest of its file: none that shares its first half stands for it', () => {
  const file = parseAllowFile(text(entry))
  expect(allowGrantId(allowFileDigest(file), 0)).toBe(`file:${allowFileDigest(file)}:0`)
  expect(allowFileDigest(file)).toHaveLength(64)
})

it('what is kept of an entry reads back as its own terms, its pinned version too', () => {
  for (const given of [entry, { ...entry, contentHash: 'a'.repeat(64), ceiling: 'tainted' }]) {
    const file = parseAllowFile(text(given))
    for (const one of file.allow) expect(allowRowSchema.parse(allowRow(allowFileDigest(file), one))).toEqual({ kind: 'allow-file', file: allowFileDigest(file), ...one })
  }
})
