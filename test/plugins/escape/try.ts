import type { Reply } from '../../../fixtures/campus/server/exchange.ts'
import type { JsonObject } from '../../../src/rules/json.ts'
import { indent } from '../scene/documents.ts'

/** One way in which a community document may try to get out. */
export interface Try {
  readonly what: string
  /** Lines of the manifest in place of `scopes: [dean]` and `websites: [site.example.org]`. */
  readonly head?: string
  /** YAML of the tool's input schema. */
  readonly input?: string
  readonly steps?: string
  /** More lines of the tool. */
  readonly tool?: string
  /** The whole PLUGIN.md, where the parts above cannot say it. */
  readonly text?: string
  readonly files?: Readonly<Record<string, string>>
  readonly args?: JsonObject
  /** What the plugin's own website answers, by path. */
  readonly answers?: Readonly<Record<string, string | Reply>>
  /** The code that ends it, or `runs` where it does nothing that it may not. */
  readonly ends: string
  /** Where it runs: what its own website got, as `METHOD path?query`. */
  readonly got?: readonly string[]
  /** Where it runs: its result. */
  readonly result?: unknown
}

export const documentOf = (id: string, { head, input, steps, tool, text }: Try): string => text?.replaceAll('ID', id) ?? `---
plugin: ${id}
version: 1.0.0
name: { zh: 试, en: Try }
summary: { zh: 试, en: Try }
${head ?? 'scopes: [dean]\nwebsites: [site.example.org]'}
tools:
  t:
    description: { zh: 试, en: Try }
    effect: read
${tool === undefined ? '' : indent(tool, 4)}
    input: ${input ?? '{}'}
    output: { type: string }
    steps:
${indent(steps ?? '- return: x', 6)}
---
Try.
`

/** A request to this URL, and its text as the result. */
export const asks = (url: string, more = ''): string => `- request: { url: "${url}"${more === '' ? '' : `, ${more}`} }\n  as: page\n- return: "\${{ page.text }}"`
/** The same to a campus service. */
export const asksCampus = (path: string, more = '', service = 'dean'): string => `- request: { service: ${service}, path: "${path}"${more === '' ? '' : `, ${more}`} }\n  as: page\n- return: "\${{ '' + page.status }}"`
/** A page under the name `page`, and then these steps. */
export const after = (url: string, steps: string): string => `- request: { url: "${url}" }\n  as: page\n${steps}`
/** One text argument `x`. */
export const takesText = '{ x: { type: string } }'
export const redirectTo = (location: string): Reply => ({ status: 302, headers: { location } })
