import { z } from 'zod'
import { effects } from '../../../sdk/index.ts'
import { pluginIdPattern } from '../../registry/ids.ts'
import { jsonValue } from '../schema/field.ts'
import { wordsSchema } from '../schema/words-schema.ts'

const semver = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})(-[0-9A-Za-z-]{1,20}(?:\.[0-9A-Za-z-]{1,20}){0,4})?$/
const host = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
const fileName = z.string().min(1).max(200)
const serviceId = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/)

/**
 * The manifest of the whole language. What it holds of tools and settings is read further by `loadTool` and
 * `parseField`; keys this version does nothing with are checked in shape all the same.
 */
export const manifestSchema = z.strictObject({
  /** `mcp-` is kept for remote plugins. */
  plugin: z.string().regex(/^(?!mcp-)/, '≠ mcp-…').regex(pluginIdPattern, 'a-z 0-9 - (2–32)'),
  version: z.string().regex(semver, '1.2.3'),
  name: wordsSchema,
  summary: wordsSchema,
  scopes: z.array(serviceId).max(20).default([]),
  /** Exact public https hosts: no scheme, port, path or wildcard. */
  websites: z.array(z.string().regex(host, 'example.org')).max(20).default([]),
  requires: z.array(z.string().regex(/^[a-z][A-Za-z0-9.-]{0,63}$/)).max(20).default([]),
  settings: z.record(z.string(), z.unknown()).default({}),
  tools: z.record(z.string(), z.unknown()),
  /** File names of A2UI JSON. */
  widgets: z.record(z.string(), fileName).default({}),
  pages: z.record(z.string(), fileName).default({}),
  shortcuts: z.array(z.strictObject({ title: wordsSchema, tool: z.string(), args: z.record(z.string(), jsonValue).optional() })).max(20).default([]),
  /** Targets of the step `use`. */
  uses: z.array(z.string().regex(/^[a-z][A-Za-z0-9-]{0,31}\.[A-Za-z][A-Za-z0-9]{0,39}$/, 'plugin.tool')).max(20).default([]),
  /** What leaves the machine, and to whom, in words. */
  disclosure: z.array(wordsSchema).max(20).default([]),
  homepage: z.url({ protocol: /^https$/, error: 'https://…' }).optional(),
  license: z.string().min(1).max(60).optional(),
  author: z.string().min(1).max(120).optional(),
})
export type Manifest = z.output<typeof manifestSchema>

export const toolSchema = z.strictObject({
  description: wordsSchema,
  effect: z.enum(effects),
  untrusted: z.boolean().optional(),
  userOnly: z.boolean().optional(),
  durable: z.boolean().optional(),
  whenTainted: z.enum(['ask', 'pending']).optional(),
  private: z.boolean().optional(),
  irreversible: z.boolean().optional(),
  confirm: wordsSchema.optional(),
  /** What a person reads where the result is empty; `{name}` stands for an argument. */
  empty: wordsSchema.optional(),
  input: z.record(z.string(), z.unknown()).default({}),
  output: z.record(z.string(), z.unknown()),
  steps: z.array(z.unknown()).min(1).max(100),
  /** A smaller cap on the result than the budget's, in bytes of JSON. */
  returns: z.strictObject({ bytes: z.int().min(64).max(64 * 1024) }).optional(),
  /** The widget to show the result in. */
  ui: z.string().optional(),
})
export type ToolManifest = z.output<typeof toolSchema>
