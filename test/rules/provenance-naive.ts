import type { Json } from '../../src/rules/json.ts'
import type { ProvenanceSources, ProvenanceSpan } from '../../src/rules/provenance.ts'

/** `provenance` as one would write it down: every text is read anew for every value, and each stretch is looked for by itself. */
export function naiveProvenance(args: Json, { userWords, thirdParty }: ProvenanceSources): readonly ProvenanceSpan[] {
  const user = normal(userWords)
  return leaves(args, '').flatMap(({ path, text, isKey }) => {
    const value = normal(text)
    const third = (): string | undefined => thirdParty.find((one) => {
      const other = normal(one.text)
      if (isId(value.spaced)) return standsWhole(value.spaced, other.spaced)
      return [...value.spaced.matchAll(/\d{5,}/g)].some(([id]) => !standsWhole(id, user.spaced) && standsWhole(id, other.spaced))
        || stretches(value.dense).some((stretch) => !stretches(user.dense).includes(stretch) && stretches(other.dense).includes(stretch))
    })?.source
    const byUser = isId(value.spaced) ? standsWhole(value.spaced, user.spaced) : stretches(value.dense).length > 0 && user.dense.includes(value.dense)
    const from = byUser ? 'user' : third() ?? 'model'
    return isKey && (from === 'user' || from === 'model') ? [] : [{ path, from }]
  })
}

function normal(text: string) {
  const spaced = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
  return { spaced, dense: spaced.replaceAll(' ', '') }
}

const weight = (characters: readonly string[]): number => characters.reduce((sum, character) => sum + (/\p{Script=Han}/u.test(character) ? 2 : 1), 0)

/** From each character the fewest that weigh eight. */
function stretches(dense: string): readonly string[] {
  const characters = Array.from(dense)
  return characters.flatMap((_, start) => {
    for (let end = start + 1; end <= characters.length; end++) if (weight(characters.slice(start, end)) >= 8) return [characters.slice(start, end).join('')]
    return []
  })
}

const isId = (spaced: string): boolean => /^#?[\x21-\x7e]{1,128}$/.test(spaced) && /\d/.test(spaced) && /^[#\w.:/@+-]+$/.test(spaced)

function standsWhole(id: string, spaced: string): boolean {
  const bare = id.replace(/^#/, '')
  for (let at = spaced.indexOf(bare); at >= 0; at = spaced.indexOf(bare, at + 1)) {
    if (!/[a-z0-9]$|\d[.,]$/.test(spaced.slice(Math.max(0, at - 2), at)) && !/^(?:[a-z0-9]|[.,]\d)/.test(spaced.slice(at + bare.length, at + bare.length + 2))) return true
  }
  return false
}

interface Leaf { readonly path: string; readonly text: string; readonly isKey: boolean }

function leaves(value: Json, path: string): readonly Leaf[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ path, text: String(value), isKey: false }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries<Json>(value).flatMap(([key, part]) => {
    const place = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return [...(Array.isArray(value) ? [] : [{ path: `${place}#key`, text: key, isKey: true }]), ...leaves(part, place)]
  })
}
