import type { ToolFacts, Trust } from '../../rules/call.ts'
import { canonicalJson, digest } from '../../rules/canonical.ts'
import type { JsonObject } from '../../rules/json.ts'
import { type Permissions, permissionsSchema, type ToolPermissions, toolPermissionsSchema } from '../../rules/lattice/permissions.ts'
import type { Request } from '../../rules/lattice/request.ts'
import { withoutWords } from '../../rules/lattice/schema-words.ts'
import { budgets } from '../document/budgets.ts'
import type { Implied } from '../document/facts/tool-facts.ts'
import type { Manifest, ToolManifest } from '../document/manifest/manifest-schema.ts'
import { type Choices, cosmetic, gather, lattice } from './choices.ts'
import { factChoices } from './fact-choices.ts'
import { schemaGuidance, withOwn, wordsDigest } from './guidance.ts'
import { placesOf, sorted } from './sets.ts'

/** What reading a document's tool made of it. */
export interface ReadTool {
  readonly manifest: ToolManifest
  readonly facts: ToolFacts
  readonly implied: Implied
  readonly requests: readonly Request[]
  readonly acts: readonly string[]
  readonly inputSchema: JsonObject
  readonly closed: boolean
}

export interface ReadDocument {
  readonly manifest: Manifest
  readonly trust: Trust
  readonly instructions: string
  readonly settingsSchema: JsonObject
  /** The text of a file that the manifest names. */
  readonly fileText: (name: string) => string
  readonly tools: Readonly<Record<string, ToolPermissions>>
}

export const documentPermissions = (document: ReadDocument): Permissions =>
  permissionsSchema.parse(withOwn(gather(manifestChoices(document), document.manifest), {
    form: 'document', trust: document.trust, server: null, core: false, legacy: [], guidance: { instructions: digest(document.instructions) },
  }))

export const documentToolPermissions = (tool: ReadTool): ToolPermissions =>
  toolPermissionsSchema.parse(withOwn(gather(toolChoices(tool), tool.manifest), { overwrites: tool.facts.overwrites, asks: tool.facts.asks ?? null }))

/** Every field of a manifest. */
export const manifestChoices = ({ settingsSchema, fileText, tools }: Omit<ReadDocument, 'manifest'>): Choices<Manifest> => ({
  plugin: lattice((plugin) => ({ plugin })),
  version: cosmetic('a name for the content; what is agreed to is the hash'),
  name: lattice((name) => ({ guidance: { name: wordsDigest(name) } })),
  summary: lattice((summary) => ({ guidance: { summary: wordsDigest(summary) } })),
  scopes: lattice((services) => ({ services: sorted(services) })),
  websites: lattice((websites) => ({ websites: sorted(websites) })),
  requires: lattice((abilities) => ({ abilities: sorted(abilities) })),
  settings: lattice(() => ({ settings: withoutWords(settingsSchema), guidance: schemaGuidance('settings', settingsSchema) })),
  tools: lattice(() => ({ tools })),
  widgets: lattice((files) => ({ screens: fileDigests('widgets', files, fileText) })),
  pages: lattice((files) => ({ screens: fileDigests('pages', files, fileText) })),
  shortcuts: lattice((shortcuts) => ({ shortcuts: sorted(shortcuts.map((shortcut) => canonicalJson(shortcut))) })),
  uses: lattice((uses) => ({ uses: sorted(uses) })),
  disclosure: lattice((lines) => ({ disclosure: sorted(lines.map((line) => canonicalJson(line))) })),
  homepage: cosmetic('shown, and never opened by the host'),
  license: cosmetic('shown'),
  author: cosmetic('shown; who may update a plugin is decided by where it comes from'),
})

/** Every field of a tool. Effect and flags are what the host raised them to. */
export const toolChoices = ({ implied, requests, acts, closed, ...tool }: Omit<ReadTool, 'manifest'>): Choices<ToolManifest> => ({
  ...factChoices(tool),
  effect: lattice(() => ({ effect: tool.facts.effect, implied })),
  output: lattice(() => ({ results: closed ? 'closed' : 'open' })),
  // What the steps reckon with in between decides nothing but what stands in a hole or in the result.
  steps: lattice(() => ({ requests, acts: sorted(acts), destinations: placesOf(tool.facts) })),
  returns: lattice((returns) => ({ budgets: { resultBytes: Math.min(returns?.bytes ?? budgets.result.limit, budgets.result.limit) } })),
  ui: cosmetic('which of the reviewed widgets shows the result'),
})

const fileDigests = (part: string, files: Readonly<Record<string, string>>, fileText: ReadDocument['fileText']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [`${part}.${name}`, digest(fileText(file))]))
