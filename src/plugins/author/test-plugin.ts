import { canonicalJson } from '../../rules/canonical.ts'
import { isList, isMap, type Json, own } from '../../rules/json.ts'
import { type Expectation, type Fixture } from './fixture.ts'
import type { Outcome, Replayer } from './replay.ts'

/** One recording's test. `differs` is the first place where the result is another than expected. */
export interface Tested {
  readonly fixture: string
  readonly file: string
  readonly tool: string
  readonly ok: boolean
  readonly expected: Expectation | undefined
  readonly outcome: Outcome
  readonly differs: Difference | undefined
  readonly ms: number
}
export interface Difference { readonly at: string; readonly expected: Json | undefined; readonly found: Json | undefined }

export async function testFixture(fixture: Fixture, replayer: Replayer): Promise<Tested> {
  const began = performance.now()
  const outcome = await replayer.run(fixture)
  const { expect: expected } = fixture
  const differs = expected && difference(expected, outcome)
  return {
    fixture: fixture.name, file: fixture.file, tool: fixture.tool, ok: expected !== undefined && differs === undefined,
    expected, outcome, differs, ms: performance.now() - began,
  }
}

function difference(expected: Expectation, outcome: Outcome): Difference | undefined {
  const fails = outcome.ok ? undefined : outcome.fails
  if ('fails' in expected) return fails === expected.fails ? undefined : { at: 'fails', expected: expected.fails, found: fails ?? (outcome.ok ? outcome.result : undefined) }
  return outcome.ok ? firstDifference(expected.result, outcome.result, '$') : { at: 'fails', expected: undefined, found: fails }
}

/** The first place, in the order of reading, where two values are not the same. */
export function firstDifference(expected: Json | undefined, found: Json | undefined, at: string): Difference | undefined {
  if (expected !== undefined && found !== undefined) {
    if (isList(expected) && isList(found)) {
      for (let i = 0; i < Math.max(expected.length, found.length); i++) {
        const inner = firstDifference(expected[i], found[i], `${at}[${i}]`)
        if (inner) return inner
      }
      return undefined
    }
    if (isMap(expected) && isMap(found)) {
      for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
        const inner = firstDifference(own(expected, key), own(found, key), `${at}.${key}`)
        if (inner) return inner
      }
      return undefined
    }
    if (canonicalJson(expected) === canonicalJson(found)) return undefined
  }
  return expected === undefined && found === undefined ? undefined : { at, expected, found }
}
