import { z } from 'zod'
import { canonicalJson, digest } from './canonical.ts'
import { HarnessError } from './errors/index.ts'
import type { JsonObject } from './json.ts'

const entrySchema = z.strictObject({
  tool: z.string().regex(/^[a-z][a-z0-9-]*\.[A-Za-z][\w-]*$/),
  /** Exact values that arguments must have; one not named here is free. */
  args: z.record(z.string(), z.json()).default({}),
  uses: z.int().min(1).max(10_000),
  /** Until when; with a zone, so that it means the same moment everywhere. */
  expires: z.iso.datetime({ offset: true }),
  /** SHA-256 of the plugin's content in hex: the entry then holds for this version alone. */
  contentHash: z.string().regex(/^[0-9a-f]{64}$/).optional(),
  /** `tainted` lets it answer where third-party text is in the context too. */
  ceiling: z.enum(['untainted', 'tainted']).default('untainted'),
})

/** What `--allow-file` and `pkuh grants import` read (policy §5). It authorises nothing until its digest is on record. */
export const allowFileSchema = z.strictObject({ version: z.literal(1), allow: z.array(entrySchema).min(1).max(200) })
export type AllowFile = z.output<typeof allowFileSchema>

/** Reads an allow-file's text. Throws `ALLOW_FILE_NOT_JSON`, or `ALLOW_FILE_INVALID` with the place and what it wants. */
export function parseAllowFile(text: string): AllowFile {
  const read = allowFileSchema.safeParse(parseJson(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = ['$', ...(issue?.path ?? [])].map((part) => (/^[\w$.-]{1,64}$/.test(String(part)) ? String(part) : '?'))
  throw new HarnessError('ALLOW_FILE_INVALID', { path: path.join('.'), ...wanted(issue, path.at(-1) ?? '') })
}

/** What the person agrees to with the file: the digest of its meaning, whatever its spaces and the order of its keys. */
export const allowFileDigest = (file: AllowFile): string => digest(canonicalJson(file))

/** The id under which an entry's uses are counted: the same each time a file of this meaning is read, and the whole digest in it. */
export const allowGrantId = (file: AllowFile, index: number): string => `file:${allowFileDigest(file)}:${index}`

/** What is kept of an imported entry: its own terms and the digest of its file. What it allows is read from here, not from what a caller brings. */
export const allowRowSchema = z.strictObject({ kind: z.literal('allow-file'), file: z.string().regex(/^[0-9a-f]{64}$/), ...entrySchema.shape })
export type AllowRow = z.output<typeof allowRowSchema>

/** The row of an entry, as the import keeps it. */
export function allowRow(file: AllowFile, { contentHash, ...terms }: AllowFile['allow'][number]): JsonObject {
  return { kind: 'allow-file', file: allowFileDigest(file), ...terms, ...(contentHash === undefined ? {} : { contentHash }) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new HarnessError('ALLOW_FILE_NOT_JSON', {}, { cause })
  }
}

/** What stands at a place, in both languages; never what was found there. */
function wanted(issue: z.core.$ZodIssue | undefined, field: string): { readonly wantedZh: string; readonly wantedEn: string } {
  if (issue?.code === 'unrecognized_keys') return { wantedZh: '去掉不认识的字段', wantedEn: 'no unknown field' }
  const known = Object.hasOwn(wants, field) ? wants[field] : undefined
  return known ?? { wantedZh: '另一种格式，见文档', wantedEn: 'another shape, see the docs' }
}
const wants: Readonly<Record<string, { readonly wantedZh: string; readonly wantedEn: string }>> = {
  $: { wantedZh: '{version, allow} 这样的对象', wantedEn: 'an object {version, allow}' },
  version: { wantedZh: '数字 1', wantedEn: 'the number 1' },
  allow: { wantedZh: '1 到 200 条授权', wantedEn: '1 to 200 entries' },
  tool: { wantedZh: '工具名，例如 treehole.post', wantedEn: 'a tool id such as treehole.post' },
  args: { wantedZh: '参数名和值的对象', wantedEn: 'an object of argument names and values' },
  uses: { wantedZh: '1 到 10000 的整数', wantedEn: 'a whole number from 1 to 10000' },
  expires: { wantedZh: '带时区的时间，例如 2026-03-01T08:00:00+08:00', wantedEn: 'a time with a zone such as 2026-03-01T08:00:00+08:00' },
  ceiling: { wantedZh: 'untainted 或 tainted', wantedEn: 'untainted or tainted' },
  contentHash: { wantedZh: '64 位小写十六进制 SHA-256', wantedEn: 'a SHA-256 of 64 lower-case hex digits' },
}
