import type { Json } from './json.ts'
import { idsIn, isId, normalise, spansOf } from './normalise.ts'
import { idsWholeIn, indexOf, indexText, spansIn, type TextIndex, wantIds } from './third-party-index.ts'

/** What the model wrote with third-party text in its context, which is such text too (policy §2). No tool has such an id. */
export const taintedModel = 'model-tainted'

/** Where one value of a call's arguments came from: `user`, `model`, `model-tainted`, `input` for what nobody typed, or the id of the tool whose result held it. */
export interface ProvenanceSpan {
  /** JSON Pointer (RFC 6901) into the arguments; `''` for the arguments themselves. A key's own text has `#key` after it. */
  readonly path: string
  readonly from: string
}

export interface ProvenanceSources {
  /** The person's own words of this turn. */
  readonly userWords: string
  /** Third-party texts in the context. Each is made ready once for as long as its object lives. */
  readonly thirdParty: readonly { readonly source: string; readonly text: string }[]
}

/**
 * For each text and number of a call's arguments, whether it came from the person's words, from third-party text (which)
 * or from neither (policy §2). Texts are compared without case, width and white space. A number or id matches whole at
 * any length; other text from 4 Han or 8 other characters on, also when it is only a part of the argument. What is all
 * in the person's words is theirs, wherever else it stands. Texts under that length are `model`: they prove nothing.
 */
export function provenance(args: Json, sources: ProvenanceSources): readonly ProvenanceSpan[] {
  const values = leaves(args, '')
  const wanted = needles(values.map(({ text }) => text), sources.userWords)
  const [ids, spans] = [wantIds(new Set(wanted.flatMap((one) => one.ids))), new Set(wanted.flatMap((one) => one.spans))]
  const found = sources.thirdParty.map((held) => {
    const index = indexOf(held)
    return { source: held.source, ids: idsWholeIn(index, ids), spans: spansIn(index, spans) }
  })
  return values.flatMap(({ path, isKey }, at) => {
    const { byUser = false, ids = [], spans = [] } = wanted[at] ?? {}
    const third = found.find((held) => ids.some((id) => held.ids.has(id)) || spans.some((span) => held.spans.has(span)))
    const from = byUser ? 'user' : (third?.source ?? 'model')
    // Names of arguments are the tool's own; only a name that someone else's text gave is worth telling.
    return isKey && (from === 'user' || from === 'model') ? [] : [{ path, from }]
  })
}

/** Whether third-party text is in the arguments: then the person's asking does not cover what is written (R6). */
export const hasThirdPartySpan = (spans: readonly ProvenanceSpan[]): boolean =>
  spans.some(({ from }) => from !== 'user' && from !== 'model')

interface Needles { readonly byUser: boolean; readonly ids: readonly string[]; readonly spans: readonly string[] }

/** What of each value is looked for in third-party texts: its ids and spans, less those that the person said. */
function needles(texts: readonly string[], userWords: string): readonly Needles[] {
  const { index: user, spans: saidSpans } = saidIn(userWords)
  const values = texts.map((text) => {
    const { spaced, dense } = normalise(text)
    const whole = isId(spaced)
    return { dense, whole, ids: whole ? [spaced] : idsIn(spaced), spans: whole ? [] : spansOf(dense) }
  })
  const saidIds = idsWholeIn(user, wantIds(new Set(values.flatMap(({ ids }) => ids))))
  return values.map(({ dense, whole, ids, spans }) => {
    const byUser = whole ? ids.every((id) => saidIds.has(id)) : spans.length > 0 && user.dense.includes(dense)
    return byUser ? { byUser, ids: [], spans: [] } : { byUser, ids: ids.filter((id) => !saidIds.has(id)), spans: spans.filter((span) => !saidSpans.has(span)) }
  })
}

interface Said { readonly words: string; readonly index: TextIndex; readonly spans: ReadonlySet<string> }

/** The person's words are the same for every call of a turn: those asked about last are not made ready again. */
function saidIn(words: string): Said {
  if (last?.words !== words) {
    const index = indexText(words)
    last = { words, index, spans: new Set(spansOf(index.dense)) }
  }
  return last
}
let last: Said | undefined

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
