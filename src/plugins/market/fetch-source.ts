import { HarnessError } from '../../rules/errors/index.ts'
import { archiveEnding } from '../author/archive.ts'
import { fetchGithub } from './fetch-github.ts'
import { fetchUrl } from './fetch-url.ts'
import type { Fetched, Fetching } from './fetched.ts'
import { readFolder } from './read-folder.ts'
import { readPacked } from './read-packed.ts'
import type { Source } from './source.ts'

/** How long fetching one folder may take in all, in milliseconds: each of a hundred requests has a limit of its own, and a server can stay just below it. */
const fetchMs = 120_000

/** What stands at a source now, whole. Rejects with `MARKET_*`, `DOC_*` or `NET_*`. */
export async function fetchSource(source: Source, { door, signal }: Fetching): Promise<Fetched> {
  const late = AbortSignal.timeout(fetchMs)
  try {
    return await fetchAll(source, { door, signal: AbortSignal.any([signal, late]) })
  } catch (error) {
    // To whoever waits, it was the server that took too long: nobody cancelled it.
    if (late.aborted && !signal.aborted) throw new HarnessError('NET_TIMED_OUT', { host: hostOf(source), phase: 'total', ms: fetchMs }, { cause: error })
    throw error
  }
}

async function fetchAll(source: Source, fetching: Fetching): Promise<Fetched> {
  switch (source.kind) {
    case 'github': return fetchGithub(source, fetching)
    case 'url': return fetchUrl(source.url, fetching)
    case 'folder': return source.path.endsWith(archiveEnding) ? readPacked(source.path) : readFolder(source.path)
  }
}

const hostOf = (source: Source): string => (source.kind === 'url' ? new URL(source.url).hostname : source.kind === 'github' ? 'github.com' : 'localhost')
