import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExportedRow, type ExportFilter, exportWriter, verifyExport } from '../../src/rules/audit-export.ts'
import { digest } from '../../src/rules/canonical.ts'
import { isMap, type Json } from '../../src/rules/json.ts'
import { shareableDetail } from '../../src/rules/shareable-detail.ts'

const chain = { ok: true, count: 40, sealed: 30, seq: undefined, fault: undefined }
function exported(rows: readonly ExportedRow[], filter: ExportFilter = { since: undefined, plugin: undefined }): string[] {
  const writer = exportWriter(filter)
  return [writer.head(), ...rows.map(writer.row), writer.end(chain)]
}
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

const content = fc.record({
  at: fc.nat(), kind: fc.constantFrom('outcome', 'daemon'), callId: fc.option(fc.uuid(), { nil: undefined }), plugin: fc.option(fc.constant('memory'), { nil: undefined }),
  detail: fc.dictionary(fc.constantFrom('tool', 'ok', 'account'), fc.oneof(fc.boolean(), fc.string({ unit: 'grapheme' }))), chain: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)),
})
const lines = fc.array(content, { minLength: 1, maxLength: 12 }).map((rows) => exported(rows.map((row, index) => ({ ...row, detail: { ...row.detail }, seq: index + 1 }))))
const place = fc.nat({ max: 1000 })
const runs = { numRuns: 300 }
/** A line changed and given a hash of its own, by somebody who knows how. */
const rehashed = (line: string, change: (content: Record<string, Json>) => void): string => {
  const { hash: _, ...content } = JSON.parse(line) as Record<string, Json>
  change(content)
  return JSON.stringify({ ...content, hash: digest(content) })
}

describe('an export', () => {
  it('is whole as it was written, however its lines are spaced, and the same rows give the same lines', () => {
    fc.assert(fc.property(lines, (made) => {
      expect(verifyExport(textOf(made))).toMatchObject({ ok: true, rows: made.length - 2, hash: (JSON.parse(made.at(-1) ?? '') as { hash: string }).hash, chain: { ok: true, count: 40 } })
      expect(verifyExport(made.map((line) => JSON.stringify(JSON.parse(line), undefined, 1).replaceAll('\n', ' ')).join('\n'))).toMatchObject({ ok: true })
    }), runs)
  })

  it.each<[string, (made: string[], at: number) => { readonly lines: string[]; readonly from: number }]>([
    ['a flipped character', (made, at) => { const line = made[at % made.length] ?? ''; const to = (at * 7) % line.length; return { lines: made.with(at % made.length, line.slice(0, to) + (line[to] === '1' ? '2' : '1') + line.slice(to + 1)), from: at % made.length } }],
    ['a line that is gone', (made, at) => ({ lines: made.toSpliced(at % made.length, 1), from: at % made.length })],
    ['a line twice', (made, at) => ({ lines: made.toSpliced(at % made.length, 0, made[at % made.length] ?? ''), from: (at % made.length) + 1 })],
    ['two lines in each other’s place', (made, at) => { const one = at % (made.length - 1); return { lines: made.with(one, made[one + 1] ?? '').with(one + 1, made[one] ?? ''), from: one } }],
    ['a tail cut off', (made, at) => ({ lines: made.slice(0, at % made.length), from: at % made.length })],
    ['a line of somebody else’s', (made, at) => ({ lines: made.toSpliced(at % made.length, 0, ['', 'no json', '[]', '{}', '{"type":"row"}'][at % 5] ?? ''), from: at % made.length })],
    ['a row with another hash of its own', (made, at) => { const one = at % made.length; return { lines: made.with(one, rehashed(made[one] ?? '', (row) => { row['at'] = 12_345_678_901 })), from: one } }],
  ])('with %s is named by its first bad line', (_, tamper) => {
    fc.assert(fc.property(lines, place, (made, at) => {
      const { lines: after, from } = tamper(made, at)
      fc.pre(textOf(after) !== textOf(made))
      const verdict = verifyExport(textOf(after))
      // The last line with a hash of its own is not followed by any: only its owner's word tells, and the CLI says so.
      if (verdict.ok) expect([_, from]).toEqual(['a row with another hash of its own', made.length - 1])
      else expect([from + 1, from + 2]).toContain(verdict.line)
    }), runs)
  })

  it('with a row left out, every line after it written anew, lacks a number', () => {
    const rows = Array.from({ length: 5 }, (_, index): ExportedRow => ({ seq: index + 1, at: index, kind: 'daemon', callId: undefined, plugin: undefined, detail: {}, chain: 'a'.repeat(64) }))
    for (const left of [0, 2, 3]) expect(verifyExport(textOf(exported(rows.toSpliced(left, 1))))).toEqual({ ok: false, line: left + 2, fault: 'missing' })
    expect(verifyExport(textOf(exported(rows.slice(2), { since: 2, plugin: undefined })))).toMatchObject({ ok: true, rows: 3 })
    expect(verifyExport(textOf(exported([...rows.slice(0, 1), ...rows.slice(3)], { since: undefined, plugin: 'memory' })))).toMatchObject({ ok: true, rows: 3, filter: { plugin: 'memory' } })
  })

  it.each(['', '\n', 'x', '{"type":"end"}', '{"type":"head","format":"another","version":1,"prev":"","hash":""}'])('%j is none', (text) => {
    expect(verifyExport(text)).toMatchObject({ ok: false, line: 1 })
  })
})

