import { isNode, type Document, type LineCounter } from 'yaml'
import { type ErrorCode, type ErrorParams, HarnessError } from '../../../rules/errors/index.ts'
import type { z } from 'zod'

export type Key = string | number

/** Where something stands in a document's files; every error of reading a document names it. */
export interface Place {
  /** As an author would say it: `tools.free.steps[1].each.keep`. */
  readonly path: string
  child(key: Key): Place
  /** The error with file, line and column. */
  error(code: ErrorCode, params?: ErrorParams, cause?: unknown): HarnessError
  /** Runs `read`; an error of the expression language gets this place. */
  reading<T>(read: () => T): T
  /** Checks plain YAML data by a schema; the first thing wrong is `DOC_KEY_UNKNOWN` or `DOC_FIELD_INVALID` at its own place. */
  check<S extends z.ZodType>(schema: S, value: unknown): z.output<S>
}

export interface PlaceFile {
  readonly file: string
  readonly document: Document.Parsed
  readonly lines: LineCounter
  /** Lines of the file before the YAML starts. */
  readonly linesBefore: number
}

/** The place of `keys` in a file. `prefix` is what the path is called when the file is only a part of the document. */
export function placeIn(at: PlaceFile, prefix = '', keys: readonly Key[] = []): Place {
  const path = keys.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${key}` : key), prefix)
  const error = (code: ErrorCode, params: ErrorParams = {}, cause?: unknown) =>
    new HarnessError(code, { file: at.file, ...position(at, keys), at: path, ...params }, { cause })
  const child = (key: Key) => placeIn(at, prefix, [...keys, key])
  return {
    path, child, error,
    reading(read) {
      try {
        return read()
      } catch (cause) {
        if (cause instanceof HarnessError && cause.params.file === undefined) throw error(cause.code, cause.params, cause)
        throw cause
      }
    },
    check(schema, value) {
      const result = schema.safeParse(value)
      if (result.success) return result.data
      const [issue] = result.error.issues
      const inner = (issue?.path ?? []).reduce<Place>((place, key) => place.child(typeof key === 'symbol' ? String(key) : key), placeIn(at, prefix, keys))
      if (issue?.code === 'unrecognized_keys') {
        const [key = ''] = issue.keys
        throw inner.child(key).error('DOC_KEY_UNKNOWN', { key })
      }
      throw inner.error('DOC_FIELD_INVALID', { expected: expectation(issue) })
    },
  }
}

/** What was wanted, in signs that both languages share. */
export function expectation(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return '?'
  switch (issue.code) {
    case 'invalid_type': return issue.expected
    case 'invalid_value': return issue.values.map(String).join(' | ')
    case 'too_small': return `≥ ${issue.minimum}`
    case 'too_big': return `≤ ${issue.maximum}`
    case 'invalid_format': return issue.pattern ?? issue.format
    default: return issue.message
  }
}

/** Of the node, or of the nearest one around it that is there. */
function position(at: PlaceFile, keys: readonly Key[]): { line: number; column: number } {
  for (let length = keys.length; length >= 0; length--) {
    const node: unknown = length === 0 ? at.document.contents : at.document.getIn(keys.slice(0, length), true)
    const offset = isNode(node) ? node.range?.[0] : undefined
    if (offset !== undefined) {
      const { line, col } = at.lines.linePos(offset)
      return { line: line + at.linesBefore, column: col }
    }
  }
  return { line: at.linesBefore + 1, column: 1 }
}
