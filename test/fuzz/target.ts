import type { Random } from '../attack/fuzz/random.ts'
import type { Corpus } from './corpus.ts'

/** One thing that is fuzzed: makes a case by chance and throws when something is wrong with how it ends. */
export interface Target {
  readonly name: string
  /** Whether the case gave a value; false where it was refused. */
  run(random: Random, corpus: Corpus): boolean
}

/** A case that ended as none may. */
export class Wrong extends Error {
  override readonly name = 'Wrong'
}
