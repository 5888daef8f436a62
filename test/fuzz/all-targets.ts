import { seeded } from '../attack/fuzz/random.ts'
import type { Corpus } from './corpus.ts'
import type { Target } from './target.ts'
import { expressions } from './targets/expression.ts'
import { extractions } from './targets/extraction.ts'
import { readings } from './targets/manifest.ts'

export const targets: readonly Target[] = [expressions, ...extractions, ...readings]

/** Runs the case that a seed makes of a target. Whether it gave a value. Throws what is wrong with it, and for a target that is not there. */
export function runCase(name: string, seed: number, corpus: Corpus): boolean {
  const target = targets.find((known) => known.name === name)
  if (!target) throw new Error(`no target ${name}`)
  return target.run(seeded(seed), corpus)
}
