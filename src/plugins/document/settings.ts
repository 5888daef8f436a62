import type { z } from 'zod'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Json } from '../../rules/json.ts'
import type { PluginSettings } from '../registry/plugin.ts'
import type { Manifest } from './manifest/manifest-schema.ts'
import { expectation, type Place } from './manifest/place.ts'
import type { House } from './run/run-state.ts'
import { type Field, parseProperties } from './schema/field.ts'
import { inputJsonSchema } from './schema/to-json-schema.ts'
import { toZod } from './schema/to-zod.ts'

/** A document's settings: what each may be, and their values just now (what the person set, else the defaults, else null). */
export interface Settings extends PluginSettings {
  readonly fields: Readonly<Record<string, Field>>
}

/** Throws `DOC_FIELD_INVALID` for a default that its own schema refuses, or that is no fixed value. */
export function loadSettings(manifest: Manifest, place: Place, house: House): Settings {
  const parsed = parseProperties(manifest.settings, place)
  const fields = Object.entries(parsed).map(([name, field]) => {
    const at = place.child(name)
    const schema = toZod(field, () => null)
    const fallback = field.default
    return { name, schema, fallback: at.attempt(() => fixedDefault(fallback, field, schema, at.child('default')), () => null) }
  })
  return {
    fields: parsed,
    schema: inputJsonSchema(parsed, []),
    check(key, value) {
      const field = fields.find(({ name }) => name === key)
      if (!field) throw new HarnessError('PLUGIN_SETTING_UNKNOWN', { plugin: manifest.plugin, setting: key.slice(0, 64), known: fields.map(({ name }) => name).join(', ') || '-' })
      const kept = field.schema.safeParse(value)
      if (!kept.success) throw new HarnessError('PLUGIN_SETTING_INVALID', { plugin: manifest.plugin, setting: key, expected: expectation(kept.error.issues[0]) })
      return kept.data
    },
    current() {
      const stored = house.settings?.(manifest.plugin) ?? {}
      // A stored value that the schema no longer takes is as good as none.
      return Object.fromEntries(fields.map(({ name, schema, fallback }) => {
        const kept = Object.hasOwn(stored, name) ? schema.safeParse(stored[name]) : undefined
        return [name, kept?.success ? kept.data : fallback]
      }))
    },
  }
}

function fixedDefault(fallback: Field['default'], field: Field, schema: z.ZodType<Json>, place: Place): Json {
  if (!fallback) return null
  if (fallback.kind !== 'fixed') throw place.error('DOC_FIELD_INVALID', { expected: field.type })
  place.check(schema, fallback.value)
  return fallback.value
}
