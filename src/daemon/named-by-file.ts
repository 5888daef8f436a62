import { importedLine } from '../monitor/standing/grants.ts'
import { whyOver } from '../rules/grant.ts'
import { allowed } from './allow-file.ts'
import type { Running } from './running.ts'

/**
 * Whether the person imported a file that names exactly these bytes of this plugin, in a line that still stands: the way for a script to
 * install (policy §5). In the simulated profile a file that is named on the line counts as imported.
 */
export function isNamedByFile(found: { readonly plugin: string; readonly contentHash: string }, allowFile: string | undefined, house: Pick<Running, 'store' | 'registry' | 'profile' | 'scrubber' | 'lock' | 'clock'>): boolean {
  allowed(allowFile, house)
  return house.store.grants.list().some((row) => {
    const imported = importedLine(row)
    return imported !== undefined && imported.line.contentHash === found.contentHash && imported.line.tool.startsWith(`${found.plugin}.`)
      && whyOver(imported.terms, house.clock.now()) === undefined
  })
}
