import { z } from 'zod'
import { failureKinds } from '../../sdk/index.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { type DocumentFiles, readText } from '../document/document-files.ts'
import type { Place } from '../document/manifest/place.ts'
import { readYaml } from '../document/manifest/read-yaml.ts'
import { jsonValue } from '../document/schema/field.ts'

/**
 * A recording: one call of one tool, what the sites answered, and what the tool must give for it. It is `fixtures/NAME.yaml`;
 * pages stand beside it as files of their own, just as a browser saves them.
 */
const scalar = z.union([z.string(), z.number(), z.boolean()])
const values = z.record(z.string(), scalar)

/** What is left out of a request is not compared, so that one written by hand can be short. `pkuh plugin record` writes all of it. */
const requestSchema = z.strictObject({
  service: z.string().optional(), path: z.string().optional(), url: z.string().optional(),
  method: z.string().optional(), query: values.optional(), form: values.optional(), json: jsonValue.optional(),
})

/** `body` is a file in `fixtures/`; `text` and `json` stand here. `charset` only where the page does not say its own. */
const responseSchema = z.strictObject({
  status: z.int().min(100).max(599).default(200),
  type: z.string().max(200).optional(),
  charset: z.string().max(40).optional(),
  body: z.string().min(1).max(200).optional(),
  text: z.string().optional(),
  json: jsonValue.optional(),
  path: z.string().max(2_000).optional(),
  /** Milliseconds that it took, for `run --trace`. */
  ms: z.int().min(0).optional(),
})

const fixtureSchema = z.strictObject({
  tool: z.string(),
  args: z.record(z.string(), jsonValue).default({}),
  /** What the clock says in the run: a moment with its zone. */
  at: z.iso.datetime({ offset: true }),
  settings: z.record(z.string(), jsonValue).default({}),
  exchanges: z.array(z.strictObject({ request: requestSchema, response: responseSchema })).max(50).default([]),
  /** What stands in the plugin's own space when the run begins. */
  kept: z.record(z.string(), jsonValue).default({}),
  uses: z.array(z.strictObject({ tool: z.string(), args: z.record(z.string(), jsonValue).optional(), result: jsonValue })).max(50).default([]),
  /** Selectors, keys and headers that a page may do without: `test --mutate` does not ask about them. */
  optional: z.array(z.string()).max(100).default([]),
  expect: z.union([
    z.strictObject({ result: jsonValue }), z.strictObject({ fails: z.union([z.enum(failureKinds), z.string().regex(/^[A-Z][A-Z0-9_]{2,60}$/)]) }),
  ], { error: '{ result } | { fails }' }).optional(),
})

export type Fixture = z.output<typeof fixtureSchema> & { readonly name: string; readonly file: string; readonly place: Place }
export type RecordedRequest = z.output<typeof requestSchema>
export type RecordedResponse = z.output<typeof responseSchema>
/** What a recording is before it has a name. */
export type FixtureInput = z.input<typeof fixtureSchema>

const folder = 'fixtures/'
export const fixtureFile = (name: string): string => `${folder}${name}.yaml`
export const bodyFile = (name: string): string => `${folder}${name}`

/** The names of a document's recordings, in order. */
export const fixtureFiles = (files: DocumentFiles): readonly string[] =>
  [...files.keys()].filter((name) => /^fixtures\/[^/]+\.ya?ml$/.test(name)).sort()

/** Reads one. Throws `DOC_*` with file, line and column, also for a body that is not there. */
export function readFixture(files: DocumentFiles, file: string): Fixture {
  const { value, place } = readYaml({ file, text: readText(files, file), linesBefore: 0 })
  const fixture = place.check(fixtureSchema, value)
  fixture.exchanges.forEach(({ response }, index) => {
    const at = place.child('exchanges').child(index).child('response')
    if (response.body !== undefined && !files.has(bodyFile(response.body))) throw at.child('body').error('DOC_FILE_MISSING', { file: bodyFile(response.body) })
    if (response.body !== undefined && response.text !== undefined) throw at.child('text').error('DOC_FIELD_INVALID', { expected: 'body | text | json' })
  })
  return { ...fixture, name: file.slice(folder.length).replace(/\.ya?ml$/, ''), file, place }
}

export const readFixtures = (files: DocumentFiles): readonly Fixture[] => fixtureFiles(files).map((file) => readFixture(files, file))

/** Throws `AUTHOR_FIXTURE_UNKNOWN` with those there are. */
export function fixtureNamed(fixtures: readonly Fixture[], name: string): Fixture {
  const found = fixtures.find((one) => one.name === name || one.file === name)
  if (!found) throw new HarnessError('AUTHOR_FIXTURE_UNKNOWN', { fixture: name.slice(0, 80), names: fixtures.map((one) => one.name).join(', ') || '-' })
  return found
}

export type Expectation = NonNullable<Fixture['expect']>
