import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { hashOf, type StoredRow } from '../../../src/host/store/audit-row.ts'
import { verifyChain, verifySince } from '../../../src/host/store/audit-verify.ts'
import { auditKinds, type AuditVerdict } from '../../../src/host/store/store.ts'
import { canonicalJson } from '../../../src/rules/canonical.ts'
import type { Json } from '../../../src/rules/json.ts'
import { anyJson } from '../../rules/any-json.ts'

/** Must be seen 6: over random chains and random tampering, `verify` names the first bad row, whichever column it was. */

interface Chain { readonly rows: readonly StoredRow[]; readonly origin: string; readonly sealed: number }

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
const word = fc.string({ unit: 'grapheme', maxLength: 8 })
const content = fc.record({
  at: fc.nat(), kind: fc.constantFrom(...auditKinds), callId: fc.option(fc.uuid()), plugin: fc.option(fc.constantFrom('treehole', 'memory')),
  // No row has a key of that name: `canonicalJson` refuses it.
  detail: fc.dictionary(word.filter((name) => name !== '__proto__'), anyJson({ maxDepth: 2 }), { maxKeys: 3 }),
})
const chain: fc.Arbitrary<Chain> = fc.tuple(hex, fc.array(content, { minLength: 2, maxLength: 14 })).chain(([origin, contents]) => {
  const rows: StoredRow[] = []
  for (const { detail, ...content } of contents) {
    const row = { ...content, seq: rows.length + 1, detail: canonicalJson(JSON.parse(JSON.stringify(detail))), prev: rows.at(-1)?.hash ?? origin }
    rows.push({ ...row, hash: hashOf(row) })
  }
  return fc.record({ rows: fc.constant(rows), origin: fc.constant(origin), sealed: fc.integer({ min: 1, max: rows.length }) })
})

const counted = new Map<string, number>()
afterAll(() => { console.log(['tampered with        chains', ...[...counted].map(([what, count]) => `${what.padEnd(18)} ${String(count).padStart(8)}`)].join('\n')) })
const count = (what: string): void => { counted.set(what, (counted.get(what) ?? 0) + 1) }

const sealOf = ({ rows, sealed }: Chain) => ({ count: sealed, hash: rows[sealed - 1]?.hash ?? '' })
/** What the whole walk says, with the seal; and that the walk from the seal on finds what lies behind it too. */
function verdictOn(given: Chain, rows: readonly StoredRow[]): AuditVerdict {
  const seal = sealOf(given)
  const verdict = verifyChain(rows, given.origin, seal)
  const since = verifySince(rows.filter(({ seq }) => seq >= seal.count), given.origin, seal)
  if (!verdict.ok && verdict.seq > seal.count) expect(since).toMatchObject({ ok: false, seq: verdict.seq })
  return verdict
}
const bad = (verdict: AuditVerdict): number | undefined => (verdict.ok ? undefined : verdict.seq)
const bySeq = (rows: readonly StoredRow[]): StoredRow[] => rows.toSorted((a, b) => a.seq - b.seq)
const pick = (rows: readonly unknown[], share: number): number => Math.min(rows.length - 1, Math.floor(share * rows.length))
const share = fc.double({ min: 0, max: 0.999_999, noNaN: true })
const runs = { numRuns: 150 }

/** For each column, another value than it had. */
const others: { readonly [Column in keyof StoredRow]: (row: StoredRow, salt: number) => StoredRow[Column] } = {
  seq: ({ seq }, salt) => seq + 100 + salt,
  at: ({ at }, salt) => at + 1 + salt,
  kind: ({ kind }, salt) => auditKinds.filter((other) => other !== kind)[salt % (auditKinds.length - 1)] ?? '',
  callId: ({ callId }, salt) => (callId === null ? 'c' : salt % 2 ? null : `${callId.slice(0, -1)}x`),
  plugin: ({ plugin }) => (plugin === null ? 'treehole' : null),
  detail: ({ detail }, salt) => [`${detail} `, '', 'null', '[]', '{"a":1.0}', '{"b":2,"a":1}', `{"${salt}":{}}`, detail.replace(/[}]$/, ',"x":1}')].find((text, at) => at >= salt % 8 && text !== detail) ?? '"x"',
  prev: ({ hash }) => hash,
  hash: ({ hash }, salt) => hash.slice(0, salt % 64) + (hash[salt % 64] === '0' ? '1' : '0') + hash.slice(salt % 64 + 1),
}

