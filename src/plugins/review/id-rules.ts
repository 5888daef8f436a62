import type { Trust } from '../../rules/call.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { skeleton } from '../../rules/skeleton.ts'
import { legacyIds } from '../registry/legacy.ts'
import type { RegisteredPlugin } from '../registry/plugin.ts'

/** Beginnings that sound like the harness or the university speaking. Only what we ship or publish may have them. */
const ownPrefixes: readonly string[] = ['pku-', 'pkuh-', 'pkuinfo-', 'peking-', 'official-', 'harness-', 'iaaa-', 'system-', 'bundled-']

type Held = Pick<RegisteredPlugin, 'id' | 'form' | 'trust'>

/**
 * Whether a plugin that is not there yet may have its id, asked before its sheet is shown. Throws `PLUGIN_ID_RESERVED`
 * (`mcp-` in a document, or what looks like it), `PLUGIN_ID_TAKEN`, `PLUGIN_ID_LEGACY` (an old id of a bundled plugin), `PLUGIN_ID_OFFICIAL` (a
 * beginning that only ours have) or `PLUGIN_ID_ALIKE` (it looks like one that is there).
 */
export async function checkNewId({ id, form, trust }: Held, held: readonly Held[]): Promise<void> {
  const { look, isRemote } = await looksOf(id)
  if (form !== 'remote' && isRemote) throw new HarnessError('PLUGIN_ID_RESERVED', { id })
  const holder = held.find((one) => one.id === id)
  if (holder) throw new HarnessError('PLUGIN_ID_TAKEN', { id, form: holder.form, trust: holder.trust })
  if (isOurs(trust)) return
  for (const [plugin, old] of Object.entries(legacyIds)) {
    for (const one of old) if (await skeleton(one) === look) throw new HarnessError('PLUGIN_ID_LEGACY', { id, old: one, plugin })
  }
  for (const prefix of ownPrefixes) {
    const start = await skeleton(prefix)
    if (`${look}-`.startsWith(start)) throw new HarnessError('PLUGIN_ID_OFFICIAL', { id, prefix })
  }
  for (const other of held) if ((await looksOf(other.id)).look === look) throw new HarnessError('PLUGIN_ID_ALIKE', { id, other: other.id })
}

const isOurs = (trust: Trust): boolean => trust === 'bundled' || trust === 'official'

/** A remote one's `mcp-` is the host's, so what follows is what its author chose. */
async function looksOf(id: string): Promise<{ readonly look: string; readonly isRemote: boolean }> {
  const [whole, start] = [await skeleton(id), await skeleton('mcp-')]
  return whole.startsWith(start) ? { look: whole.slice(start.length), isRemote: true } : { look: whole, isRemote: false }
}
