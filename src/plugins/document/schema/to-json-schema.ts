import type { Json, JsonObject } from '../../../rules/json.ts'
import type { Words } from '../../../sdk/index.ts'
import type { Field } from './field.ts'
import { formatPattern } from './to-zod.ts'

/** The schema as standard JSON Schema (draft 2020-12), for models and other clients. A default that depends on settings is left out. */
export function toJsonSchema(field: Field): JsonObject {
  return {
    type: field.nullable ? [field.type, 'null'] : field.type,
    ...given('title', words(field.title)),
    ...given('description', words(field.description)),
    ...given('enum', field.enum && (field.nullable ? [...field.enum, null] : [...field.enum])),
    ...given('default', field.default?.kind === 'fixed' ? field.default.value : undefined),
    ...given('minimum', field.minimum), ...given('maximum', field.maximum),
    ...given('minLength', field.minLength), ...given('maxLength', field.maxLength),
    ...given('pattern', field.pattern?.pattern ?? (field.format === 'id' ? formatPattern('id') : undefined)),
    ...given('format', field.format === 'id' ? undefined : field.format),
    ...given('items', field.items && toJsonSchema(field.items)),
    ...(field.type === 'object' ? objectParts(field.properties, field.required) : {}),
  }
}

/** The schema of an input: one strict object. */
export const inputJsonSchema = (properties: Readonly<Record<string, Field>>, required: readonly string[]): JsonObject =>
  ({ type: 'object', ...objectParts(properties, required) })

const objectParts = (properties: Readonly<Record<string, Field>>, required: readonly string[]): JsonObject => ({
  properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, toJsonSchema(field)])),
  ...(required.length > 0 ? { required: [...required] } : {}),
  additionalProperties: false,
})

const given = (key: string, value: Json | undefined): JsonObject => (value === undefined ? {} : { [key]: value })
const words = (text: string | Words | undefined): string | undefined => (typeof text === 'object' ? `${text.zh} / ${text.en}` : text)