describe('verify names the first bad row', () => {
  it('an untouched chain is whole, also beyond its seal', () => {
    fc.assert(fc.property(chain, (given) => {
      count('nothing')
      expect(verdictOn(given, given.rows)).toEqual({ ok: true, count: given.rows.length, hash: given.rows.at(-1)?.hash })
    }), runs)
  })

  it.each(Object.keys(others) as (keyof StoredRow)[])('where the column %s of one row was flipped', (column) => {
    fc.assert(fc.property(chain, share, fc.nat({ max: 1000 }), (given, where, salt) => {
      const at = pick(given.rows, where)
      const flipped = bySeq(given.rows.map((row, index) => (index === at ? { ...row, [column]: others[column](row, salt) } : row)))
      count(column)
      expect(bad(verdictOn(given, flipped))).toBe(at + 1)
    }), runs)
  })

  it('where rows were dropped before the seal or among those behind it, with the gap left or closed', () => {
    fc.assert(fc.property(chain, share, fc.integer({ min: 1, max: 4 }), fc.boolean(), (given, where, many, closed) => {
      const at = pick(given.rows, where)
      const left = given.rows.filter((_, index) => index < at || index >= at + many)
      // Nothing after it tells of the end behind the seal: SECURITY.md says so.
      const unseen = at + many >= given.rows.length && at >= given.sealed
      const rows = closed ? left.map((row, index) => ({ ...row, seq: index + 1 })) : left
      count('dropped')
      expect(bad(verdictOn(given, rows))).toBe(unseen ? undefined : at + 1)
    }), runs)
  })

  it('where two rows changed places', () => {
    fc.assert(fc.property(chain, share, share, (given, one, two) => {
      const [a, b] = [pick(given.rows, one), pick(given.rows, two)]
      fc.pre(a !== b)
      const [rowA, rowB] = [given.rows[a], given.rows[b]]
      const swapped = given.rows.map((row, index) => ({ ...(index === a ? rowB : index === b ? rowA : row) ?? row, seq: index + 1 }))
      count('swapped')
      expect(verdictOn(given, swapped)).toMatchObject({ ok: false, seq: Math.min(a, b) + 1, fault: 'reordered' })
    }), runs)
  })

  it('where the tail was cut before the seal', () => {
    fc.assert(fc.property(chain, share, (given, where) => {
      const at = Math.floor(where * given.sealed)
      count('cut')
      expect(verdictOn(given, given.rows.slice(0, at))).toMatchObject({ ok: false, seq: at + 1, fault: 'cut' })
    }), runs)
  })

  it('where a row was put in, by itself right: the first that does not follow', () => {
    fc.assert(fc.property(chain, share, content, (given, where, made) => {
      const at = pick(given.rows, where)
      const forged = { ...made, seq: at + 1, detail: canonicalJson(JSON.parse(JSON.stringify(made.detail)) as Json), prev: given.rows[at]?.prev ?? '' }
      const rows = [...given.rows.slice(0, at), { ...forged, hash: hashOf(forged) }, ...given.rows.slice(at).map((row) => ({ ...row, seq: row.seq + 1 }))]
      count('put in')
      // The forged row itself follows from the one before: the sealed hash, else its successor, gives it away.
      expect(bad(verdictOn(given, rows))).toBe(given.sealed === at + 1 ? at + 1 : at + 2)
    }), runs)
  })

  it('where one row was rewritten with a hash of its own: the row after it, or the sealed one', () => {
    fc.assert(fc.property(chain, share, (given, where) => {
      const at = pick(given.rows, where)
      const rewritten = given.rows.map((row, index) => { if (index !== at) return row; const other = { ...row, at: row.at + 1 }; return { ...other, hash: hashOf(other) } })
      const last = at === given.rows.length - 1
      count('rewritten')
      expect(bad(verdictOn(given, rewritten))).toBe(given.sealed === at + 1 ? at + 1 : last ? undefined : at + 2)
    }), runs)
  })

  it('where everything from a row on was rewritten: the sealed row', () => {
    fc.assert(fc.property(chain, share, (given, where) => {
      const at = Math.floor(where * given.sealed)
      const rows: StoredRow[] = given.rows.slice(0, at)
      for (const row of given.rows.slice(at)) {
        const other = { ...row, at: row.at + 1, prev: rows.at(-1)?.hash ?? given.origin }
        rows.push({ ...other, hash: hashOf(other) })
      }
      count('rewritten on')
      expect(bad(verdictOn(given, rows))).toBe(given.sealed)
    }), runs)
  })
})
