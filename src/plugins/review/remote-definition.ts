import { z } from 'zod'
import type { JsonObject, Json } from '../../rules/json.ts'

const json: z.ZodType<Json> = z.json()
const object: z.ZodType<JsonObject> = z.record(z.string(), json)
const text = z.string().max(64 * 1024)

/** A tool as a server lists it (MCP). Keys that are not named here count all the same: the whole of it is pinned as it came. */
export const remoteToolSchema = z.object({
  name: z.string().min(1).max(256),
  title: text.optional(),
  description: text.optional(),
  inputSchema: object,
  outputSchema: object.optional(),
  annotations: z.object({
    title: text.optional(), readOnlyHint: z.boolean().optional(), destructiveHint: z.boolean().optional(),
    idempotentHint: z.boolean().optional(), openWorldHint: z.boolean().optional(),
  }).optional(),
  icons: z.array(json).optional(),
  execution: object.optional(),
  _meta: object.optional(),
})
export type RemoteTool = z.output<typeof remoteToolSchema>

/** As a tool is called here: the host makes it from the server's own name, so that no two are one (remote.md). */
const toolName = z.string().regex(/^(?!__proto__$)[a-zA-Z0-9_-]{1,40}$/)

/** What a server said of itself: the origin it was reached at, its own name, and each tool raw, as it came over the wire. */
export const remoteDefinitionSchema = z.strictObject({
  /** `mcp-` and the slug of the server's name. */
  id: z.string(),
  origin: z.string(),
  server: z.strictObject({ name: text, title: text.optional(), version: text }),
  instructions: text.optional(),
  tools: z.record(toolName, object),
})
export type RemoteDefinition = z.output<typeof remoteDefinitionSchema>
