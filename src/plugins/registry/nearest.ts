const most = 3

/** At most three of `ids` that a person may have meant by `word`, nearest first; none when nothing is near. */
export function nearest(word: string, ids: readonly string[]): readonly string[] {
  const wanted = word.toLowerCase().slice(0, 100)
  const allowed = Math.max(2, Math.floor(wanted.length / 3))
  return ids
    .map((id) => ({ id, far: distance(wanted, id.toLowerCase(), allowed) }))
    .filter(({ far }) => far <= allowed)
    .sort((a, b) => a.far - b.far || (a.id < b.id ? -1 : 1))
    .slice(0, most)
    .map(({ id }) => id)
}

/** 0 or 1 for a part of the other, else how many letters to insert, drop or replace (Levenshtein). */
function distance(a: string, b: string, cap: number): number {
  if (a === b) return 0
  if (a.length >= 3 && (b.includes(a) || a.includes(b))) return 1
  if (Math.abs(a.length - b.length) > cap) return cap + 1
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? cap + 1
}
