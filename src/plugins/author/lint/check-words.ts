import { isObject } from '../../../rules/json.ts'
import type { Key } from '../../document/manifest/place.ts'
import type { Finding } from './finding.ts'
import type { Part, Parts, ToolPart } from './part.ts'

/** Keys of a tool, a manifest, a setting or a step whose text people read in their own language. */
const spoken = new Set(['name', 'summary', 'description', 'confirm', 'empty', 'title', 'words'])

/** Words that one of the two languages lacks: a map with one of them, an empty text, or one text where two must stand. */
export function checkWords({ manifest, tools }: Parts): readonly Finding[] {
  const raw = isObject(manifest.value) ? manifest.value : {}
  return [
    ...(['name', 'summary'] as const).flatMap((key) => words(manifest, [key], raw[key], true)),
    ...list(raw['disclosure']).flatMap((value, index) => words(manifest, ['disclosure', index], value, true)),
    ...list(raw['shortcuts']).flatMap((value, index) => (isObject(value) ? words(manifest, ['shortcuts', index, 'title'], value['title'], true) : [])),
    ...schemas(manifest, ['settings'], raw['settings']),
    ...tools.flatMap(ofTool),
  ]
}

function ofTool({ part, keys, raw }: ToolPart): readonly Finding[] {
  return [
    ...(['description', 'confirm', 'empty'] as const).flatMap((key) => words(part, [...keys, key], raw[key], true)),
    ...schemas(part, [...keys, 'input'], raw['input']), ...schemas(part, [...keys, 'output'], raw['output']),
    ...steps(part, [...keys, 'steps'], raw['steps']),
  ]
}

/** A title inside a schema may be one text for both. */
function schemas(part: Part, keys: readonly Key[], value: unknown): readonly Finding[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => (spoken.has(key) && isWords(inner) ? words(part, [...keys, key], inner, false) : schemas(part, [...keys, key], inner)))
}

function steps(part: Part, keys: readonly Key[], value: unknown): readonly Finding[] {
  if (Array.isArray(value)) return value.flatMap((inner: unknown, index) => steps(part, [...keys, index], inner))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'words' && (isWords(inner) || typeof inner === 'string')) return words(part, [...keys, key], inner, true)
    return key === 'return' || key === 'yield' || key === 'let' ? [] : steps(part, [...keys, key], inner)
  })
}

const isWords = (value: unknown): boolean => isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => key === 'zh' || key === 'en')

function words(part: Part, keys: readonly Key[], value: unknown, both: boolean): readonly Finding[] {
  if (typeof value === 'string') return both ? [missing(part, keys, /\p{Script=Han}/u.test(value) ? 'en' : 'zh')] : []
  if (!isWords(value) || !isObject(value)) return []
  return (['zh', 'en'] as const).flatMap((lang) => { const text = value[lang]; return typeof text !== 'string' || text.trim() === '' ? [missing(part, keys, lang)] : [] })
}

const missing = (part: Part, keys: readonly Key[], lang: 'zh' | 'en'): Finding =>
  part.finding('LINT_WORDS_MISSING', keys, { missing: lang === 'zh' ? { zh: '中', en: 'Chinese' } : { zh: '英', en: 'English' } })
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
