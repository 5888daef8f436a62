import type { AllowEntry } from '../monitor/call-request.ts'
import { type AllowFile, allowFileDigest, allowGrantId, allowRow, parseAllowFile, wants, wrongAt } from '../rules/allow-file.ts'
import { HarnessError } from '../rules/errors/index.ts'
import { holdsSecret } from '../rules/holds-secret.ts'
import { isObject } from '../rules/json.ts'
import { type Accepted, acceptPlaces, lineOf, sentTo, takenBackOf } from './consents.ts'
import type { Running } from './running.ts'

type House = Pick<Running, 'store' | 'registry' | 'profile' | 'scrubber'> & { readonly lock: Pick<Running['lock'], 'locked'> }

/** What importing a file would do, for the person to see first. */
export interface Preview {
  readonly digest: string
  readonly allow: AllowFile['allow']
  readonly consents: NonNullable<AllowFile['consents']>
  /** Of those, what the person took back: an import agrees to it only where it is told to. */
  readonly again: readonly Accepted[]
  /** Tools of it that are not installed: such a line allows nothing until they are. */
  readonly missing: readonly string[]
}

/**
 * Reads a file as the import would. Throws `ALLOW_FILE_*`, also for an argument that its tool has not and a place that its plugin
 * sends nothing to; `CALL_ARGS_SECRET` where the call of a line would be refused for a secret in its arguments, and
 * `CALL_LOCKED` while nobody can say what is one.
 */
export const previewAllowFile = (text: string, house: Omit<House, 'profile'>): Preview => check(parseAllowFile(text), text, house)

function check(file: AllowFile, text: string, { store, registry, scrubber, lock }: Omit<House, 'profile'>): Preview {
  if (lock.locked()) throw new HarnessError('CALL_LOCKED')
  const { allow, consents = [] } = file
  const telling = allow.find(({ args }) => holdsSecret(args, scrubber))
  if (telling) throw new HarnessError('CALL_ARGS_SECRET', { tool: telling.tool })
  allow.forEach(({ tool, args, schema = {} }, index) => {
    const properties = registry.tool(tool)?.inputSchema['properties']
    if (!isObject(properties)) return
    for (const [field, names] of [['args', args], ['schema', schema]] as const) {
      const unknown = Object.keys(names).find((name) => !Object.hasOwn(properties, name))
      if (unknown !== undefined) throw wrongAt(text, ['allow', index, field, unknown], wants['argument'])
    }
  })
  consents.forEach(({ plugin: id, destination }, index) => {
    const plugin = registry.plugin(id)
    // Of a plugin that is still to be installed, a line that names its content names all it can send.
    const named = !plugin && allow.some(({ tool, contentHash }) => contentHash !== undefined && tool.startsWith(`${id}.`))
    if (!named && (!plugin || !sentTo(plugin).includes(destination))) throw wrongAt(text, ['consents', index, plugin ? 'destination' : 'plugin'], wants['destination'])
  })
  return {
    digest: allowFileDigest(file), allow, consents, again: takenBackOf(store, consents),
    missing: [...new Set(allow.map(({ tool }) => tool).filter((tool) => !registry.tool(tool)))],
  }
}

interface Imported { readonly digest: string; readonly tools: string[]; readonly consents: string[]; readonly missing: readonly string[] }

/**
 * A file that the person agrees to: each of its lines gets a row where its uses are counted and where it can be revoked, and the
 * places it names are agreed to, those that were taken back only where `again` names them. Importing it again changes nothing
 * else. Throws as `previewAllowFile`; then nothing of it is kept.
 */
export const importAllowFile = (text: string, house: House, by: string, again: readonly Accepted[] = []): Imported => take(parseAllowFile(text), text, house, by, again)

function take(file: AllowFile, text: string, house: House, by: string, again: readonly Accepted[]): Imported {
  const { store } = house
  const { digest, consents, missing } = check(file, text, house)
  const accepted = store.transaction(() => {
    const standing = new Set(store.grants.list().map(({ id }) => id))
    file.allow.forEach((entry, index) => {
      const id = allowGrantId(digest, index)
      if (standing.has(id)) return
      store.grants.put(id, allowRow(digest, entry))
      store.audit.append({ kind: 'grant.made', plugin: entry.tool.split('.')[0], detail: { grant: id, tool: entry.tool, for: 'file', file: digest, by } })
    })
    return acceptPlaces(store, consents, by, again)
  })
  return { digest, tools: file.allow.map(({ tool }) => tool), consents: accepted.map(lineOf), missing }
}

/**
 * What a named file allows; undefined where none was named. It counts only when the person imported exactly it (`ALLOW_FILE_UNKNOWN`): a file cannot
 * authorise itself. In the simulated profile, where nothing real can happen, naming it is enough (policy §5).
 */
export function allowed(text: string | undefined, house: House): readonly AllowEntry[] | undefined {
  if (text === undefined) return undefined
  const file = parseAllowFile(text)
  if (house.profile === 'sim') take(file, text, house, 'allow-file', [])
  const digest = allowFileDigest(file)
  const rows = new Set(house.store.grants.list().map(({ id }) => id))
  const entries = file.allow.map((entry, index) => ({ entry, row: { grantId: allowGrantId(digest, index), file: digest } }))
  if (!entries.every(({ row }) => rows.has(row.grantId))) throw new HarnessError('ALLOW_FILE_UNKNOWN')
  return entries.flatMap(({ entry, row }) => entryOf(entry, row, house))
}

/** A line that pins a version which is not the one installed allows nothing. */
function entryOf({ tool, args, contentHash }: AllowFile['allow'][number], row: Pick<AllowEntry, 'grantId' | 'file'>, { registry }: House): readonly AllowEntry[] {
  if (contentHash !== undefined && registry.tool(tool)?.facts.contentHash !== contentHash) return []
  return [{ ...row, tool, args }]
}
