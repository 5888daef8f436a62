import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import type { JsonObject } from '../../../src/rules/json.ts'
import { loadDocument, type LoadedDocument } from '../../../src/plugins/document/load-document.ts'
import type { Scene } from './scene.ts'

/** A document's files from texts. */
export const filesOf = (texts: Readonly<Record<string, string>>): ReadonlyMap<string, Uint8Array> =>
  new Map(Object.entries(texts).map(([name, text]) => [name, new TextEncoder().encode(text)]))

/** The files of a folder, as the daemon reads them. */
export function folderFiles(folder: string): ReadonlyMap<string, Uint8Array> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(names.map((name) => [relative(folder, name), readFileSync(name)]))
}

/** A whole PLUGIN.md around one tool `t`; `steps` is YAML indented by six spaces or given as lines. */
export function toolDocument(parts: { steps: string; input?: string; output?: string; effect?: string; tool?: string; head?: string }): string {
  return `---
plugin: sample
version: 1.0.0
name: { zh: 样本, en: Sample }
summary: { zh: 样本, en: Sample }
${parts.head ?? 'scopes: [open, mine]\nwebsites: [site.example.org]'}
tools:
  t:
    description: { zh: 样本, en: Sample }
    effect: ${parts.effect ?? 'read'}
${parts.tool === undefined ? '' : indent(parts.tool, 4)}
    input: ${parts.input ?? '{}'}
    output: ${parts.output ?? '{ type: string }'}
    steps:
${indent(parts.steps, 6)}
---
Sample.
`
}

/** A widget that draws one text of its own over a tool's result. */
export const widget = (tool: string | undefined, text = '样本'): string =>
  JSON.stringify({ ...(tool === undefined ? {} : { tool }), root: 'a', components: [{ id: 'a', component: { Text: { text: { literalString: text } } } }] })

export const indent = (text: string, by: number): string => text.trim().split('\n').map((line) => ' '.repeat(by) + line).join('\n')

export const load = (scene: Scene, text: string, trust: 'official' | 'community' = 'official'): LoadedDocument =>
  loadDocument(filesOf({ 'PLUGIN.md': text }), { trust }, scene.house)

/** Validates arguments as the monitor does and runs the tool. */
export async function call(document: LoadedDocument, tool: string, scene: Scene, args: JsonObject = {}): Promise<unknown> {
  const found = document.tools.find(({ facts }) => facts.id === `${document.id}.${tool}`)
  if (!found) throw new Error(`no tool ${tool}`)
  const checked = found.input.parse(args)
  return found.run(checked as JsonObject, scene.ctx)
}

/** The error's code and parameters, for expectations; fails when nothing was thrown. */
export function caught(act: () => unknown): { readonly code: string } & Readonly<Record<string, unknown>> {
  try {
    act()
  } catch (error) {
    if (error instanceof HarnessError) return { code: error.code, ...error.params }
    throw error
  }
  throw new Error('nothing was thrown')
}

export async function rejected(act: Promise<unknown>): Promise<{ readonly code: string } & Readonly<Record<string, unknown>>> {
  try {
    await act
  } catch (error) {
    if (error instanceof HarnessError) return { code: error.code, ...error.params }
    if (error instanceof Error && 'kind' in error) return { code: String(error.kind), message: error.message }
    throw error
  }
  throw new Error('nothing was thrown')
}
