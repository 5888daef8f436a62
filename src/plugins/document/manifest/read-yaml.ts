import { isAlias, isMap, isPair, isScalar, isSeq, Lexer, LineCounter, type Document, type Node, parseDocument, type YAMLMap, visit } from 'yaml'
import { type ErrorCode, type ErrorParams, HarnessError } from '../../../rules/errors/index.ts'
import { budgets } from '../budgets.ts'
import { type Key, type Place, type PlaceFile, placeIn } from './place.ts'
import { expectVisible } from './visible-text.ts'

export interface YamlText {
  readonly file: string
  readonly text: string
  /** Lines of the file before this text. */
  readonly linesBefore: number
}

/** Tags of the core schema; every other is refused, so no type of YAML 1.1 (`!!omap`, bug-log 163) and none of an author's is read. */
const coreTags = new Set(['map', 'seq', 'str', 'int', 'float', 'bool', 'null'].map((name) => `tag:yaml.org,2002:${name}`))

/**
 * Reads one YAML document strictly: core schema; no duplicate or merge keys, no anchors or aliases in keys, no
 * `__proto__`, no alias to what it stands in, no foreign tags, no directives, at most 64 aliases, 64 levels and 30,000 tokens, and no hidden character in a
 * key, a text or a comment.
 * Each refusal is a `DOC_*` error with file, line, column.
 * @param faults where what is read from the YAML further keeps its faults rather than throw them (`Place.attempt`)
 */
export function readYaml(source: YamlText, prefix = '', faults?: HarnessError[]): { readonly value: unknown; readonly place: Place } {
  const lines = new LineCounter()
  expectSmall(source)
  const document = parse(source, lines)
  const refuse = (code: ErrorCode, offset: number, params: ErrorParams = {}) => {
    const { line, col } = lines.linePos(offset)
    return new HarnessError(code, { file: source.file, line: line + source.linesBefore, column: col, ...params })
  }
  const [fault] = [...document.errors, ...document.warnings]
  if (fault) {
    const foreign = fault.code === 'TAG_RESOLVE_FAILED'
    throw foreign ? refuse('DOC_TAG_FOREIGN', fault.pos[0], { tag: source.text.slice(fault.pos[0], fault.pos[1]).slice(0, 40) }) : refuse('DOC_YAML_SYNTAX', fault.pos[0], { problem: fault.code })
  }
  if (document.directives.yaml.explicit || Object.keys(document.directives.tags).length > 1) throw refuse('DOC_YAML_SYNTAX', 0, { problem: '%' })
  guard(document, refuse)
  const file = { file: source.file, document, lines, linesBefore: source.linesBefore, faults }
  guardTexts(file, prefix, refuse)
  // What is left is comments.
  expectVisible(source.text, (expected, at) => refuse('DOC_FIELD_INVALID', at, { at: '#', expected, found: expected.replace('≠ ', '') }))
  try {
    // An anchor stands for at most 64 places in all (the library counts the anchor too), so nested aliases cannot multiply (bug-log 164).
    const value: unknown = document.toJS({ maxAliasCount: budgets.aliases.limit + 1 })
    return { value, place: placeIn(file, prefix) }
  } catch (cause) {
    if (cause instanceof ReferenceError) throw refuse('DOC_ALIASES_EXCEEDED', 0, { limit: budgets.aliases.limit })
    throw cause
  }
}

/** A plugin of some length has a few thousand. */
const mostTokens = 30_000
const mostLevels = 64

/** Before the parser sees it: 250 KB of brackets or of short lines would hold the daemon for seconds, and to cut them into tokens takes little. */
function expectSmall({ file, text, linesBefore }: YamlText): void {
  let [tokens, levels, line] = [0, 0, 1]
  for (const token of new Lexer().lex(text)) {
    tokens++
    if (token === '[' || token === '{') levels++
    if (token === ']' || token === '}') levels--
    if (levels > mostLevels || tokens > mostTokens) throw new HarnessError('DOC_YAML_SYNTAX', { file, line: line + linesBefore, column: 1, problem: tokens > mostTokens ? 'SIZE' : 'DEPTH' })
    if (token.includes('\n')) line += token.split('\n').length - 1
  }
}

