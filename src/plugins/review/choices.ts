import { isObject } from '../../rules/json.ts'

/** A field that changes nothing a plugin may do and nothing the model reads as guidance, with the reason for it. */
export interface Cosmetic { readonly cosmetic: string }

/** What a field gives to the permissions. */
export interface InLattice<V> { readonly lattice: (value: V) => Part }
export type Part = Readonly<Record<string, unknown>>

/**
 * A choice for every field of a manifest or a tool (policy §6): in the lattice, with what it gives, or cosmetic, with the
 * reason. A field without one does not compile.
 */
export type Choices<T extends object> = { readonly [K in keyof T]-?: Choice<T[K]> }
type Choice<V> = Cosmetic | InLattice<V>

export const lattice = <V>(read: (value: V) => Part): InLattice<V> => ({ lattice: read })
export const cosmetic = (why: string): Cosmetic => ({ cosmetic: why })

/** What every field of `from` gives, put together; texts by name are put beside each other. */
export function gather<T extends object>(choices: Choices<T>, from: T): Part {
  const part = <K extends keyof T>(key: K): readonly Part[] => {
    const choice: Choice<T[K]> = choices[key]
    return 'cosmetic' in choice ? [] : [choice.lattice(from[key])]
  }
  const made = new Map<string, unknown>()
  for (const [name, value] of (Object.keys(choices) as (keyof T)[]).flatMap(part).flatMap((one) => Object.entries(one))) {
    const before = made.get(name)
    made.set(name, isObject(before) && isObject(value) ? { ...before, ...value } : value)
  }
  return Object.fromEntries(made)
}
