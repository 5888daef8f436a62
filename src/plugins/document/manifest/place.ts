import { isAlias, isMap, isNode, isScalar, isSeq, type Document, type LineCounter } from 'yaml'
import { type ErrorCode, type ErrorParams, HarnessError } from '../../../rules/errors/index.ts'
import { firstHidden } from '../../../rules/hygiene/characters.ts'
import { z } from 'zod'

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
  /** Throws the error; where faults are collected, keeps it and goes on. */
  refuse(code: ErrorCode, params?: ErrorParams): void
  /** What `read` gives. Where faults are collected, one of reading is kept and `otherwise` stands for what could not be read. */
  attempt<T>(read: () => T, otherwise: () => T): T
}

export interface PlaceFile {
  readonly file: string
  readonly document: Document.Parsed
  readonly lines: LineCounter
  /** Lines of the file before the YAML starts. */
  readonly linesBefore: number
  /** Where faults are collected rather than thrown (`faultsOf`): a document is never run that was read so. */
  readonly faults?: HarnessError[] | undefined
}

/** Faults that are kept of one document; more are found when these are mended. */
export const mostFaults = 100

/** The place of `keys` in a file. `prefix` is what the path is called when the file is only a part of the document. */
export function placeIn(at: PlaceFile, prefix = '', keys: readonly Key[] = []): Place {
  const path = keys.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${key}` : key), prefix)
  const error = (code: ErrorCode, params: ErrorParams = {}, cause?: unknown) =>
    new HarnessError(code, { file: at.file, ...position(at, keys), at: path, ...(code === 'DOC_FIELD_INVALID' ? { found: foundAt(at, keys) } : code === 'DOC_FILE_MISSING' ? { in: at.file } : {}), ...params }, { cause })
  const child = (key: Key) => placeIn(at, prefix, [...keys, key])
  const { faults } = at
  const keep = (fault: HarnessError) => { if (faults && faults.length < mostFaults) faults.push(fault) }
  const issueError = (schema: z.ZodType, issue: z.core.$ZodIssue | undefined) => {
    const inner = (issue?.path ?? []).reduce<Place>((place, key) => place.child(typeof key === 'symbol' ? String(key) : key), placeIn(at, prefix, keys))
    if (issue?.code !== 'unrecognized_keys') return inner.error('DOC_FIELD_INVALID', { expected: expectation(issue) })
    const [key = ''] = issue.keys
    return inner.child(key).error('DOC_KEY_UNKNOWN', { key, allowed: keysOf(schema, issue.path).join(' ') || '-' })
  }
  return {
    path, child, error,
    refuse(code, params) {
      if (!faults) throw error(code, params)
      keep(error(code, params))
    },
    attempt(read, otherwise) {
      if (!faults) return read()
      try {
        return read()
      } catch (fault) {
        if (!(fault instanceof HarnessError)) throw fault
        keep(fault)
        return otherwise()
      }
    },
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
      // A misspelt key explains the one that is missing for it.
      const { issues } = result.error
      const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
      if (faults) {
        for (const one of issues.slice(0, mostFaults)) {
          const others = one.code === 'unrecognized_keys' ? one.keys.slice(one === issue ? 1 : 0, mostFaults).map((key) => ({ ...one, keys: [key] })) : one === issue ? [] : [one]
          for (const other of others) keep(issueError(schema, other))
        }
      }
      throw issueError(schema, issue)
    },
  }
}

/** What was wanted, in signs that both languages share. */
export function expectation(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return '?'
  switch (issue.code) {
    case 'invalid_type': return issue.expected === 'record' ? 'object' : issue.expected
    case 'invalid_value': return issue.values.map(String).join(' | ')
    case 'too_small': return `${lengthOf(issue.origin)}≥ ${issue.minimum}`
    case 'too_big': return `${lengthOf(issue.origin)}≤ ${issue.maximum}`
    case 'invalid_format': return issue.message.startsWith('Invalid') ? issue.pattern ?? issue.format : issue.message
    default: return issue.message
  }
}

const lengthOf = (origin: string): string => (origin === 'number' || origin === 'int' || origin === 'bigint' ? '' : 'length ')

/** The keys that a schema has at a path; none where it takes any. */
function keysOf(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  const inner = bare(schema)
  const [key, ...rest] = path
  if (key === undefined) return inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
  const next: unknown = inner instanceof z.ZodObject ? inner.shape[String(key)] : inner instanceof z.ZodArray ? inner.element : inner instanceof z.ZodRecord ? inner.valueType : undefined
  return next instanceof z.ZodType ? keysOf(next, rest) : []
}
const bare = (schema: z.core.$ZodType): z.core.$ZodType => (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable ? bare(schema.def.innerType) : schema)

/** What stands there, in signs that both languages share: a value, cut short; the outline of a map or a list; `∅` for nothing. */
function foundAt(at: PlaceFile, keys: readonly Key[]): string {
  const node: unknown = keys.length === 0 ? at.document.contents : at.document.getIn(keys, true)
  const target = isAlias(node) ? node.resolve(at.document) : node
  if (isMap(target)) return target.items.length === 0 ? '{}' : `{ ${target.items.map(({ key }) => (isScalar(key) ? String(key.value) : '…')).join(', ')} }`.slice(0, 60)
  if (isSeq(target)) return `[…] (${target.items.length})`
  if (!isScalar(target)) return '∅'
  const { value } = target
  const text = typeof value === 'string' ? value : target.source ?? JSON.stringify(value) ?? 'null'
  return firstHidden(text) ? '…' : [...text].length > 40 ? `${[...text].slice(0, 40).join('')}…` : text === '' ? "''" : text
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
