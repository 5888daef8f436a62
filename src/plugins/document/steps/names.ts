import type { Node } from '../expression/node.ts'
import type { Template } from '../expression/template.ts'
import type { Place } from '../manifest/place.ts'

/**
 * The names an expression may use where it stands, so that a misspelt one is found when the document is read. A name
 * set in one branch of `when` is known after it, and null when the other was taken.
 */
export interface Names {
  has(name: string): boolean
  /** Throws `DOC_NAME_TAKEN`: a name stands for one value. @param members what its value has, where no other can be asked for. */
  add(name: string, place: Place, members?: readonly string[]): void
  /** For a branch or a loop; what it adds stays in it, unless it is joined. */
  inner(): Names
  join(branch: Names): void
  readonly added: ReadonlySet<string>
  /** What a name's value has; undefined where that is not known. */
  members(name: string): readonly string[] | undefined
}

/** @param known the names there are from the start, with their members: `input` and `settings`. */
export const createNames = (known: Readonly<Record<string, readonly string[]>>): Names => namesIn(new Map(Object.entries(known)), undefined)

function namesIn(known: Map<string, readonly string[]>, outer: Names | undefined): Names {
  const added = new Set<string>()
  const names: Names = {
    added,
    has: (name) => added.has(name) || known.has(name) || (outer?.has(name) ?? false),
    members: (name) => known.get(name) ?? outer?.members(name),
    add(name, place, members) {
      if (names.has(name)) throw place.error('DOC_NAME_TAKEN', { name })
      added.add(name)
      if (members) known.set(name, members)
    },
    inner: () => namesIn(new Map(), names),
    join: (branch) => { for (const name of branch.added) added.add(name) },
  }
  return names
}

/** Throws `DOC_NAME_UNKNOWN` for a name that nothing before has set, or a member that `input`, `settings` or a page of `paginate` does not have. */
export function checkNames(of: Node | Template, names: Names, place: Place): void {
  for (const node of nodesOf(of)) {
    if (node.kind === 'name' && !names.has(node.name)) throw place.error('DOC_NAME_UNKNOWN', { name: node.name })
    if (node.kind !== 'member' || node.of.kind !== 'name' || node.key.kind !== 'literal') continue
    const { name } = node.of
    if (names.members(name)?.includes(String(node.key.value)) === false) {
      throw place.error('DOC_NAME_UNKNOWN', { name: `${name}.${String(node.key.value)}` })
    }
  }
}

function nodesOf(of: Node | Template): readonly Node[] {
  switch (of.kind) {
    case 'fixed': return []
    case 'value': return nodesOf(of.node)
    case 'text': return of.parts.flatMap((part) => (typeof part === 'string' ? [] : nodesOf(part)))
    case 'map': return of.entries.flatMap(([, value]) => nodesOf(value))
    case 'literal': case 'name': return [of]
    // A template's list and an expression's list.
    case 'list': return of.items.flatMap((item) => nodesOf(item))
    case 'member': return [of, ...nodesOf(of.of), ...nodesOf(of.key)]
    case 'unary': return nodesOf(of.of)
    case 'binary': case 'logical': return [...nodesOf(of.left), ...nodesOf(of.right)]
    case 'choice': return [...nodesOf(of.test), ...nodesOf(of.yes), ...nodesOf(of.no)]
    case 'call': return of.args.flatMap((arg) => nodesOf(arg))
  }
}
