import type { AllowEntry } from '../monitor/call-request.ts'
import { type AllowFile, allowFileDigest, allowGrantId, allowRow, parseAllowFile } from '../rules/allow-file.ts'
import { HarnessError } from '../rules/errors/index.ts'
import { holdsSecret } from '../rules/holds-secret.ts'
import type { Running } from './running.ts'

type House = Pick<Running, 'store' | 'registry' | 'profile' | 'scrubber'> & { readonly lock: Pick<Running['lock'], 'locked'> }

/**
 * A file that the person agrees to: each of its lines gets a row where its uses are counted and where it can be revoked.
 * Importing it again changes nothing. Throws `ALLOW_FILE_*`, `CALL_ARGS_SECRET` where the call of a line would be refused
 * for a secret in its arguments, and `CALL_LOCKED` while nobody can say what is one; then no line of it is kept.
 */
export function importAllowFile(text: string, { store, scrubber, lock }: House, by: string): { readonly digest: string; readonly tools: string[] } {
  const file = parseAllowFile(text)
  const digest = allowFileDigest(file)
  if (lock.locked()) throw new HarnessError('CALL_LOCKED')
  const telling = file.allow.find(({ args }) => holdsSecret(args, scrubber))
  if (telling) throw new HarnessError('CALL_ARGS_SECRET', { tool: telling.tool })
  store.transaction(() => {
    const standing = new Set(store.grants.list().map(({ id }) => id))
    file.allow.forEach((entry, index) => {
      const id = allowGrantId(file, index)
      if (standing.has(id)) return
      store.grants.put(id, allowRow(file, entry))
      store.audit.append({ kind: 'grant.made', plugin: entry.tool.split('.')[0], detail: { grant: id, tool: entry.tool, for: 'file', file: digest, by } })
    })
  })
  return { digest, tools: file.allow.map(({ tool }) => tool) }
}

/**
 * What a named file allows; undefined where none was named. It counts only when the person imported exactly it (`ALLOW_FILE_UNKNOWN`): a file cannot
 * authorise itself. In the simulated profile, where nothing real can happen, naming it is enough (policy §5).
 */
export function allowed(text: string | undefined, house: House): readonly AllowEntry[] | undefined {
  if (text === undefined) return undefined
  const file = parseAllowFile(text)
  if (house.profile === 'sim') importAllowFile(text, house, 'allow-file')
  const digest = allowFileDigest(file)
  const rows = new Set(house.store.grants.list().map(({ id }) => id))
  if (!file.allow.every((_, index) => rows.has(allowGrantId(file, index)))) throw new HarnessError('ALLOW_FILE_UNKNOWN')
  return file.allow.flatMap((entry, index) => entryOf(entry, { grantId: allowGrantId(file, index), file: digest }, house))
}

/** A line that pins a version which is not the one installed allows nothing. */
function entryOf({ tool, args, contentHash }: AllowFile['allow'][number], row: Pick<AllowEntry, 'grantId' | 'file'>, { registry }: House): readonly AllowEntry[] {
  if (contentHash !== undefined && registry.tool(tool)?.facts.contentHash !== contentHash) return []
  return [{ ...row, tool, args }]
}
