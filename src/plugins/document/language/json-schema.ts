import { z } from 'zod'
import { isObject } from '../../../rules/json.ts'
import { screenSchema } from '../../../rules/screen/screen-schema.ts'
import { manifestSchema, toolSchema } from '../manifest/manifest-schema.ts'
import { rawField } from '../schema/field.ts'
import { fileSchema } from '../steps/compile-multipart.ts'
import { columnSchema, extractSchemas, isStepName, namedSteps, pickSchema, stepSchemas, valueName } from '../steps/step-schemas.ts'

type Schema = Readonly<Record<string, unknown>>

/**
 * The JSON Schema (draft 2020-12) of a plugin document's front matter, for editors, made from the schemas that read it. It says
 * what may stand where; names, expressions and where a request may go are the reader's and lint's to check.
 */
export function documentJsonSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'PKU harness PLUGIN.md front matter',
    ...withParts(of(manifestSchema), { tools: mapOf({ anyOf: [ref('tool'), { type: 'string', description: 'a file with the tool' }] }), settings: mapOf(ref('field')) }),
    $defs: {
      tool: withParts(of(toolSchema), { input: { anyOf: [mapOf(ref('field')), ref('field')] }, output: ref('field'), steps: steps(1) }),
      field: withParts(of(rawField), { properties: mapOf(ref('field')), items: ref('field') }),
      step: { anyOf: Object.keys(stepSchemas).map(stepOf) },
      request: withParts(of(stepSchemas.request), { multipart: mapOf({ anyOf: [of(fileSchema), { type: ['string', 'number', 'boolean', 'null'] }] }) }),
      extract: { anyOf: [withParts(of(extractSchemas.css), { fields: fields() }), withParts(of(extractSchemas.table), { columns: mapOf(of(columnSchema)) }), of(extractSchemas.path), of(extractSchemas.regex)] },
      pick: withParts(of(pickSchema), { fields: fields() }),
      // Any JSON: the library's own definition of it would stand where no reference finds it.
      screen: withParts(of(screenSchema), { args: mapOf({}) }),
    },
  }
}

/** What stands under a step's name. */
function bodyOf(name: keyof typeof stepSchemas): Schema {
  const own = of(stepSchemas[name])
  switch (name) {
    case 'request': case 'extract': return ref(name)
    case 'paginate': return withParts(own, { request: ref('request') })
    case 'each': return withParts(own, { steps: steps(1) })
    // oxlint-disable-next-line unicorn/no-thenable -- the language's own word
    case 'when': return withParts(own, { then: steps(1), else: steps(1) })
    case 'cache': return withParts(own, { steps: steps(1) })
    default: return own
  }
}

function stepOf(name: string): Schema {
  if (!isStepName(name)) return {}
  return {
    type: 'object', required: [name], additionalProperties: false,
    properties: { [name]: bodyOf(name), ...(namedSteps.includes(name) ? { as: of(valueName) } : {}) },
  }
}

const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` })
const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values })
const steps = (minItems: number): Schema => ({ type: 'array', minItems, maxItems: 100, items: ref('step') })
const fields = (): Schema => mapOf({ anyOf: [{ type: 'string', minLength: 1 }, ref('pick')] })

/** A part that only the reader of expressions knows (`unknown`) is left open. */
function of(schema: z.ZodType): Schema {
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

const withParts = (schema: Schema, parts: Schema): Schema => ({ ...schema, properties: { ...(isObject(schema['properties']) ? schema['properties'] : {}), ...parts } })