describe('what can be shared of a row', () => {
  const hmac = (value: Json) => digest(`under a key ${JSON.stringify(value)}`)
  const shared = (detail: Record<string, Json>) => shareableDetail(detail, hmac)
  it.each<[string, Record<string, Json>, readonly string[]]>([
    ['a call', { tool: 'treehole.post', trust: 'bundled', principal: 'agent', contentHash: 'ab12'.repeat(16), client: '0a1b2c3d-0000-4000-8000-000000000000', account: '2500000001', conversation: '0a1b2c3d-0000-4000-8000-000000000000' }, ['client', 'account', 'conversation']],
    ['a decision', { outcome: 'ask', reasons: ['R5 effectAsks', 'R6 tainted'], grant: null, args: 'ab12'.repeat(16), tainted: true }, []],
    ['a request', { to: 'campus:treehole', method: 'POST', host: 'treehole.pku.edu.cn', path: '/chapi/api/v3/hole/1234567', status: 200, bytes: 91, ms: 3, error: null }, ['path']],
    ['a sign-in', { step: 'ended', account: '2500000001', service: 'portal', by: 'person', outcome: 'ok' }, ['account']],
    ['a secret', { secret: 'password', name: 'x', account: '2500000001', purpose: 'sign in at IAAA' }, ['name', 'account']],
    ['a proxy', { setting: 'proxy', event: 'login', url: 'http://proxy.example:8080', by: '0a1b2c3d-0000-4000-8000-000000000000' }, ['url', 'by']],
    ['what an open name should not hold', { code: '学号二五', tool: 'a'.repeat(300), step: 'for 2500000001', service: { a: 1 }, ms: 2_500_000_000_001 }, ['code', 'tool', 'step', 'service', 'ms']],
  ])('%s', (_, detail, hidden) => {
    const out = shared(detail)
    expect(Object.keys(out)).toEqual(Object.keys(detail))
    for (const [name, value] of Object.entries(detail)) expect(out[name], name).toEqual(hidden.includes(name) ? `hmac:${hmac(value)}` : value)
  })

  it('is never a number of six digits in a text, an id that grants access, or anything beyond ASCII', () => {
    const name = fc.oneof(fc.constantFrom('tool', 'by', 'step', 'host', 'purpose', 'reasons'), fc.string())
    const value: fc.Arbitrary<Json> = fc.oneof(fc.uuid(), fc.stringMatching(/^[a-z ]{0,5}\d{6,12}[a-z ]{0,5}$/), fc.string({ unit: 'grapheme' }).filter((text) => /[^\x20-\x7e]/.test(text)), fc.jsonValue({ maxDepth: 1 }).map((json) => [json as Json]))
    const leaves = (json: Json): Json[] => (Array.isArray(json) ? json.flatMap(leaves) : isMap(json) ? Object.values(json).flatMap(leaves) : [json])
    fc.assert(fc.property(fc.dictionary(name, value), (detail) => {
      for (const leaf of leaves(shared(detail)).filter((one) => typeof one === 'string' && !one.startsWith('hmac:'))) expect(leaf).not.toMatch(/(?<![0-9a-f])\d{6,}(?![0-9a-f])|[^\x20-\x7e]|^[0-9a-f]{8}-[0-9a-f]{4}-/i)
    }), runs)
  })

  it('is nothing of what stands under a name that is not known', () => {
    const value = fc.oneof(fc.stringMatching(/^[a-z]{1,8}$/), fc.nat(), fc.constant(null), fc.jsonValue({ maxDepth: 1 }).map((json) => json as Json))
    fc.assert(fc.property(fc.dictionary(fc.string().map((name) => `x-${name}`), value), (detail) => {
      for (const [name, out] of Object.entries(shared(detail))) expect(out).toBe(detail[name] === null ? null : `hmac:${hmac(detail[name] ?? null)}`)
    }), runs)
  })
})