function parse(source: YamlText, lines: LineCounter): Document.Parsed {
  try {
    return parseDocument(source.text, {
      version: '1.2', schema: 'core', strict: true, merge: false, resolveKnownTags: false, lineCounter: lines, prettyErrors: false, logLevel: 'error',
      // Its own check compares every key with every other; `guard` does it in one pass.
      uniqueKeys: false,
    })
  } catch (cause) {
    // Thousands of nested brackets overflow the parser's stack; that is the author's fault like any other.
    if (!(cause instanceof RangeError)) throw cause
    throw new HarnessError('DOC_YAML_SYNTAX', { file: source.file, line: source.linesBefore + 1, column: 1, problem: 'DEPTH' }, { cause })
  }
}

type Refuse = (code: ErrorCode, offset: number, params?: ErrorParams) => HarnessError

function guard(document: Document.Parsed, refuse: Refuse): void {
  let aliases = 0
  visit(document, {
    Node(_, node, path) {
      const tag = node.tag
      if (path.length > mostLevels) throw refuse('DOC_YAML_SYNTAX', start(node), { problem: 'DEPTH' })
      if (tag !== undefined && !coreTags.has(tag)) throw refuse('DOC_TAG_FOREIGN', start(node), { tag: tag.slice(0, 40) })
      if (isAlias(node) && ++aliases > budgets.aliases.limit) throw refuse('DOC_ALIASES_EXCEEDED', start(node), { limit: budgets.aliases.limit })
      const target = isAlias(node) ? node.resolve(document) : node
      // To nothing, or to what it stands in: that has no end.
      if (!target || path.includes(target)) throw refuse('DOC_YAML_SYNTAX', start(node), { problem: 'ALIAS' })
      if (isMap(node)) guardKeys(node, refuse)
    },
  })
}

function guardKeys(map: YAMLMap, refuse: Refuse): void {
  const seen = new Set<string>()
  for (const { key } of map.items) {
    if (isAlias(key)) throw refuse('DOC_KEY_ANCHOR', start(key))
    if (!isScalar(key)) throw refuse('DOC_YAML_SYNTAX', start(map), { problem: 'KEY' })
    if (key.anchor !== undefined) throw refuse('DOC_KEY_ANCHOR', start(key))
    if (typeof key.value !== 'string') throw refuse('DOC_KEY_FORBIDDEN', start(key), { key: String(key.source ?? key.value).slice(0, 40) })
    if (key.value === '<<') throw refuse('DOC_KEY_MERGE', start(key))
    if (key.value === '__proto__') throw refuse('DOC_KEY_FORBIDDEN', start(key), { key: key.value })
    if (seen.has(key.value)) throw refuse('DOC_KEY_DUPLICATE', start(key), { key: key.value.slice(0, 40) })
    seen.add(key.value)
  }
}

/** Every key and text, also those that an escape spells. */
function guardTexts(file: PlaceFile, prefix: string, refuse: Refuse): void {
  visit(file.document, {
    Scalar(key, node, path) {
      if (typeof node.value !== 'string') return
      expectVisible(node.value, (expected) => {
        // A key that hides something is not repeated: its map is named.
        const at = placeIn(file, prefix, keysOf(key === 'key' ? path.slice(0, -1) : [...path, node])).path
        return refuse('DOC_FIELD_INVALID', start(node), { at, expected, found: expected.replace('≠ ', '') })
      })
    },
  })
}

/** The keys that lead to the last of these nodes, each inside the one before. */
function keysOf(nodes: readonly unknown[]): readonly Key[] {
  return nodes.flatMap<Key>((node, depth) => {
    const around = nodes[depth - 1]
    if (isPair(node)) return isScalar(node.key) ? [String(node.key.value)] : []
    return isSeq(around) ? [around.items.indexOf(node)] : []
  })
}

const start = (node: Node): number => node.range?.[0] ?? 0
