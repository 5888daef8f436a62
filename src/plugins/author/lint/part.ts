import { type Document, isMap, isNode, isScalar, LineCounter, type Pair, parseDocument } from 'yaml'
import { isObject } from '../../../rules/json.ts'
import { type DocumentFiles, mainFile, readText } from '../../document/document-files.ts'
import { splitFrontMatter } from '../../document/manifest/front-matter.ts'
import type { Key } from '../../document/manifest/place.ts'
import { readYaml, type YamlText } from '../../document/manifest/read-yaml.ts'
import { type Edit, type Finding, levelOf } from './finding.ts'

/** A piece of YAML of the document, with what lint needs to point into it and to change it. */
export interface Part {
  readonly file: string
  /** What its path is called: empty for the manifest, `tools.free` for a tool in a file of its own. */
  readonly prefix: string
  readonly value: unknown
  finding(code: Finding['code'], keys: readonly Key[], params: Finding['params'], fix?: Edit): Finding
  /** Puts a text in the place of a scalar, quoted as it has to be; undefined where there is no scalar. */
  replace(keys: readonly Key[], text: string): Edit | undefined
  /** Puts `key: value` before a key of a map, in the map's own form. */
  insertBefore(keys: readonly Key[], key: string, text: string): Edit | undefined
}

/** One tool as it was written, whichever file it stands in. */
export interface ToolPart { readonly name: string; readonly part: Part; readonly keys: readonly Key[]; readonly raw: Record<string, unknown> }

export interface Parts { readonly manifest: Part; readonly tools: readonly ToolPart[]; readonly body: string; readonly bodyLine: number }

/** Throws `DOC_*` for what is not sound YAML. */
export function readParts(files: DocumentFiles): Parts {
  const whole = readText(files, mainFile)
  const { yaml, body } = splitFrontMatter(mainFile, whole)
  const manifest = partOf(yaml, '', whole.indexOf('\n') + 1)
  const raw = isObject(manifest.value) && isObject(manifest.value['tools']) ? manifest.value['tools'] : {}
  const tools = Object.entries(raw).flatMap(([name, tool]): readonly ToolPart[] => {
    if (typeof tool !== 'string') return isObject(tool) ? [{ name, part: manifest, keys: ['tools', name], raw: tool }] : []
    if (!files.has(tool)) return []
    const part = partOf({ file: tool, text: readText(files, tool), linesBefore: 0 }, `tools.${name}`, 0)
    return isObject(part.value) ? [{ name, part, keys: [], raw: part.value }] : []
  })
  return { manifest, tools, body, bodyLine: whole.split('\n').findIndex((line, index) => index > 0 && line.trimEnd() === '---') + 2 }
}

/** @param before UTF-16 units of the file before the YAML starts */
function partOf(source: YamlText, prefix: string, before: number): Part {
  const { value } = readYaml(source, prefix)
  const lines = new LineCounter()
  const document = parseDocument(source.text, { version: '1.2', schema: 'core', lineCounter: lines, logLevel: 'silent' })
  const name = (keys: readonly Key[]): string => keys.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${key}` : key), prefix)
  return {
    file: source.file, prefix, value,
    finding(code, keys, params, fix) {
      const { line, col } = lines.linePos(offsetOf(document, keys))
      const at = name(keys)
      return { code, level: levelOf(code), file: source.file, line: line + source.linesBefore, column: col, at, params: { at, ...params }, fix }
    },
    replace(keys, text) {
      const node: unknown = document.getIn(keys, true)
      return isScalar(node) && node.range ? { file: source.file, from: before + node.range[0], to: before + node.range[1], text: quoted(text) } : undefined
    },
    insertBefore(keys, key, text) {
      const map: unknown = document.getIn(keys.slice(0, -1), true)
      const pair = isMap(map) ? map.items.find((item: Pair) => isScalar(item.key) && item.key.value === keys.at(-1)) : undefined
      const offset = pair && isNode(pair.key) ? pair.key.range?.[0] : undefined
      if (offset === undefined || !isMap(map)) return undefined
      const indent = ' '.repeat(lines.linePos(offset).col - 1)
      return { file: source.file, from: before + offset, to: before + offset, text: map.flow === true ? `${key}: ${text}, ` : `${key}: ${text}\n${indent}` }
    },
  }
}

/** Of the node, or of the nearest one around it. A key's own place is more use than its value's where the value is a map. */
function offsetOf(document: Document.Parsed, keys: readonly Key[]): number {
  for (let length = keys.length; length >= 0; length--) {
    const node: unknown = length === 0 ? document.contents : document.getIn(keys.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

/** A name and `true` as they are, anything else in double quotes. */
const quoted = (text: string): string => (/^[A-Za-z][A-Za-z0-9 _./-]*$/.test(text) ? text : JSON.stringify(text))
