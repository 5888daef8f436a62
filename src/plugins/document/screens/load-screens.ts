import { HarnessError } from '../../../rules/errors/index.ts'
import { isObject, own } from '../../../rules/json.ts'
import type { Screen } from '../../../rules/screen/screen-schema.ts'
import { type DocumentFiles, isRecording, readText } from '../document-files.ts'
import type { Manifest } from '../manifest/manifest-schema.ts'
import type { Place } from '../manifest/place.ts'
import { readYaml } from '../manifest/read-yaml.ts'
import { expectVisible } from '../manifest/visible-text.ts'
import { toZod } from '../schema/to-zod.ts'
import type { LoadedTool, ReadTool } from '../load-tool.ts'
import type { Screens } from '../../registry/plugin.ts'
import { readScreen, type ScreenHouse } from './read-screen.ts'

/** The widgets, pages and shortcuts of a document, each checked against the tools that it has. Throws `DOC_*` with the place. */
export function loadScreens(files: DocumentFiles, manifest: Manifest, place: Place, read: ReadonlyMap<string, ReadTool>, loaded: readonly LoadedTool[], faults?: HarnessError[]): Screens {
  // A screen is checked against what its tools give, so not while that cannot be read.
  if (loaded.length < Object.keys(manifest.tools).length || faults?.some(({ params }) => /\.(?:in|out)put\b/.test(String(params.at)))) return { widgets: {}, pages: {}, shortcuts: [] }
  const house: ScreenHouse = {
    pages: Object.keys(manifest.pages), websites: manifest.websites,
    tools: new Map(loaded.flatMap(({ name, tool }) => {
      const its = read.get(name)
      return its ? [[name, { effect: tool.facts.effect, input: its.schema, inputNames: Object.keys(its.input.properties), output: its.output }] as const] : []
    })),
  }
  const part = (name: 'widgets' | 'pages'): Readonly<Record<string, Screen>> => Object.fromEntries(Object.entries(manifest[name]).flatMap(([key, file]) => {
    const at = place.child(name).child(key)
    return at.attempt((): readonly (readonly [string, Screen])[] => {
      const [value, inside] = jsonFile(file, partText(files, file, at), at, faults)
      return [[key, readScreen(value, inside, house, name === 'widgets')]]
    }, () => [])
  }))
  const widgets = part('widgets')
  const pages = part('pages')
  for (const { manifest: { ui }, name, place: at } of read.values()) {
    if (ui !== undefined && widgets[ui]?.tool !== name) at.child('ui').refuse('DOC_FIELD_INVALID', { expected: Object.keys(widgets).filter((key) => widgets[key]?.tool === name).join(' | ') || `widgets: tool: ${name}` })
  }
  const shortcuts = manifest.shortcuts.flatMap((shortcut, index) => {
    const at = place.child('shortcuts').child(index)
    return at.attempt(() => [checked(shortcut, at)], () => [])
  })
  return { widgets, pages, shortcuts }

  function checked({ title, tool, args = {} }: Manifest['shortcuts'][number], at: Place): Screens['shortcuts'][number] {
    const called = house.tools.get(tool)
    if (!called) throw at.child('tool').error('DOC_FIELD_INVALID', { expected: [...house.tools.keys()].join(' | ') })
    // What it does not say is asked for when it is tapped.
    for (const [key, value] of Object.entries(args)) {
      const field = own(read.get(tool)?.input.properties ?? {}, key)
      if (!field) throw at.child('args').child(key).error('DOC_FIELD_INVALID', { expected: called.inputNames.join(' | ') || '{}' })
      at.child('args').child(key).check(toZod(field, () => null), value)
    }
    return { title, tool, args }
  }
}

/** The text of a file that the manifest names at a place. */
export function partText(files: DocumentFiles, file: string, place: Place): string {
  if (isRecording(file)) throw place.error('DOC_FIELD_INVALID', { expected: '≠ fixtures/' })
  if (!files.has(file)) throw place.error('DOC_FILE_MISSING', { file })
  return readText(files, file)
}

/** One JSON object in which nothing is hidden, also where an escape spells it. JSON is YAML too, which gives each part its line and column. */
function jsonFile(file: string, text: string, place: Place, faults: HarnessError[] | undefined): readonly [unknown, Place] {
  const refuse = (expected: string) => place.error('DOC_FIELD_INVALID', { expected })
  expectVisible(text, refuse)
  let json: unknown
  try {
    json = JSON.parse(text, (key, part: unknown) => {
      for (const inside of [key, part]) if (typeof inside === 'string') expectVisible(inside, refuse)
      return part
    })
  } catch (cause) {
    // No JSON, or nested past the stack.
    throw cause instanceof HarnessError ? cause : place.error('DOC_FIELD_INVALID', { expected: 'JSON' }, cause)
  }
  if (!isObject(json)) throw refuse('JSON')
  const { value, place: inside } = readYaml({ file, text, linesBefore: 0 }, place.path, faults)
  return [value, inside]
}
