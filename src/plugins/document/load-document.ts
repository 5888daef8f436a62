import { HarnessError } from '../../rules/errors/index.ts'
import type { ToolState } from '../../rules/call.ts'
import type { Words } from '../../sdk/index.ts'
import type { RegisteredPlugin } from '../registry/plugin.ts'
import { documentPermissions } from '../review/document-permissions.ts'
import { checkFiles, contentHash, type DocumentFiles, mainFile, readText } from './document-files.ts'
import { isCampusHost } from './facts/campus-hosts.ts'
import type { Origin } from './facts/reached.ts'
import type { Raise } from './facts/tool-facts.ts'
import { loadTool, readTool, type ReadTool } from './load-tool.ts'
import { splitFrontMatter } from './manifest/front-matter.ts'
import { type Manifest, manifestSchema } from './manifest/manifest-schema.ts'
import { manifestOutline, soundParts, withoutConsequences } from './manifest/faults.ts'
import type { Place } from './manifest/place.ts'
import { readYaml } from './manifest/read-yaml.ts'
import type { House } from './run/run-state.ts'
import { inputJsonSchema } from './schema/to-json-schema.ts'
import { loadScreens, partText } from './screens/load-screens.ts'
import { loadSettings } from './settings.ts'

/** A document as it was read, with what the host raised above what its author declared. */
export interface LoadedDocument extends RegisteredPlugin {
  readonly raised: readonly Raise[]
}

/**
 * Reads a plugin document from its files (names relative to its folder, `PLUGIN.md` among them). Nothing of it runs.
 * Throws a `DOC_*` HarnessError that names file, line and column of the first thing wrong; nothing is read leniently.
 */
export function loadDocument(files: DocumentFiles, origin: Origin, house: House): LoadedDocument {
  return read(files, origin, house, undefined)
}

/**
 * What `loadDocument` would refuse of a document, as much of it as can be told at once, for its author: a fault stands beside others,
 * what follows from it is left out. Empty for a document that can be loaded. Throws nothing but what no document may throw.
 */
export function faultsOf(files: DocumentFiles, origin: Origin, house: House): readonly HarnessError[] {
  const faults: HarnessError[] = []
  try {
    read(files, origin, house, faults)
  } catch (fault) {
    if (!(fault instanceof HarnessError)) throw fault
    faults.push(fault)
  }
  // At most one more than are kept, so that what is compared with each other stays few.
  return withoutConsequences(faults)
}

/** @param faults where given, faults are put there and reading goes on; what is read then is never run. */
function read(files: DocumentFiles, origin: Origin, house: House, faults: HarnessError[] | undefined): LoadedDocument {
  checkFiles(files)
  const { yaml, body } = splitFrontMatter(mainFile, readText(files, mainFile))
  const { value, place } = readYaml(yaml, '', faults)
  const manifest = place.attempt(() => place.check(manifestSchema, value), () => soundParts(manifestSchema, value, manifestOutline))
  checkReach(manifest, place, house)
  const hash = contentHash(files)
  const { state, reason } = stateOf(manifest, house)
  const settings = loadSettings(manifest, place.child('settings'), house)
  const parts = { manifest, origin, house, contentHash: hash, state, settings: settings.current, settingFields: settings.fields }
  const read = new Map(Object.entries(manifest.tools).flatMap(([name, tool]): readonly (readonly [string, ReadTool])[] => {
    const at = place.child('tools').child(name)
    return at.attempt(() => {
      const [raw, where] = typeof tool === 'string' ? toolFile(files, tool, at, faults) : [tool, at]
      return [[name, readTool(name, raw, where, parts)]]
    }, () => [])
  }))
  const loaded = [...read.values()].flatMap((tool) => tool.place.attempt(() => [loadTool(tool, read, parts)], () => []))
  const screens = loadScreens(files, manifest, place, read, loaded, faults)
  return Object.freeze({
    id: manifest.plugin, form: 'document', trust: origin.trust, version: manifest.version, name: manifest.name, summary: manifest.summary, core: false,
    // The body is one text for the assistant, in whichever languages its author wrote.
    instructions: { zh: body, en: body },
    scopes: manifest.scopes, websites: manifest.websites, disclosure: manifest.disclosure, uses: manifest.uses, screens, settings,
    contentHash: hash, state, stateReason: reason, fetched: origin.fetched ?? false,
    permissions: () => documentPermissions({
      manifest, trust: origin.trust, instructions: body, settingsSchema: inputJsonSchema(settings.fields, []), fileText: (file) => readText(files, file),
      tools: Object.fromEntries(loaded.map((one) => [one.name, one.permissions()])),
    }),
    tools: Object.freeze(loaded.map(({ tool }) => tool)),
    raised: Object.freeze(loaded.flatMap(({ raised }) => raised)),
  } as const)
}

function toolFile(files: DocumentFiles, name: string, place: Place, faults: HarnessError[] | undefined): readonly [unknown, Place] {
  const { value, place: inside } = readYaml({ file: name, text: partText(files, name, place), linesBefore: 0 }, place.path, faults)
  return [value, inside]
}

/** Every scope is a service that there is; no website is a campus host, which is reached as a service or not at all. */
function checkReach(manifest: Manifest, place: Place, house: House): void {
  manifest.scopes.forEach((service, index) => {
    if (!house.campus.service(service)) place.child('scopes').child(index).refuse('DOC_SERVICE_UNKNOWN', { service })
  })
  manifest.websites.forEach((host, index) => {
    if (isCampusHost(host, manifest.scopes, house.campus)) place.child('websites').child(index).refuse('DOC_WEBSITE_CAMPUS', { host })
  })
}

/** A document that needs an ability which this host has not is unavailable, with the reason. */
function stateOf(manifest: Manifest, house: House): { readonly state: ToolState; readonly reason: Words | undefined } {
  const missing = [...new Set([...manifest.requires, ...manifest.uses])].filter((ability) => house.ability?.(ability) === undefined)
  if (missing.length === 0) return { state: 'ready', reason: undefined }
  const names = missing.join(', ')
  return { state: 'unavailable', reason: { zh: `这台主机没有它需要的能力：${names}`, en: `This host lacks what it needs: ${names}` } }
}
