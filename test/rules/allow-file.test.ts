import { describe, expect, it } from 'vitest'
import { allowFileDigest, allowGrant, parseAllowFile } from '../../src/rules/allow-file.ts'
import { explain, HarnessError } from '../../src/rules/errors/index.ts'
import { grantCovers, grantSchema } from '../../src/rules/grant.ts'
import { call, campus, context, now } from './question.ts'

const entry = { tool: 'notes.do', args: { text: 'hi' }, uses: 2, expires: '2026-03-03T08:00:00+08:00' }
const text = (...allow: readonly unknown[]) => JSON.stringify({ version: 1, allow })
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

describe('an entry as a grant', () => {
  const made = { at: now, by: 'terminal-1' }
  const question = call({ effect: 'public', destinations: [campus] }, { args: { text: 'hi', pid: 1 } })
  const from = (parts: object, usesLeft = 2) =>
    allowGrant({ file: parseAllowFile(text({ ...entry, ...parts })), index: 0, tool: question.tool, account: question.account, usesLeft, made })

  it('covers the call that it names, other arguments free', () => {
    const grant = grantSchema.parse(from({}))
    expect(grantCovers(grant, question, context())).toBe(true)
    expect(grantCovers(grant, call({ effect: 'public', destinations: [campus] }, { args: { text: 'ho' } }), context())).toBe(false)
  })
  it('covers nothing once its uses are gone, its time is over, or the plugin is another version than it says', () => {
    expect([from({}, 0), from({ expires: '2026-03-01T08:00:00+08:00' }), from({ contentHash: 'd'.repeat(64) })]
      .map((grant) => grant && grantCovers(grant, question, context()))).toEqual([false, false, false])
  })
  it('has no more uses than the file gives, whatever the record says', () => expect(from({}, 1000)?.usesLeft).toBe(2))
  it('is none for another tool', () => expect(from({ tool: 'notes.other' })).toBeUndefined())
})
