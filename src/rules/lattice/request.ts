import { z } from 'zod'
import { canonicalJson } from '../canonical.ts'
import { own } from '../json.ts'
import { spellOut } from './spell-out.ts'
import { patternCovers, textPatternSchema } from './text-pattern.ts'
import { type Shape, shapeCovers, shapeSchema } from './value-shape.ts'

const shapes = z.record(z.string(), shapeSchema)

/** A request that a step can make, with all that it sends but the host's own sign-in. */
const oneRequestSchema = z.strictObject({
  /** As `nameDestination` writes it: `campus:treehole`, `website:example.org`. */
  to: z.string(),
  method: z.string(),
  path: textPatternSchema,
  /** What a website's URL holds from its `?` on. */
  search: shapeSchema.nullable(),
  query: shapes,
  headers: shapes,
  form: shapes.nullable(),
  json: shapeSchema.nullable(),
  /** Fields and files in their order; `file` is a file's name, null for a field. */
  multipart: z.array(z.strictObject({ name: z.string(), file: shapeSchema.nullable(), type: z.string().nullable(), base64: z.boolean(), value: shapeSchema })).nullable(),
  /** An official document's word that a website's POST changes nothing. */
  safe: z.boolean(),
  /** Milliseconds. */
  timeoutMs: z.number(),
})

/** Any request to a place: of a bundled plugin or a remote one, whose code says which. */
const wholeSchema = z.strictObject({ to: z.string(), whole: z.literal(true) })

export const requestSchema = z.union([oneRequestSchema, wholeSchema])
export type Request = Readonly<z.output<typeof requestSchema>>
type OneRequest = Readonly<z.output<typeof oneRequestSchema>>

/**
 * Whether every request that `narrow` can become is one that some of `wide` can become. What differs in a way that cannot be
 * compared (two holes where one was, an enum of too many members) counts as not covered.
 */
export function requestsCover(wide: readonly Request[], narrow: Request): boolean {
  const text = canonicalJson(narrow)
  return wide.some((one) => canonicalJson(one) === text) || spellOut(narrow).every((spelled) => wide.some((one) => covers(one, spelled)))
}

function covers(wide: Request, narrow: Request): boolean {
  if ('whole' in wide) return wide.to === narrow.to
  if ('whole' in narrow) return false
  return wide.to === narrow.to && wide.method === narrow.method && wide.safe === narrow.safe && narrow.timeoutMs <= wide.timeoutMs
    && patternCovers(wide.path, narrow.path, 'path')
    && optional(wide.search, narrow.search, shapeCovers)
    && valuesCover(wide.query, narrow.query, 'may be left out')
    && valuesCover(wide.headers, narrow.headers, 'always sent')
    && bodiesCover(wide, narrow)
}

const bodiesCover = (wide: OneRequest, narrow: OneRequest): boolean =>
  optional(wide.form, narrow.form, (a, b) => valuesCover(a, b, 'may be left out')) && optional(wide.json, narrow.json, shapeCovers)
  && optional(wide.multipart, narrow.multipart, (a, b) => a.length === b.length && a.every((part, at) => { const other = b[at]; return other !== undefined && partCovers(part, other) }))

/** Nothing covers only nothing: a request with a body is another than one without. */
const optional = <T>(wide: T | null, narrow: T | null, compare: (wide: T, narrow: T) => boolean): boolean =>
  (wide === null || narrow === null ? wide === narrow : compare(wide, narrow))

type Part = NonNullable<OneRequest['multipart']>[number]
const partCovers = (wide: Part, narrow: Part): boolean =>
  wide.name === narrow.name && wide.type === narrow.type && wide.base64 === narrow.base64 && optional(wide.file, narrow.file, shapeCovers) && shapeCovers(wide.value, narrow.value)

const nothing: Shape = { kind: 'fixed', value: null }

/** A query or form value that is null is left out, so leaving one out is covered only where it could be null. */
function valuesCover(wide: Readonly<Record<string, Shape>>, narrow: Readonly<Record<string, Shape>>, absent: 'may be left out' | 'always sent'): boolean {
  return Object.keys(narrow).every((key) => Object.hasOwn(wide, key)) && Object.entries(wide).every(([key, shape]) => {
    const other = own(narrow, key) ?? (absent === 'may be left out' ? nothing : undefined)
    return other !== undefined && shapeCovers(shape, other)
  })
}
