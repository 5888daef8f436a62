import { canonicalJson, digest } from '../../rules/canonical.ts'
import { type Json, type JsonObject, withoutAbsent } from '../../rules/json.ts'
import type { ToolFacts, ToolState } from '../../rules/call.ts'
import { toolNamePattern } from '../registry/ids.ts'
import type { ToolPermissions } from '../../rules/lattice/permissions.ts'
import type { RegisteredTool } from '../registry/plugin.ts'
import { documentToolPermissions } from '../review/document-permissions.ts'
import { requestOf } from '../review/request-choices.ts'
import { boundsOf } from '../review/template-shape.ts'
import { budgets } from './budgets.ts'
import { fillTemplate } from './expression/template.ts'
import { createMeter } from './expression/meter.ts'
import { type Origin, type Reached, reached } from './facts/reached.ts'
import { canReturn, requestsOf } from './facts/requests-of.ts'
import { type Raise, toolFacts } from './facts/tool-facts.ts'
import { type Manifest, toolSchema, type ToolManifest } from './manifest/manifest-schema.ts'
import type { Place } from './manifest/place.ts'
import type { House } from './run/run-state.ts'
import { runTool } from './run/run-tool.ts'
import { stringsAreClosed } from './schema/closed-strings.ts'
import { type Field, parseField, parseProperties } from './schema/field.ts'
import { inputJsonSchema, toJsonSchema } from './schema/to-json-schema.ts'
import { type Fill, objectZod, toZod } from './schema/to-zod.ts'
import { compileSteps } from './steps/compile-steps.ts'
import { checkNames, createNames } from './steps/names.ts'

/** What a tool shares with the rest of its document. */
export interface DocumentParts {
  readonly manifest: Manifest
  readonly origin: Origin
  readonly house: House
  readonly contentHash: string
  readonly state: ToolState
  /** The settings' values just now. */
  readonly settings: () => JsonObject
  readonly settingFields: Readonly<Record<string, Field>>
}

export interface LoadedTool {
  readonly tool: RegisteredTool
  readonly permissions: () => ToolPermissions
  readonly raised: readonly Raise[]
}

/** Reads one tool: its schemas, its steps, and what policy must know of it. Throws `DOC_*` with the place. */
export function loadTool(name: string, raw: unknown, place: Place, parts: DocumentParts): LoadedTool {
  if (!toolNamePattern.test(name)) throw place.error('DOC_FIELD_INVALID', { expected: toolNamePattern.source })
  const manifest = place.check(toolSchema, raw)
  const { manifest: plugin, origin, house } = parts
  if (manifest.ui !== undefined && !Object.hasOwn(plugin.widgets, manifest.ui)) throw place.child('ui').error('DOC_FIELD_INVALID', { expected: Object.keys(plugin.widgets).join(' | ') })
  const input = readInput(manifest, place.child('input'))
  const output = parseField(manifest.output, place.child('output'))
  const settings = Object.keys(parts.settingFields)
  const settingsOnly = createNames({ input: [], settings })
  for (const [key, field] of Object.entries(input.properties)) {
    if (field.default) checkNames(field.default, settingsOnly, place.child('input').child(key).child('default'))
  }
  const names = createNames({ input: Object.keys(input.properties), settings })
  const steps = compileSteps(manifest.steps, place.child('steps'), names)
  if (!canReturn(steps)) throw place.error('DOC_RETURN_MISSING')
  const context = { campus: house.campus, origin, scopes: plugin.scopes, websites: plugin.websites }
  const requests = requestsOf(steps)
  const reach = requests.map((request) => reached(request, context, placeOfStep(place, request.at)))
  const { facts, raised, implied } = toolFacts({
    plugin: plugin.plugin, tool: name, manifest, output, reached: reach, origin, state: parts.state, contentHash: parts.contentHash,
    signedIn: (service) => house.campus.service(service)?.signedIn ?? true,
    definitionDigest: '',
  })
  refuseClash(manifest, reach, place)
  if ((facts.effect === 'money' || facts.effect === 'public') && !manifest.confirm) throw place.error('DOC_CONFIRM_MISSING', { effect: facts.effect })
  const fill = fillFrom(`${place.path}.input`, parts)
  const schema = objectZod(input.properties, input.required, fill)
  const inputSchema = inputJsonSchema(input.properties, input.required)
  const result = { field: output, schema: toZod(output, fill), bytes: Math.min(manifest.returns?.bytes ?? budgets.result.limit, budgets.result.limit) }
  const digested = Object.freeze({ ...facts, definitionDigest: definitionDigest(facts, manifest, inputSchema, output) })
  const tool: RegisteredTool = {
    facts: digested, description: manifest.description, confirm: manifest.confirm, empty: manifest.empty, input: schema, inputSchema, output: result.schema,
    run: (args, ctx) => runTool(steps, result, new Map<string, Json>([['input', args], ['settings', parts.settings()]]), {
      tool: digested, official: origin.trust === 'official', disclosed: plugin.disclosure.length > 0, house, ctx, signal: ctx.signal,
    }),
  }
  const bounds = boundsOf(input, { properties: parts.settingFields, required: [] })
  const permissions = (): ToolPermissions => documentToolPermissions({
    manifest, facts: digested, implied, inputSchema, closed: stringsAreClosed(output), requests: requests.map(({ request }) => requestOf(request, bounds)),
  })
  return { tool: Object.freeze(tool), permissions, raised }
}

/** Neither of money and public covers the other, so such a tool's card would tell of one act and be asked for two. */
function refuseClash(manifest: ToolManifest, reach: readonly Reached[], place: Place): void {
  const because = (effect: 'money' | 'public') => reach.find((one) => one.effect === effect)?.name ?? (manifest.effect === effect ? `effect: ${effect}` : undefined)
  const [money, publishes] = [because('money'), because('public')]
  if (money !== undefined && publishes !== undefined) throw place.error('DOC_EFFECTS_CLASH', { money, public: publishes })
}

/**
 * An input is a map of fields, each required unless it has a default; or a whole schema of `type: object`, whose
 * `required` decides.
 */
function readInput(manifest: ToolManifest, place: Place): { readonly properties: Readonly<Record<string, Field>>; readonly required: readonly string[] } {
  if (manifest.input.type === 'object') return parseField(manifest.input, place)
  const properties = parseProperties(manifest.input, place)
  return { properties, required: Object.keys(properties).filter((name) => properties[name]?.default === undefined) }
}

/** Defaults may ask the settings; each is filled afresh, with fuel of its own. */
const fillFrom = (step: string, parts: DocumentParts): Fill => (template) => fillTemplate(template, {
  step, meter: createMeter(), now: () => parts.house.clock.now(),
  lookup: (name) => (name === 'settings' ? parts.settings() : undefined),
})

/** Everything of a tool that a person agreed to or a model was told; a change of any of it is a change of definition (policy §4). */
function definitionDigest(facts: ToolFacts, manifest: ToolManifest, input: JsonObject, output: Field): string {
  const { steps, ...rest } = manifest
  const { state: _state, contentHash: _hash, definitionDigest: _digest, ...lasting } = facts
  return digest(canonicalJson(withoutAbsent({ facts: lasting, manifest: rest, steps, input, output: toJsonSchema(output) })))
}

/** The place of a step by its path below the tool's own. */
function placeOfStep(place: Place, at: string): Place {
  const keys = at.slice(place.path.length).match(/[^.[\]]+/g) ?? []
  return keys.reduce<Place>((found, key) => found.child(/^\d+$/.test(key) ? Number(key) : key), place)
}
