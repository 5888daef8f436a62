import type { z } from 'zod'
import { canonicalJson, digest } from '../../rules/canonical.ts'
import { type Json, type JsonObject, withoutAbsent } from '../../rules/json.ts'
import type { ToolFacts, ToolState } from '../../rules/call.ts'
import { toolNamePattern } from '../registry/ids.ts'
import type { ToolPermissions } from '../../rules/lattice/permissions.ts'
import type { RegisteredTool } from '../registry/plugin.ts'
import { documentToolPermissions } from '../review/document-permissions.ts'
import { requestOf } from '../review/request-choices.ts'
import { type Bounds, boundsOf } from '../review/template-shape.ts'
import { budgets } from './budgets.ts'
import { fillTemplate } from './expression/template.ts'
import { createMeter } from './expression/meter.ts'
import { type Origin, type Reached, reached } from './facts/reached.ts'
import { actsOf } from './facts/acts-of.ts'
import { type Callee, calleesOf } from './facts/callees-of.ts'
import { canReturn, requestsOf } from './facts/requests-of.ts'
import { type Raise, toolFacts } from './facts/tool-facts.ts'
import { type Manifest, toolSchema, type ToolManifest } from './manifest/manifest-schema.ts'
import { fieldOutline, soundParts, toolOutline } from './manifest/faults.ts'
import type { Place } from './manifest/place.ts'
import type { House } from './run/run-state.ts'
import type { ResultRule } from './run/return.ts'
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
  readonly name: string
  readonly tool: RegisteredTool
  readonly permissions: () => ToolPermissions
  readonly raised: readonly Raise[]
}

/** A tool as it was read by itself, before what it calls is known. */
export interface ReadTool extends Callee {
  readonly manifest: ToolManifest
  readonly place: Place
  readonly output: Field
  readonly schema: z.ZodType<Json>
  readonly inputSchema: JsonObject
  readonly result: ResultRule
  readonly bounds: Bounds
}

/** Reads one tool: its schemas and its steps. Throws `DOC_*` with the place. */
export function readTool(name: string, raw: unknown, place: Place, parts: DocumentParts): ReadTool {
  if (!toolNamePattern.test(name)) throw place.error('DOC_FIELD_INVALID', { expected: toolNamePattern.source, found: name.slice(0, 40) })
  const manifest = place.attempt(() => place.check(toolSchema, raw), () => soundParts(toolSchema, raw, toolOutline))
  const { manifest: plugin } = parts
  if (manifest.ui !== undefined && !Object.hasOwn(plugin.widgets, manifest.ui)) place.child('ui').refuse('DOC_FIELD_INVALID', { expected: Object.keys(plugin.widgets).join(' | ') || '∅' })
  const input = readInput(manifest, place.child('input'))
  const output = place.attempt(() => parseField(manifest.output, place.child('output')), () => fieldOutline)
  const settings = Object.keys(parts.settingFields)
  const settingsOnly = createNames({ input: [], settings })
  for (const [key, field] of Object.entries(input.properties)) {
    const { default: fallback } = field
    if (fallback) place.attempt(() => checkNames(fallback, settingsOnly, place.child('input').child(key).child('default')), () => {})
  }
  const names = createNames({ input: Object.keys(input.properties), settings })
  const steps = compileSteps(manifest.steps, place.child('steps'), names)
  if (!canReturn(steps)) place.refuse('DOC_RETURN_MISSING')
  const fill = fillFrom(`${place.path}.input`, parts)
  return {
    name, manifest, place, input, output, steps, placeOf: (at) => placeOfStep(place, at),
    schema: objectZod(input.properties, input.required, fill), inputSchema: inputJsonSchema(input.properties, input.required),
    result: { field: output, schema: toZod(output, fill), bytes: Math.min(manifest.returns?.bytes ?? budgets.result.limit, budgets.result.limit) },
    bounds: boundsOf(input, { properties: parts.settingFields, required: [] }),
  }
}

