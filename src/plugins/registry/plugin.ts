import type { z } from 'zod'
import type { ToolContext, Words } from '../../sdk/index.ts'
import type { ToolFacts, ToolState, Trust } from '../../rules/call.ts'
import type { Json, JsonObject } from '../../rules/json.ts'
import type { Screen } from '../../rules/screen/screen-schema.ts'
import type { Permissions } from '../../rules/lattice/permissions.ts'

/** A plugin of any of the three forms, as the registry keeps it. Frozen: a change makes a new one. */
export interface RegisteredPlugin {
  readonly id: string
  readonly form: 'document' | 'bundled' | 'remote'
  readonly trust: Trust
  readonly version: string
  readonly name: Words
  readonly summary: Words
  readonly core: boolean
  readonly instructions: Words
  readonly scopes: readonly string[]
  readonly websites: readonly string[]
  readonly disclosure: readonly Words[]
  /** Host abilities that it may use (`ctx.use`); none where it is left out. */
  readonly uses?: readonly string[]
  /** What it may do at most, as it declares it: what an update is measured by. Made when it is asked for. */
  readonly permissions: () => Permissions
  /** SHA-256 of the content, hex. */
  readonly contentHash: string
  readonly state: ToolState
  /** Why it is not ready, in words; undefined when it is. */
  readonly stateReason: Words | undefined
  /** Its content came from a link and not with this release; what ships where it is left out. */
  readonly fetched?: boolean
  readonly tools: readonly RegisteredTool[]
  /** Widgets and pages as data; none where it is left out. */
  readonly screens?: Screens
  /** What the person may set for it; nothing where it is left out. */
  readonly settings?: PluginSettings
}

export interface Screens {
  readonly widgets: Readonly<Record<string, Screen>>
  readonly pages: Readonly<Record<string, Screen>>
  readonly shortcuts: readonly { readonly title: Words; readonly tool: string; readonly args: JsonObject }[]
}

export interface PluginSettings {
  /** JSON Schema of all of them. */
  readonly schema: JsonObject
  /** What holds just now: what the person set, else the default, else null. */
  current(): JsonObject
  /** The value as it is kept. Throws `PLUGIN_SETTING_UNKNOWN`, `PLUGIN_SETTING_INVALID`. */
  check(key: string, value: Json): Json
}

export interface RegisteredTool {
  readonly facts: ToolFacts
  readonly description: Words
  readonly confirm: Words | undefined
  /** For a person whose call found nothing; undefined: the host's own words. */
  readonly empty?: Words | undefined
  /** Strict; its output is plain JSON. */
  readonly input: z.ZodType
  /** JSON Schema (draft 2020-12) of `input`, for a model and for `pkuh tools --json`. */
  readonly inputSchema: JsonObject
  readonly output: z.ZodType | undefined
  /** Runs it: called by the monitor alone (law 1), with a context the monitor made. */
  readonly run: (args: JsonObject, ctx: ToolContext) => Promise<unknown>
}

/** The five stages of seed 002: register, available, enabled, call, update. */
export interface Registry {
  plugins(): readonly RegisteredPlugin[]
  plugin(id: string): RegisteredPlugin | undefined
  /** By full id, `classrooms.free`. */
  tool(id: string): RegisteredTool | undefined
  /** Nearest ids, for a message about an unknown one. */
  similar(id: string): readonly string[]
  /** Throws `PLUGIN_ID_INVALID`, `PLUGIN_ID_RESERVED` or, when the id is taken, `PLUGIN_ID_TAKEN`. */
  register(plugin: RegisteredPlugin): void
  /** Puts new content in the place of the same plugin (same id, form and trust). What may update is decided by the market. */
  update(plugin: RegisteredPlugin): void
  /** It is there no more, and nothing of its switch is left. Throws `PLUGIN_UNKNOWN`. */
  remove(id: string): void
  /** Throws `PLUGIN_UNKNOWN`, or `PLUGIN_CORE` for switching off a core plugin. */
  enable(id: string, on: boolean): void
}
