/** One thing that was counted: how often, out of how many, and what is wanted of it. */
export interface Figure {
  readonly name: string
  readonly count: number
  readonly of: number
  readonly wanted: 'none' | 'all' | { readonly atMost: number } | { readonly atLeast: number }
  /** What was found where it is missed; a few of them. */
  readonly found: readonly string[]
}

/** How many of these are so; where it is missed they are named. */
export function howMany<T>(name: string, all: readonly T[], isSo: (one: T) => boolean, wanted: Figure['wanted'], called: (one: T) => string): Figure {
  const [so, not] = [all.filter(isSo), all.filter((one) => !isSo(one))]
  return { name, count: so.length, of: all.length, wanted, found: (wanted === 'none' || (typeof wanted === 'object' && 'atMost' in wanted) ? so : not).map(called) }
}

/** That in none of these anything is found. */
export const nothingIn = <T>(name: string, all: readonly T[], find: (one: T) => readonly string[], called: (one: T) => string): Figure =>
  howMany(name, all, (one) => find(one).length > 0, 'none', (one) => `${called(one)}: ${find(one).join('; ')}`)

/** Whether a figure is as it is wanted. Out of nothing nothing is shown. */
export function isMet({ count, of, wanted }: Figure): boolean {
  if (of === 0) return false
  if (wanted === 'none') return count === 0
  if (wanted === 'all') return count === of
  return 'atMost' in wanted ? count / of <= wanted.atMost : count / of >= wanted.atLeast
}

export interface Report {
  readonly suite: string
  readonly figures: readonly Figure[]
  /** Beside the figures, nothing of which is wanted. */
  readonly notes: readonly string[]
  readonly seconds: number
}

const said = (wanted: Figure['wanted']): string =>
  (wanted === 'none' ? 'none' : wanted === 'all' ? 'all' : 'atMost' in wanted ? `≤ ${wanted.atMost * 100} %` : `≥ ${wanted.atLeast * 100} %`)

/** The report as lines for a terminal. */
export function linesOf({ suite, figures, notes, seconds }: Report): readonly string[] {
  const rows = figures.map((figure) => {
    const share = figure.of === 0 ? '' : ` (${(figure.count / figure.of * 100).toFixed(1)} %)`
    return `${isMet(figure) ? '✓' : '✗'} ${figure.name.padEnd(64)} ${`${figure.count} of ${figure.of}${share}`.padEnd(24)} wanted: ${said(figure.wanted)}`
  })
  const found = figures.filter((figure) => !isMet(figure)).flatMap((figure) => figure.found.slice(0, 10).map((one) => `    ${figure.name}: ${one}`))
  return [`${suite} (${seconds.toFixed(1)} s)`, ...rows, ...found, ...notes.map((note) => `  ${note}`)]
}
