/** Where the parts of a JSON text stand, so that a fault in it can be told by its line. */
export type JsonPlaces =
  | { readonly ok: false; readonly line: number }
  | {
    readonly ok: true
    /** The line, from 1, of the value (or name) at a path, or of the nearest part around it. */
    readonly lineOf: (path: readonly PropertyKey[]) => number
    /** The first name that stands twice in one object, where JSON readers disagree which counts. */
    readonly twice: { readonly path: readonly string[]; readonly line: number } | undefined
  }

/** Deeper than any file of ours; what is deeper counts as broken there. */
const deepest = 64

/** Reads a text as RFC 8259 has it. Never throws. */
export function jsonPlaces(text: string): JsonPlaces {
  const places = new Map<string, number>()
  let twice: { readonly path: readonly string[]; readonly at: number } | undefined
  let at = 0
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length
  const take = (token: RegExp): string | undefined => {
    token.lastIndex = at
    const found = token.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }
  const is = (character: string): boolean => { take(blanks); if (text[at] !== character) return false; at += 1; return true }

  function value(path: readonly string[]): boolean {
    take(blanks)
    places.set(JSON.stringify(path), at)
    if (path.length > deepest) return false
    if (is('{')) { const names = new Set<string>(); return is('}') || many(() => member(path, names), '}') }
    if (is('[')) return is(']') || list(path)
    return take(string) !== undefined || take(number) !== undefined || take(word) !== undefined
  }
  function list(path: readonly string[]): boolean {
    let index = 0
    return many(() => value([...path, String(index++)]), ']')
  }
  function many(one: () => boolean, end: string): boolean {
    do { if (!one()) return false } while (is(','))
    return is(end)
  }
  function member(path: readonly string[], names: Set<string>): boolean {
    take(blanks)
    const start = at
    const name = take(string)
    if (name === undefined || !is(':')) return false
    const plain = String(JSON.parse(name))
    const inner = [...path, plain]
    if (names.has(plain)) twice ??= { path: inner, at: start }
    names.add(plain)
    const good = value(inner)
    places.set(JSON.stringify(inner), start)
    return good
  }

  const whole = value([]) && (take(blanks), at === text.length)
  if (!whole) return { ok: false, line: lineAt(at) }
  return {
    ok: true,
    lineOf(path) {
      for (let length = path.length; length > 0; length--) {
        const found = places.get(JSON.stringify(path.slice(0, length).map(String)))
        if (found !== undefined) return lineAt(found)
      }
      return lineAt(places.get('[]') ?? 0)
    },
    twice: twice && { path: twice.path, line: lineAt(twice.at) },
  }
}

const blanks = /[ \t\n\r]*/y
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /true|false|null/y
