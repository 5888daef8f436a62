/** Chance that can be had again: the same seed gives the same run. */
export interface Random {
  /** A whole number from 0 up to but without `below`. */
  int(below: number): number
  pick<T>(list: readonly T[]): T
  /** True so many times in a hundred. */
  chance(percent: number): boolean
}

/** Mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number): number => Math.floor(next() * below)
  return {
    int,
    pick(list) {
      const found = list[int(list.length)]
      if (found === undefined) throw new Error('an empty list')
      return found
    },
    chance: (percent) => next() * 100 < percent,
  }
}
