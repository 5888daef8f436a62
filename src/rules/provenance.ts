import type { Json } from './json.ts'
import { idsIn, isId, normalise, spansOf, standsWhole } from './normalise.ts'

/** Where one value of a call's arguments came from: `user`, `model`, or the id of the tool whose result held it. */
export interface ProvenanceSpan {
  /** JSON Pointer (RFC 6901) into the arguments; `''` for the arguments themselves. A key's own text has `#key` after it. */
  readonly path: string
  readonly from: string
}

export interface ProvenanceSources {
  /** The person's own words of this turn. */
  readonly userWords: string
  /** Third-party texts in the context. */
  readonly thirdParty: readonly { readonly source: string; readonly text: string }[]
}

/**
 * For each text and number of a call's arguments, whether it came from the person's words, from third-party text (which)
 * or from neither (policy §2). Texts are compared without case, width and white space. A number or id matches whole at
 * any length; other text from 4 Han or 8 other characters on, also when it is only a part of the argument. What is all
 * in the person's words is theirs, wherever else it stands. Texts under that length are `model`: they prove nothing.
 */
export function provenance(args: Json, sources: ProvenanceSources): readonly ProvenanceSpan[] {
  const user = normalise(sources.userWords)
  const values = leaves(args, '')
  const wanted = values.map((leaf) => ({ ...leaf, ...needles(leaf.text, user) }))
  const spans = new Set(wanted.flatMap(({ spans }) => spans))
  const found = sources.thirdParty.map(({ source, text }) => {
    const third = normalise(text)
    return { source, third, held: new Set(spansOf(third.dense).filter((span) => spans.has(span))) }
  })
  return wanted.flatMap(({ path, isKey, byUser, ids, spans }) => {
    const third = found.find(({ third, held }) => ids.some((id) => standsWhole(id, third.spaced)) || spans.some((span) => held.has(span)))
    const from = byUser ? 'user' : (third?.source ?? 'model')
    // Names of arguments are the tool's own; only a name that someone else's text gave is worth telling.
    return isKey && (from === 'user' || from === 'model') ? [] : [{ path, from }]
  })
}

/** Whether third-party text is in the arguments: then the person's asking does not cover what is written (R6). */
export const hasThirdPartySpan = (spans: readonly ProvenanceSpan[]): boolean =>
  spans.some(({ from }) => from !== 'user' && from !== 'model')

type Normal = ReturnType<typeof normalise>

/** What of a value is looked for in third-party texts: its ids and spans, less those that the person said. */
function needles(text: string, user: Normal): { readonly byUser: boolean; readonly ids: readonly string[]; readonly spans: readonly string[] } {
  const value = normalise(text)
  if (isId(value.spaced)) {
    const byUser = standsWhole(value.spaced, user.spaced)
    return { byUser, ids: byUser ? [] : [value.spaced], spans: [] }
  }
  const all = spansOf(value.dense)
  const byUser = all.length > 0 && user.dense.includes(value.dense)
  if (byUser) return { byUser, ids: [], spans: [] }
  const said = new Set(spansOf(user.dense))
  return { byUser, ids: idsIn(value.spaced).filter((id) => !standsWhole(id, user.spaced)), spans: all.filter((span) => !said.has(span)) }
}

interface Leaf { readonly path: string; readonly text: string; readonly isKey: boolean }

function leaves(value: Json, path: string): readonly Leaf[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ path, text: String(value), isKey: false }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries<Json>(value).flatMap(([key, part]) => {
    const place = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const name = Array.isArray(value) ? [] : [{ path: `${place}#key`, text: key, isKey: true }]
    return [...name, ...leaves(part, place)]
  })
}
