import { assert, property } from 'fast-check'
import { expect, it } from 'vitest'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import { canonicalJson } from '../../../src/rules/canonical.ts'
import { compare, isWithinPermissions } from '../../../src/rules/lattice/compare.ts'
import type { Permissions } from '../../../src/rules/lattice/permissions.ts'
import { openScene } from '../scene/scene.ts'
import { noExtractor } from '../scene/no-extractor.ts'
import { anyFamily } from './any-plan.ts'
import { isWider, powersOf } from './oracle.ts'
import { type Plan, render } from './plan.ts'

const scene = openScene({ extractor: noExtractor })
const known = new Map<string, Permissions>()
/** Of the document itself, read from its bytes. */
function permissionsOf(plan: Plan): Permissions {
  const key = JSON.stringify(plan)
  const found = known.get(key) ?? loadDocument(render(plan), { trust: plan.trust }, scene.house).permissions()
  known.set(key, found)
  return found
}

const size = 12
const families = 77
const seed = Number(process.env['LATTICE_SEED'] ?? Date.now() % 2 ** 31)

it('10,000 pairs of manifests: no widening goes by itself, and no narrowing waits for a person', { timeout: 300_000 }, () => {
  console.log(`lattice pairs: seed ${seed} (LATTICE_SEED repeats it)`)
  const seen = { pairs: 0, narrower: 0, wider: 0, both: 0 }
  assert(property(anyFamily(size), (plans) => {
    const permissions = plans.map(permissionsOf)
    const powers = plans.map(powersOf)
    const within = permissions.map((narrow) => permissions.map((wide) => isWithinPermissions(narrow, wide)))
    for (const [a, wide] of permissions.entries()) {
      for (const [b, narrow] of permissions.entries()) {
        const [before, after] = [powers[a], powers[b]]
        if (!before || !after) throw new Error('a plan without powers')
        const decided = within[b]?.[a]
        if (decided === isWider(after, before)) throw new Error(`${decided ? 'a widening went by itself' : 'a narrowing waited'}: ${JSON.stringify({ before: plans[a], after: plans[b], changes: compare(wide, narrow) })}`)
        if (a === b) continue
        seen.pairs++
        if (decided) seen.narrower++
        else seen.wider++
        if (decided && within[a]?.[b]) {
          seen.both++
          // Antisymmetric up to what is only told.
          expect(compare(wide, narrow).filter(({ weight }) => weight !== 'told')).toEqual([])
        }
      }
      expect(compare(wide, wide), 'reflexive').toEqual([])
      for (const [b] of permissions.entries()) {
        for (const [c] of permissions.entries()) {
          if (within[c]?.[b] && within[b]?.[a] && !within[c]?.[a]) throw new Error(`not transitive: ${JSON.stringify([plans[a], plans[b], plans[c]])}`)
        }
      }
    }
  }), { numRuns: families, seed })
  console.log(seen)
  expect(seen.pairs).toBeGreaterThanOrEqual(10_000)
  // Neither half of the promise is about nothing.
  expect(seen.narrower).toBeGreaterThan(1_000)
  expect(seen.wider).toBeGreaterThan(1_000)
  expect(seen.both).toBeGreaterThan(50)
})

it('what is on the cosmetic list is no difference', () => {
  assert(property(anyFamily(1), ([plan]) => {
    if (!plan) throw new Error('no plan')
    expect(canonicalJson(permissionsOf({ ...plan, cosmetic: plan.cosmetic + 1 }))).toBe(canonicalJson(permissionsOf(plan)))
  }), { numRuns: 100, seed })
})