/** What policy must know of a tool, from all that its steps and those of the tools it calls can do. Throws `DOC_*` with the place. */
export function loadTool(read: ReadTool, all: ReadonlyMap<string, ReadTool>, parts: DocumentParts): LoadedTool {
  const { name, manifest, place, inputSchema, result, steps } = read
  const { manifest: plugin, origin, house } = parts
  const callees = place.attempt(() => calleesOf(read, all), () => [])
  const context = { campus: house.campus, origin, scopes: plugin.scopes, websites: plugin.websites }
  const requests = [read, ...callees].flatMap((one) => requestsOf(one.steps).map((reach) => ({ reach, of: one })))
  const acts = [read, ...callees].flatMap((one) => actsOf(one.steps, { uses: plugin.uses, ability: (tool) => house.ability?.(tool), placeOf: one.placeOf }))
  const reach = [...requests.flatMap(({ reach: one, of }) => place.attempt(() => [reached(one, context, of.placeOf(one.at))], () => [])), ...acts]
  const { facts, raised, implied } = toolFacts({
    plugin: plugin.plugin, tool: name, manifest, output: read.output, reached: reach, callees, origin, state: parts.state, contentHash: parts.contentHash,
    signedIn: (service) => house.campus.service(service)?.signedIn ?? true,
    definitionDigest: '',
  })
  refuseClash([read, ...callees].map((one) => one.manifest), reach, place)
  if ((facts.effect === 'money' || facts.effect === 'public') && !manifest.confirm) place.refuse('DOC_CONFIRM_MISSING', { effect: facts.effect })
  const digested = Object.freeze({ ...facts, definitionDigest: definitionDigest(facts, read, callees) })
  const callable = new Map(callees.map((one) => [one.name, { input: one.schema, steps: one.steps, result: one.result, settings: parts.settings }]))
  const tool: RegisteredTool = {
    facts: digested, description: manifest.description, confirm: manifest.confirm, empty: manifest.empty, input: read.schema, inputSchema, output: result.schema,
    run: (args, ctx) => runTool(steps, result, new Map<string, Json>([['input', args], ['settings', parts.settings()]]), {
      tool: digested, official: origin.trust === 'official', disclosed: plugin.disclosure.length > 0, callees: callable, house, ctx, signal: ctx.signal,
    }),
  }
  const permissions = (): ToolPermissions => documentToolPermissions({
    manifest, facts: digested, implied, inputSchema, closed: stringsAreClosed(read.output),
    requests: requests.map(({ reach: { request }, of }) => requestOf(request, of.bounds)), acts: acts.map((act) => act.name),
  })
  return { name, tool: Object.freeze(tool), permissions, raised }
}

/** Neither of money and public covers the other, so such a tool's card would tell of one act and be asked for two. */
function refuseClash(manifests: readonly ToolManifest[], reach: readonly Reached[], place: Place): void {
  const because = (effect: 'money' | 'public') => reach.find((one) => one.effect === effect)?.name ?? (manifests.some((one) => one.effect === effect) ? `effect: ${effect}` : undefined)
  const [money, publishes] = [because('money'), because('public')]
  if (money !== undefined && publishes !== undefined) place.refuse('DOC_EFFECTS_CLASH', { money, public: publishes })
}

/**
 * An input is a map of fields, each required unless it has a default; or a whole schema of `type: object`, whose
 * `required` decides.
 */
function readInput(manifest: ToolManifest, place: Place): { readonly properties: Readonly<Record<string, Field>>; readonly required: readonly string[] } {
  if (manifest.input.type === 'object') return place.attempt(() => parseField(manifest.input, place), () => fieldOutline)
  const properties = parseProperties(manifest.input, place)
  return { properties, required: Object.keys(properties).filter((name) => properties[name]?.default === undefined) }
}

/** Defaults may ask the settings; each is filled afresh, with fuel of its own. */
const fillFrom = (step: string, parts: DocumentParts): Fill => (template) => fillTemplate(template, {
  step, meter: createMeter(), now: () => parts.house.clock.now(),
  lookup: (name) => (name === 'settings' ? parts.settings() : undefined),
})

/** Everything of a tool that a person agreed to or a model was told, and of the tools that it calls; a change of any of it is a change of definition (policy §4). */
function definitionDigest(facts: ToolFacts, read: ReadTool, callees: readonly ReadTool[]): string {
  const { state: _state, contentHash: _hash, definitionDigest: _digest, ...lasting } = facts
  const definitionOf = ({ manifest: { steps, ...rest }, inputSchema, output }: ReadTool) => ({ manifest: rest, steps, input: inputSchema, output: toJsonSchema(output) })
  const calls = callees.length === 0 ? undefined : callees.map((callee) => ({ name: callee.name, ...definitionOf(callee) }))
  return digest(canonicalJson(withoutAbsent({ facts: lasting, ...definitionOf(read), calls })))
}

/** The place of a step by its path below the tool's own. */
function placeOfStep(place: Place, at: string): Place {
  const keys = at.slice(place.path.length).match(/[^.[\]]+/g) ?? []
  return keys.reduce<Place>((found, key) => found.child(/^\d+$/.test(key) ? Number(key) : key), place)
}
