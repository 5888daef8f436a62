import { RE2JS } from 're2js'
import { HarnessError } from '../../../rules/errors/index.ts'
import { budgets } from '../budgets.ts'

/** A pattern that runs in time linear in its input (RE2 syntax: no lookaround, no back references). */
export interface LinearRegex {
  readonly pattern: string
  /** Instructions of its program: what one byte of input costs at most. */
  readonly size: number
  /** The first match, or undefined. Throws `DOC_REGEX_INPUT_EXCEEDED` for a text over 256 KiB. */
  first(text: string): Match | undefined
  /** The matches in order, at most `most`. */
  all(text: string, most: number): readonly Match[]
}

export interface Match {
  readonly whole: string
  /** Groups in order; undefined where a group took no part. */
  readonly groups: readonly (string | undefined)[]
  readonly named: ReadonlyMap<string, string | undefined>
}

/**
 * Compiles an author's pattern. `\uXXXX` is understood as in JavaScript. Throws `DOC_PATTERN_INVALID` for one that is
 * not linear or not well formed, `DOC_REGEX_PROGRAM_EXCEEDED` for one with over 1,000 instructions.
 */
export function compileLinear(pattern: string): LinearRegex {
  const compiled = compile(pattern)
  const size = compiled.programSize()
  if (size > budgets.regexProgram.limit) {
    throw new HarnessError('DOC_REGEX_PROGRAM_EXCEEDED', { limit: budgets.regexProgram.limit, found: size })
  }
  const names = Object.keys(compiled.namedGroups())
  // The names become keys of a result.
  if (names.includes('__proto__')) throw new HarnessError('DOC_PATTERN_INVALID', { pattern: pattern.slice(0, 80) })
  const all = (text: string, most: number): readonly Match[] => {
    const bytes = Buffer.byteLength(text)
    if (bytes > budgets.regexInput.limit) throw new HarnessError('DOC_REGEX_INPUT_EXCEEDED', { limit: budgets.regexInput.limit, found: bytes })
    const matcher = compiled.matcher(text)
    const found: Match[] = []
    while (found.length < most && matcher.find()) {
      const group = (which: number | string) => matcher.group(which) ?? undefined
      found.push({
        whole: group(0) ?? '',
        groups: Array.from({ length: compiled.groupCount() }, (_, i) => group(i + 1)),
        named: new Map(names.map((name) => [name, group(name)])),
      })
    }
    return found
  }
  return { pattern, size, all, first: (text) => all(text, 1)[0] }
}

function compile(pattern: string): RE2JS {
  // A pattern this long is over the program's cap whatever it says; the parser should not even read it.
  if (pattern.length > 4_096) throw new HarnessError('DOC_PATTERN_INVALID', { pattern: `${pattern.slice(0, 40)}…` })
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern))
  } catch (cause) {
    throw new HarnessError('DOC_PATTERN_INVALID', { pattern: pattern.slice(0, 80) }, { cause })
  }
}
