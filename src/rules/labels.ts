/**
 * What a value, a conversation or a call carries: which third-party text is in it and whose private data.
 * Labels only ever join; there is no function here that takes one away.
 */
export interface Labels {
  /** Ids of the tools (or servers) whose third-party text is in it, or `input`, sorted. Not empty means tainted. */
  readonly untrusted: readonly string[]
  /** Services whose private data are in it, sorted. */
  readonly private: readonly string[]
}

export const unlabelled: Labels = Object.freeze({ untrusted: Object.freeze([]), private: Object.freeze([]) })

/** Text that came in without the person typing it: a pipe, a paste, a script's arguments, a schedule's prompt (policy §2). */
export const untypedInput: Labels = Object.freeze({ untrusted: Object.freeze(['input']), private: Object.freeze([]) })

export const isTainted = (labels: Labels): boolean => labels.untrusted.length > 0

/** The union of all; commutative, associative, idempotent. */
export function joinLabels(...all: readonly Labels[]): Labels {
  const union = (pick: (labels: Labels) => readonly string[]) => {
    // Spread, so that what is no list of names throws.
    const names = all.flatMap((labels) => [...pick(labels)])
    return names.length < 2 ? names : [...new Set(names)].sort()
  }
  return { untrusted: union((l) => l.untrusted), private: union((l) => l.private) }
}
