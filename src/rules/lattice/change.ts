import { z } from 'zod'
import { sameJson } from '../canonical.ts'
import { type Json, own } from '../json.ts'

const json: z.ZodType<Json> = z.json()

/**
 * One difference between two versions of a plugin's authority. `widens` waits for a person; `narrows` applies by itself;
 * `told` applies too and stands in the update's note.
 */
export const changeSchema = z.strictObject({
  /** Which field: `tools.free.effect`. */
  at: z.string(),
  how: z.enum(['added', 'removed', 'changed']),
  weight: z.enum(['widens', 'narrows', 'told']),
  before: json,
  after: json,
})
export type Change = Readonly<z.output<typeof changeSchema>>
export type Weight = Change['weight']

/** How two values of one field differ; none where they are the same. */
export type Differ<T> = (before: T, after: T, at: string) => readonly Change[]

export const changed = (at: string, weight: Weight, before: Json, after: Json): Change => ({ at, how: 'changed', weight, before, after })
export const added = (at: string, weight: Weight, after: Json): Change => ({ at, how: 'added', weight, before: null, after })
export const removed = (at: string, weight: Weight, before: Json): Change => ({ at, how: 'removed', weight, before, after: null })

/** A value that is the same or another; neither is less. */
export const same = (weight: Weight): Differ<Json> => (before, after, at) => (sameJson(before, after) ? [] : [changed(at, weight, before, after)])

/** What is less in a field whose more weighs this: where more allows nothing, less takes nothing away. */
const less = (more: Weight): Weight => (more === 'told' ? 'told' : 'narrows')

/** A set: a new member weighs `more`. */
export const set = (more: Weight): Differ<readonly string[]> => (before, after, at) => [
  ...after.filter((one) => !before.includes(one)).map((one) => added(at, more, one)),
  ...before.filter((one) => !after.includes(one)).map((one) => removed(at, less(more), one)),
]

/** Values of which one later in `order` allows more. */
export const rising = <T extends Json>(order: readonly T[]): Differ<T> => (before, after, at) =>
  (before === after ? [] : [changed(at, order.indexOf(after) > order.indexOf(before) ? 'widens' : 'narrows', before, after)])

/** Texts by name, by their digests: what is new or other weighs `weight`; what goes away is less, as it goes with what it was of. */
export const texts = (weight: Weight): Differ<Readonly<Record<string, string>>> => (before, after, at) => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return names.flatMap((name): readonly Change[] => {
    const place = `${at}.${name}`
    const [old, now] = [own(before, name), own(after, name)]
    if (old === now) return []
    if (old === undefined) return [added(place, weight, now ?? null)]
    return now === undefined ? [removed(place, less(weight), old)] : [changed(place, weight, old, now)]
  })
}
