import { z } from 'zod'
import { argumentSchema } from './argument-schema.ts'
import { canonicalJson, digest } from './canonical.ts'
import { HarnessError } from './errors/index.ts'
import { type JsonObject, own } from './json.ts'
import { jsonPlaces } from './json-places.ts'

const entrySchema = z.strictObject({
  tool: z.string().regex(/^[a-z][a-z0-9-]*\.[A-Za-z][\w-]*$/),
  /** Exact values that arguments must have; one named neither here nor in `schema` is free. */
  args: z.record(z.string(), z.json()).default({}),
  /** What the values of others may be. */
  schema: z.record(z.string(), argumentSchema).exactOptional(),
  uses: z.int().min(1).max(10_000),
  /** Until when; with a zone, so that it means the same moment everywhere. */
  expires: z.iso.datetime({ offset: true }),
  /** SHA-256 of the plugin's content in hex: the entry then holds for this version alone. */
  contentHash: z.string().regex(/^[0-9a-f]{64}$/).optional(),
  /** `tainted` lets it answer where third-party text is in the context too. */
  ceiling: z.enum(['untainted', 'tainted']).default('untainted'),
}).refine(({ args, schema = {} }) => Object.keys(schema).every((name) => !Object.hasOwn(args, name)), { path: ['schema'], error: 'an argument both exact and free within bounds' })

/** A place that a plugin may send to: `campus:treehole`, `website:example.org`. Importing the file agrees to it (policy R4). */
const consentSchema = z.strictObject({ plugin: z.string().regex(/^[a-z][a-z0-9-]{1,31}$/), destination: z.string().min(1).max(300) })

/** What `--allow-file` and `pkuh grants import` read (policy §5). It authorises nothing until its digest is on record. */
export const allowFileSchema = z.strictObject({ version: z.literal(1), allow: z.array(entrySchema).min(1).max(200), consents: z.array(consentSchema).max(200).optional() })
export type AllowFile = z.output<typeof allowFileSchema>

/** Reads an allow-file's text. Throws `ALLOW_FILE_NOT_JSON`, or `ALLOW_FILE_INVALID` with the line, the place and what it wants. */
export function parseAllowFile(text: string): AllowFile {
  const places = jsonPlaces(text)
  if (!places.ok) throw new HarnessError('ALLOW_FILE_NOT_JSON', { line: places.line })
  if (places.twice) throw wrongAt(text, places.twice.path, wants['twice'])
  const read = allowFileSchema.safeParse(JSON.parse(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = issue?.path ?? []
  throw wrongAt(text, path, wanted(issue), issue?.code === 'unrecognized_keys' ? [...path, ...issue.keys.slice(0, 1)] : path)
}

/** The fault at a place of an allow-file's text: its line, its path, and what stands there rightly. Nothing of what was found is told. */
export function wrongAt(text: string, path: readonly PropertyKey[], right: Wanted = other, standsAt = path): HarnessError {
  const places = jsonPlaces(text)
  const shown = ['$', ...path].map((part) => (/^[\w$.-]{1,64}$/.test(String(part)) ? String(part) : '?')).join('.')
  return new HarnessError('ALLOW_FILE_INVALID', { line: places.ok ? places.lineOf(standsAt) : places.line, path: shown, ...right })
}

/** What the person agrees to with the file: the digest of its meaning, whatever its spaces and the order of its keys. */
export const allowFileDigest = (file: AllowFile): string => digest(canonicalJson(file))

/** The id under which an entry's uses are counted: the same each time a file of this meaning is read, and the whole of its digest in it. */
export const allowGrantId = (fileDigest: string, index: number): string => `file:${fileDigest}:${index}`

/** What is kept of an imported entry: its own terms and the digest of its file. What it allows is read from here, not from what a caller brings. */
export const allowRowSchema = z.strictObject({ kind: z.literal('allow-file'), file: z.string().regex(/^[0-9a-f]{64}$/), ...entrySchema.shape })
export type AllowRow = z.output<typeof allowRowSchema>

/** The row of an entry of the file with this digest, as the import keeps it. */
export function allowRow(fileDigest: string, { contentHash, ...terms }: AllowFile['allow'][number]): JsonObject {
  return { kind: 'allow-file', file: fileDigest, ...terms, ...(contentHash === undefined ? {} : { contentHash }) }
}

/** What stands at a place, in both languages; never what was found there. */
function wanted(issue: z.core.$ZodIssue | undefined): Wanted | undefined {
  const path = issue?.path.map(String) ?? []
  if (issue?.code === 'unrecognized_keys' && path[2] !== 'schema') return wants['unknown']
  // Whatever is wrong inside a schema, the schema is.
  const field = path[2] === 'schema' ? 'schema' : path.at(-1) ?? '$'
  return own(wants, field)
}
export interface Wanted { readonly wantedZh: string; readonly wantedEn: string }
const other: Wanted = { wantedZh: '另一种格式，见文档', wantedEn: 'another shape, see the docs' }
export const wants: Readonly<Record<string, Wanted>> = {
  $: { wantedZh: '{version, allow} 这样的对象', wantedEn: 'an object {version, allow}' },
  unknown: { wantedZh: '去掉不认识的字段', wantedEn: 'no unknown field' },
  twice: { wantedZh: '每个名字只写一次', wantedEn: 'each name once' },
  version: { wantedZh: '数字 1', wantedEn: 'the number 1' },
  allow: { wantedZh: '1 到 200 条授权', wantedEn: '1 to 200 entries' },
  tool: { wantedZh: '工具名，例如 treehole.post', wantedEn: 'a tool id such as treehole.post' },
  args: { wantedZh: '参数名和值的对象', wantedEn: 'an object of argument names and values' },
  schema: {
    wantedZh: '参数名和范围，例如 {"floor": {"type": "integer", "minimum": 1, "maximum": 3}}；args 里已有的参数不能再写',
    wantedEn: 'argument names and their bounds, such as {"floor": {"type": "integer", "minimum": 1, "maximum": 3}}, and none that args has',
  },
  argument: { wantedZh: '这个工具有的参数', wantedEn: 'an argument that the tool has' },
  uses: { wantedZh: '1 到 10000 的整数', wantedEn: 'a whole number from 1 to 10000' },
  expires: { wantedZh: '带时区的时间，例如 2026-03-01T08:00:00+08:00', wantedEn: 'a time with a zone such as 2026-03-01T08:00:00+08:00' },
  ceiling: { wantedZh: 'untainted 或 tainted', wantedEn: 'untainted or tainted' },
  contentHash: { wantedZh: '64 位小写十六进制 SHA-256', wantedEn: 'a SHA-256 of 64 lower-case hex digits' },
  consents: { wantedZh: '最多 200 个 {plugin, destination}', wantedEn: 'up to 200 of {plugin, destination}' },
  plugin: { wantedZh: '插件名，例如 treehole', wantedEn: 'a plugin id such as treehole' },
  destination: { wantedZh: '这个插件会发往的地方，例如 campus:treehole', wantedEn: 'a place that the plugin sends to, such as campus:treehole' },
}
