import { isObject } from '../../../rules/json.ts'
import { mainFile } from '../../document/document-files.ts'
import type { Key } from '../../document/manifest/place.ts'
import { type Finding, levelOf } from './finding.ts'
import type { Part, Parts } from './part.ts'
import { readsAsInstruction } from './reads-as-instruction.ts'

/** Keys under which an author's text is code, not words. */
const code = new Set(['select', 'without', 'table', 'regex', 'match', 'pattern', 'path', 'url', 'service'])

/** Words and literal texts of a result that read as an instruction to the model. The text behind the manifest is one, and may be. */
export function checkTexts({ manifest, tools, body, bodyLine }: Parts): readonly Finding[] {
  const parts = new Map<Part, true>([[manifest, true], ...tools.map(({ part }) => [part, true] as const)])
  const found = [...parts.keys()].flatMap((part) => textsIn(part.value, []).flatMap(({ keys, text }) => {
    const reads = readsAsInstruction(text)
    return reads === undefined ? [] : [part.finding('LINT_TEXT_INSTRUCTS', keys, { found: reads })]
  }))
  return [...found, ...takesOver(body, bodyLine)]
}

/** The guidance may say how to use the tools, and not take back what the person or the host said. */
function takesOver(body: string, bodyLine: number): readonly Finding[] {
  return body.split('\n').flatMap((line, index) => {
    const reads = takesBack.exec(line)?.[0]
    return reads === undefined ? [] : [{
      code: 'LINT_TEXT_INSTRUCTS' as const, level: levelOf('LINT_TEXT_INSTRUCTS'), file: mainFile, line: bodyLine + index, column: 1, at: 'instructions', params: { at: 'instructions', found: reads.slice(0, 60) }, fix: undefined,
    }]
  })
}
const takesBack = /\b(?:ignore|disregard|override|bypass) (?:a(?:ll|ny) |the |your )?(?:previous|prior|above|earlier|system|other|safety)\b|\bwithout (?:asking|telling|informing) the (?:user|person)\b|\bdo not (?:tell|inform) the (?:user|person)\b|(?:忽略|无视)(?:之前|以上|上面|系统|所有){1,3}|不要(?:告诉|询问)(?:用户|本人)|无需(?:用户|本人)(?:同意|确认)/i

function textsIn(value: unknown, keys: readonly Key[]): readonly { readonly keys: readonly Key[]; readonly text: string }[] {
  if (typeof value === 'string') return [{ keys, text: value }]
  if (Array.isArray(value)) return value.flatMap((inner: unknown, index) => textsIn(inner, [...keys, index]))
  return isObject(value) ? Object.entries(value).flatMap(([key, inner]) => (code.has(key) ? [] : textsIn(inner, [...keys, key]))) : []
}
