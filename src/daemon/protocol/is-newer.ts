/** A version as package.json has it, `1.2.3` or `1.2.3-beta.1`; undefined for anything else. */
export const versionIn = (given: unknown): string | undefined => (typeof given === 'string' && given.length <= 64 && version.test(given) ? given : undefined)
const version = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/

/** Whether `one` came after `other`. Before a version come those that only lead to it (`-beta.1`). */
export function isNewer(one: string, other: string): boolean {
  const [[release = '', before], [otherRelease = '', otherBefore]] = [one, other].map((text) => text.split(/-(.*)/s)) as [string[], string[]]
  const order = byNumber(release, otherRelease)
  if (order !== 0 || before === otherBefore) return order > 0
  return before === undefined || (otherBefore !== undefined && byNumber(before, otherBefore) > 0)
}

const byNumber = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true })
