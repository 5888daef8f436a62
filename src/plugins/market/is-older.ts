/** Whether a version comes before another (semver 2.0.0 §11); what is behind a `+` a manifest cannot have. */
export function isOlder(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)]
  for (let at = 0; at < 3; at++) {
    const [x = 0, y = 0] = [a.numbers[at], b.numbers[at]]
    if (x !== y) return x < y
  }
  // A release comes after every pre-release of it.
  if (a.pre.length === 0 || b.pre.length === 0) return a.pre.length > b.pre.length
  for (let at = 0; at < Math.max(a.pre.length, b.pre.length); at++) {
    const [x, y] = [a.pre[at], b.pre[at]]
    if (x === y) continue
    if (x === undefined || y === undefined) return x === undefined
    const [m, n] = [/^\d+$/.test(x), /^\d+$/.test(y)]
    if (m && n) return Number(x) < Number(y)
    return m === n ? x < y : m
  }
  return false
}

function partsOf(version: string): { readonly numbers: readonly number[]; readonly pre: readonly string[] } {
  const [core = '', ...after] = version.split('-')
  const pre = after.join('-')
  return { numbers: core.split('.').map(Number), pre: pre === '' ? [] : pre.split('.') }
}
